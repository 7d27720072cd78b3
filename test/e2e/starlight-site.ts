import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..', '..');

/** Whether an entry is in English: folders of other languages have a two-letter code, with a region or without. */
export const english = (name: string): boolean => !/^[a-z]{2}(?:-[a-z]{2})?$/.test(name);

/** A site in a folder of its own. */
export interface TemporarySite {
	readonly folder: string;
	remove(): Promise<void>;
}

const CONFIG = `
import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';
import citable from 'astro-citable';

export default defineConfig({
	integrations: [starlight({ title: 'Docs', pagefind: false }), citable()],
	vite: { resolve: { alias: { '~': new URL('./src', import.meta.url).pathname } } },
});
`;

const CONTENT_CONFIG = `
import { defineCollection } from 'astro:content';
import { docsLoader } from '@astrojs/starlight/loaders';
import { docsSchema } from '@astrojs/starlight/schema';

export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };
`;

/**
 * Makes a Starlight site of the pages in a folder. What the pages import from a repository that is
 * not there (components, images) is stood in for by empty ones.
 *
 * @param keep Which entries of the folder belong to the site.
 */
export async function starlightSite(
	pages: string,
	keep: (name: string) => boolean,
	config: string = CONFIG,
): Promise<TemporarySite> {
	// Inside the repository, so that packages are found: Astro loses its way over a linked node_modules.
	await mkdir(join(root, 'test-results'), { recursive: true });
	const folder = await mkdtemp(join(root, 'test-results/starlight-'));
	const docs = join(folder, 'src/content/docs');
	await mkdir(docs, { recursive: true });
	for (const name of await readdir(pages))
		if (keep(name)) await cp(join(pages, name), join(docs, name), { recursive: true });
	const dependencies = { '@astrojs/starlight': '*', astro: '*', 'astro-citable': '*' };
	await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', dependencies }));
	await writeFile(join(folder, 'tsconfig.json'), '{ "extends": "astro/tsconfigs/strict" }');
	await writeFile(join(folder, 'astro.config.mjs'), config);
	await writeFile(join(folder, 'src/content.config.ts'), CONTENT_CONFIG);
	await standIn(folder, docs);
	return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

const COMPONENT = '<div><slot /></div>\n';
const IMAGE = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"></svg>';

/** Writes what the pages name and the folder lacks. */
async function standIn(folder: string, docs: string): Promise<void> {
	for (const name of await readdir(docs, { recursive: true })) {
		if (!/\.mdx?$/.test(name)) continue;
		const file = join(docs, name);
		const text = await readFile(file, 'utf8');
		const named = text.matchAll(
			/(?:^import .* from ['"]|\]\(|^\s*(?:file|dark|light|html): ['"]?)((?:\.|~|\/)[^'")\s]*\.(?:astro|json|svg|png|jpe?g|webp|avif|[jt]sx?)(?:\?raw)?)/gm,
		);
		for (const [, path = ''] of named) {
			const plain = path.replace(/\?raw$/, '');
			const target = plain.startsWith('~/')
				? join(folder, 'src', plain.slice(2))
				: plain.startsWith('/')
					? join(folder, plain)
					: resolve(dirname(file), plain);
			if ((await stat(target).catch(() => undefined)) !== undefined) continue;
			await mkdir(dirname(target), { recursive: true });
			const content = target.endsWith('.astro')
				? COMPONENT
				: target.endsWith('.json')
					? '{}'
					: IMAGE;
			await writeFile(target, content).catch(() => undefined);
		}
	}
}
