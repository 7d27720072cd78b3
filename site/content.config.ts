import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { z } from 'astro/zod';

const docs = defineCollection({
	loader: glob({ base: './content', pattern: '**/[^_]*.{md,mdx}' }),
	schema: z.object({ title: z.string() }),
});

export const collections = { docs };
