import { open, type CitableIndex } from 'astro-citable/client';
import { buildSite, type SiteFiles } from './core/site.ts';

/** Builds an index of a small site in memory and opens it. */
export async function openSite(
	files: SiteFiles,
	...rest: Parameters<typeof buildSite> extends [unknown, ...infer Rest] ? Rest : never
): Promise<CitableIndex> {
	const generation = buildSite(files, ...rest);
	const contents = new Map(generation.files.map(({ path, content }) => [path, content]));
	return open({
		name: 'a small site',
		load: (path) => {
			const content = contents.get(path);
			if (content === undefined) throw new Error('there is no such file');
			return typeof content === 'string' ? new TextEncoder().encode(content) : content;
		},
	});
}
