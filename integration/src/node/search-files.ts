import { extendGeneration } from '../core/extended-generation.ts';
import type { Generation, GenerationOptions } from '../core/index.ts';
import { searchSettings, type SearchFileOptions } from '../core/search/settings.ts';
import type { Embed } from '../core/search/vectors.ts';
import { pagefindFiles } from './pagefind.ts';
import { vectorFiles } from './vectors.ts';

/** All that can be said of search files. */
export interface AllSearchOptions extends SearchFileOptions {
	/** Makes the vectors of texts; with it, searches can be semantic as well. */
	readonly embed?: Embed;
	/** What `embed` is called; needed with it. */
	readonly model?: string;
}

type Search = boolean | AllSearchOptions | undefined;

/** How a generation has to hold its documents, so that the search files asked for can be made of them. */
export function documentsFor(
	options: Search,
	wanted: NonNullable<GenerationOptions['documents']>,
): NonNullable<GenerationOptions['documents']> {
	const needed =
		searchSettings(options).engines.includes('pagefind') || embedderOf(options) !== undefined;
	return needed && wanted === 'heads' ? 'records' : wanted;
}

/**
 * Adds to a generation the search files that the core does not make.
 *
 * @param cache The folder in which vectors are found again.
 * @throws {CitableError} `embedding-failed`, `embedding-invalid`.
 */
export async function withSearchFiles(
	generation: Generation,
	options: Search,
	cache?: string,
): Promise<Generation> {
	const { engines, synonyms } = searchSettings(options);
	const embedder = embedderOf(options);
	const pagefind = engines.includes('pagefind')
		? await pagefindFiles(generation, synonyms)
		: undefined;
	const vectors =
		embedder === undefined ? undefined : await vectorFiles(generation, embedder, cache);
	if (pagefind === undefined && vectors === undefined) return generation;
	const search = engines.flatMap((engine) =>
		engine === 'pagefind' ? (pagefind?.entries ?? []) : generation.manifest.search,
	);
	return extendGeneration(generation, {
		search,
		...(vectors === undefined ? {} : { vectors: vectors.entries }),
		files: [...(pagefind?.files ?? []), ...(vectors?.files ?? [])],
	});
}

/** What makes the vectors, where the options name it. */
export function embedderOf(options: Search): { embed: Embed; model: string } | undefined {
	if (typeof options !== 'object' || options.embed === undefined) return undefined;
	const { embed, model = '' } = options;
	return { embed, model };
}
