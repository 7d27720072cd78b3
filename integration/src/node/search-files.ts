import { extendGeneration } from '../core/extended-generation.ts';
import type { Generation, GenerationOptions } from '../core/index.ts';
import { searchSettings, type SearchFileOptions } from '../core/search/settings.ts';
import { pagefindFiles } from './pagefind.ts';

/** How a generation has to hold its documents, so that the search files asked for can be made of them. */
export function documentsFor(
	options: boolean | SearchFileOptions | undefined,
	wanted: NonNullable<GenerationOptions['documents']>,
): NonNullable<GenerationOptions['documents']> {
	const needed = searchSettings(options).engines.includes('pagefind');
	return needed && wanted === 'heads' ? 'records' : wanted;
}

/** Adds to a generation the search files that the core does not make. */
export async function withSearchFiles(
	generation: Generation,
	options: boolean | SearchFileOptions | undefined,
): Promise<Generation> {
	const { engines, synonyms } = searchSettings(options);
	if (!engines.includes('pagefind')) return generation;
	const { entries, files } = await pagefindFiles(generation, synonyms);
	const search = engines.flatMap((engine) =>
		engine === 'pagefind' ? entries : generation.manifest.search,
	);
	return extendGeneration(generation, { search, files });
}
