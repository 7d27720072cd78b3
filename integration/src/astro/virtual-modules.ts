import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroConfig, ViteUserConfig } from 'astro';
import { pages } from './pages/pages.ts';

type VitePlugin = Exclude<
	NonNullable<NonNullable<ViteUserConfig['plugins']>[number]>,
	false | readonly unknown[] | Promise<unknown>
>;

/** What the routes import; `routes/virtual.d.ts` has its types. */
const SITE_BUILD = 'virtual:astro-citable/site-build';

/**
 * The seam between the routes, which Vite bundles, and the workshop, which runs as plain code in the
 * same process: the routes bring what `getCollection()` says, and get the generation of it.
 */
export function virtualModules(config: AstroConfig): VitePlugin {
	const contentConfig = contentConfigOf(config);
	return {
		name: 'astro-citable',
		resolveId: (id) => (id === SITE_BUILD ? `\0${SITE_BUILD}` : undefined),
		load: (id) => (id === `\0${SITE_BUILD}` ? siteBuildModule(contentConfig) : undefined),
	};
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
	const wanted = Object.keys(collections ?? {}).filter((name) => workshop().wants(name));
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
