import type { Configuration, Generation, GenerationOptions, Progress } from '../core/index.ts';
import { BuildCache } from './build-cache.ts';
import { defaultCollections, readContentFolder } from './content-folder.ts';
import { makeGeneration } from './make-generation.ts';
import { configurationFrom, type BuildOptions } from './options.ts';
import { parserFor } from './parsers.ts';
import { documentsFor, withSearchFiles } from './search-files.ts';

/** A generation of a content folder, before it is written. */
export interface FolderBuild {
	readonly generation: Generation;
	readonly configuration: Configuration;
	/** Set where the options name a cache; a caller saves it when the build is done. */
	readonly cache?: BuildCache;
}

/**
 * Builds a generation from a content folder. Nothing is written; a caller must not publish a
 * generation with `failed` documents or `blocking` findings.
 *
 * @param holding Whether the generation holds the documents as they were indexed, or their heads alone:
 * then memory does not grow with the texts and nodes of the site, and a cache is used. @default 'memory'
 * @param report Told every few seconds how far the build has come.
 * @throws {CitableError} `unreadable-file` where the folder cannot be read; what `policy` is wrong about.
 */
export async function buildFolder(
	folder: string,
	options: BuildOptions = {},
	holding: 'memory' | 'heads' = 'memory',
	report?: (progress: Progress) => void,
): Promise<FolderBuild> {
	const configuration = configurationFrom(options, await parserFor(options.parser ?? 'auto'));
	const collections = options.collections ?? defaultCollections;
	const content = readContentFolder(folder, collections);
	const cache =
		options.cache === undefined || holding === 'memory' ? undefined : new BuildCache(options.cache);
	const generationOptions: GenerationOptions = {
		accept: options.accept ?? [],
		documents: documentsFor(options.search, holding),
		...(cache === undefined ? {} : { store: cache }),
		corpusFindings: content.findings,
		readFile: content.readFile,
		// With scopes, the patterns of collections may name what an audience must not know of.
		...(options.scopes === undefined ? { collections } : {}),
		...(options.audience === undefined ? {} : { audience: options.audience }),
		...(options.commit === undefined ? {} : { commit: options.commit }),
		search: options.search ?? true,
	};
	const built = await makeGeneration(
		folder,
		content.inputs,
		configuration,
		generationOptions,
		report,
	);
	const generation = await withSearchFiles(
		built,
		options.search,
		holding === 'memory' ? undefined : options.cache,
	);
	return { generation, configuration, ...(cache === undefined ? {} : { cache }) };
}
