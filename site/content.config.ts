import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { z } from 'astro/zod';

const page = z.object({ title: z.string(), description: z.string() });

/** The documentation. Pages of a section stand by `order`, those without one by title behind them. */
const docs = defineCollection({
	loader: glob({ base: './content', pattern: ['**/[^_]*.{md,mdx}', '!showcase/**'] }),
	schema: page.extend({
		section: z.enum(['Start', 'Write', 'Build', 'Read', 'Reference', 'Errors']),
		order: z.int().optional(),
	}),
});

/** Documents of an invented service, which show what the index makes of real ones. */
const showcase = defineCollection({
	loader: glob({ base: './content/showcase', pattern: '**/[^_]*.{md,mdx}' }),
	schema: page.extend({
		status: z.string().optional(),
		effective: z.date().optional(),
		supersedes: z.string().optional(),
		supersededBy: z.string().optional(),
		owner: z.string().optional(),
	}),
});

export const collections = { docs, showcase };
