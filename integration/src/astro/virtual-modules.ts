import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroConfig, ViteUserConfig } from 'astro';
import { pages } from './pages/pages.ts';
import type { Settings } from './settings.ts';

type VitePlugin = Exclude<
	NonNullable<NonNullable<ViteUserConfig['plugins']>[number]>,
	false | readonly unknown[] | Promise<unknown>
>;

/** What the routes import; `routes/virtual.d.ts` has its types. */
const SITE_BUILD = 'virtual:astro-citable/site-build';
/** What components import that any page may hold. */
const ADDRESSES = 'virtual:astro-citable/addresses';

/**
 * The seam between the routes, which Vite bundles, and the workshop, which runs as plain code in the
 * same process: the routes bring what `getCollection()` says, and get the generation of it.
 */
export function virtualModules(config: AstroConfig, settings: Settings): VitePlugin {
	const contentConfig = contentConfigOf(config);
	const modules = new Map([
		[SITE_BUILD, () => siteBuildModule(contentConfig)],
		[ADDRESSES, () => addressesModule(config, settings)],
	]);
	return {
		name: 'astro-citable',
		resolveId: (id) => (modules.has(id) ? `\0${id}` : undefined),
		load: (id) => modules.get(id.replace(/^\0/, ''))?.(),
	};
}

function addressesModule({ base }: AstroConfig, { assets, provenance }: Settings): string {
	const address = (folder: string): string => base.replace(/\/?$/, folder);
	return [
		`export const assets = ${JSON.stringify(address(assets))};`,
		`export const provenance = ${JSON.stringify(provenance === false ? undefined : address(provenance))};`,
	].join('\n');
}

function siteBuildModule(contentConfig: string | undefined): string {
	const collections =
		contentConfig === undefined
			? 'const collections = {};'
			: `import { collections } from ${JSON.stringify(contentConfig)};`;
	return `
import { getCollection } from 'astro:content';
${collections}

function workshop() {
	const found = globalThis[Symbol.for('astro-citable:workshop')];
	if (found !== undefined) return found;
	throw new Error(
		'The pages of astro-citable are made in the process of the build. An adapter that prerenders elsewhere is not supported.',
	);
}

export async function siteBuild() {
	const { current } = workshop();
	if (import.meta.env.PROD && current !== undefined) return current;
	const wanted = workshop().wanted(Object.keys(collections ?? {}));
	return workshop().build(await Promise.all(
		wanted.map(async (name) => ({ name, entries: await getCollection(name) })),
	));
}
${Object.keys(pages)
	.map(
		(name) => `
export async function ${name}(...rest) {
	const build = await siteBuild();
	return workshop().pages.${name}(build, ...rest);
}
`,
	)
	.join('')}`;
}

/** The file that defines the site's collections. */
function contentConfigOf(config: AstroConfig): string | undefined {
	for (const extension of ['mjs', 'js', 'mts', 'ts']) {
		const file = new URL(`content.config.${extension}`, config.srcDir);
		if (existsSync(file)) return fileURLToPath(file);
	}
	return undefined;
}
