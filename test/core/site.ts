import {
	buildGeneration,
	configure,
	type ConfigurationInput,
	type DocumentInput,
	type Generation,
	type GenerationOptions,
} from 'astro-citable/core';

/** Files of a small site, by path under the root: `docs/a.md`. The first folder is the collection. */
export type SiteFiles = Readonly<Record<string, string>>;

/** Documents of a small site; files whose name starts with `_` can be shown by others only. */
export function documentsOf(files: SiteFiles): DocumentInput[] {
	return Object.entries(files)
		.filter(([path]) => !path.includes('/_'))
		.map(([path, text]) => {
			const [collection = '', ...rest] = path.split('/');
			const entry = rest.join('/').replace(/\.mdx?$/, '');
			return { collection, entry, path, url: `/${entry}/`, bytes: new TextEncoder().encode(text) };
		});
}

export function buildSite(
	files: SiteFiles,
	configuration: Partial<ConfigurationInput> = {},
	options: GenerationOptions = {},
): Generation {
	return buildGeneration(documentsOf(files), configure({ ...configuration }), {
		readFile: (path) => {
			const text = files[path];
			return text === undefined ? 'missing' : new TextEncoder().encode(text);
		},
		...options,
	});
}
