import { buildGeneration, type Configuration, type Generation } from '../core/index.ts';
import { defaultCollections, readContentFolder } from './content-folder.ts';
import { configurationFrom, type BuildOptions } from './options.ts';
import { parserFor } from './parsers.ts';

/** A generation of a content folder, before it is written. */
export interface FolderBuild {
	readonly generation: Generation;
	readonly configuration: Configuration;
}

/**
 * Builds a generation from a content folder. Nothing is written; a caller must not publish a
 * generation with `failed` documents or `blocking` findings.
 *
 * @throws {CitableError} `unreadable-file` where the folder cannot be read; what `policy` is wrong about.
 */
export async function buildFolder(
	folder: string,
	options: BuildOptions = {},
): Promise<FolderBuild> {
	const configuration = configurationFrom(options, await parserFor(options.parser ?? 'auto'));
	const collections = options.collections ?? defaultCollections;
	const content = readContentFolder(folder, collections);
	const generation = buildGeneration(content.inputs, configuration, {
		accept: options.accept ?? [],
		corpusFindings: content.findings,
		readFile: content.readFile,
		// With scopes, the patterns of collections may name what an audience must not know of.
		...(options.scopes === undefined ? { collections } : {}),
		...(options.audience === undefined ? {} : { audience: options.audience }),
		...(options.commit === undefined ? {} : { commit: options.commit }),
		...(options.search === undefined ? {} : { search: options.search }),
	});
	return { generation, configuration };
}
