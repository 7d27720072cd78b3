import {
	buildGeneration,
	type Configuration,
	type Generation,
	type GenerationOptions,
} from '../core/index.ts';
import { openCache, type BuildCache } from './build-cache.ts';
import { defaultCollections, readContentFolder } from './content-folder.ts';
import { configurationFrom, type BuildOptions } from './options.ts';
import { parserFor } from './parsers.ts';

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
 * @param keep.keepDocuments Whether the generation holds the documents as they were indexed. Without
 * them memory does not grow with the nodes of the site, and a cache can be used. @default true
 * @throws {CitableError} `unreadable-file` where the folder cannot be read; what `policy` is wrong about.
 */
export async function buildFolder(
	folder: string,
	options: BuildOptions = {},
	keep: Pick<GenerationOptions, 'keepDocuments'> = {},
): Promise<FolderBuild> {
	const configuration = configurationFrom(options, await parserFor(options.parser ?? 'auto'));
	const collections = options.collections ?? defaultCollections;
	const content = readContentFolder(folder, collections);
	const search = options.search ?? true;
	const cache =
		options.cache === undefined || keep.keepDocuments !== false
			? undefined
			: openCache(options.cache, configuration, search);
	const generation = buildGeneration(content.inputs, configuration, {
		accept: options.accept ?? [],
		...keep,
		...(cache === undefined ? {} : { cache: cache.documents }),
		corpusFindings: content.findings,
		readFile: content.readFile,
		// With scopes, the patterns of collections may name what an audience must not know of.
		...(options.scopes === undefined ? { collections } : {}),
		...(options.audience === undefined ? {} : { audience: options.audience }),
		...(options.commit === undefined ? {} : { commit: options.commit }),
		search,
	});
	return { generation, configuration, ...(cache === undefined ? {} : { cache }) };
}
