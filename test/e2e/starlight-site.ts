import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';

const root = resolve(import.meta.dirname, '..', '..');

/** Whether an entry is in English: folders of other languages have a two-letter code, with a region or without. */
export const english = (name: string): boolean => !/^[a-z]{2}(?:-[a-z]{2})?$/.test(name);

/** A site in a folder of its own. */
export interface TemporarySite {
	readonly folder: string;
	remove(): Promise<void>;
}

/** Which pages a site is made of, and how. */
export interface SiteOfPages {
	/** Which entries of the folder belong to the site; all without it. */
	readonly keep?: (name: string) => boolean;
	/** The locale whose folder the pages lie in; the site has no locales without it. */
	readonly locale?: string;
	/** Options of the plugin, as they stand in a configuration. */
	readonly options?: string;
	/** A configuration in place of the one with the plugin. */
	readonly config?: string;
}

const configOf = ({ locale, options = '' }: SiteOfPages): string => `
import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';
import { astroDocs } from 'astro-citable/core';
import starlightCitable from 'astro-citable/starlight';

export default defineConfig({
	integrations: [
		starlight({
			title: 'Docs',
			pagefind: false,
			${locale === undefined ? '' : `defaultLocale: '${locale}', locales: { ${locale}: { label: '${locale}' } },`}
			plugins: [starlightCitable({ ${options} })],
		}),
	],
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
 * Makes a Starlight site with the plugin of the pages in a folder. What the pages import from a
 * repository that is not there (components, images) is stood in for: components by such as show what
 * is in them, and images by one small one.
 */
export async function starlightSite(pages: string, of: SiteOfPages = {}): Promise<TemporarySite> {
	// Inside the repository, so that packages are found: Astro loses its way over a linked node_modules.
	await mkdir(join(root, 'test-results'), { recursive: true });
	const repository = await mkdtemp(join(root, 'test-results/starlight-'));
	const folder = join(repository, 'docs');
	const docs = join(folder, 'src/content/docs', of.locale ?? '');
	await mkdir(docs, { recursive: true });
	for (const name of await readdir(pages))
		if (of.keep?.(name) ?? true) await cp(join(pages, name), join(docs, name), { recursive: true });
	const dependencies = { '@astrojs/starlight': '*', astro: '*', 'astro-citable': '*' };
	await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', dependencies }));
	await writeFile(join(folder, 'tsconfig.json'), '{ "extends": "astro/tsconfigs/strict" }');
	await writeFile(join(folder, 'astro.config.mjs'), of.config ?? configOf(of));
	await writeFile(join(folder, 'src/content.config.ts'), CONTENT_CONFIG);
	await standIn(repository, folder, docs);
	return { folder, remove: () => rm(repository, { recursive: true, force: true }) };
}

/** Shows the texts that it is given, and what is in each of its slots. */
const COMPONENT = `---
const shown = ['title', 'text', 'v', 'pkg', 'pkgName', 'number'];
const texts = Object.entries(Astro.props).flatMap(([name, value]) => (shown.includes(name) ? [value] : []));
const slots = await Promise.all(Object.keys(Astro.slots).map((name) => Astro.slots.render(name)));
---

<div>
	{texts.map((text) => <span>{text}</span>)}
	{slots.map((slot) => <Fragment set:html={slot} />)}
</div>
`;

/** Each named slot is a tab. */
const TABS = `---
import { TabItem, Tabs } from '@astrojs/starlight/components';

const names = Object.keys(Astro.slots);
const slots = await Promise.all(names.map((name) => Astro.slots.render(name)));
---

<Tabs>
	{names.map((name, at) => <TabItem label={name}><Fragment set:html={slots[at]} /></TabItem>)}
</Tabs>
`;

const IMAGE = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"></svg>';

/** Writes what the pages name and the folder lacks. */
async function standIn(repository: string, folder: string, docs: string): Promise<void> {
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
			if (!target.startsWith(repository + sep)) continue;
			if ((await stat(target).catch(() => undefined)) !== undefined) continue;
			await mkdir(dirname(target), { recursive: true });
			await writeFile(target, contentOf(target)).catch(() => undefined);
		}
	}
}

function contentOf(file: string): string {
	if (/[\\/]tabs[\\/][^\\/]*\.astro$/.test(file)) return TABS;
	if (file.endsWith('.astro')) return COMPONENT;
	return file.endsWith('.json') ? '{}' : IMAGE;
}
