import type { Load } from '../client/index.ts';
import {
	canonicalJson,
	CitableError,
	everybody,
	FORMAT_VERSION,
	paths,
	type CatalogEntry,
	type Configuration,
	type DocumentInput,
	type FidelityFile,
	type GenerationOptions,
	type GenerationManifest,
} from '../core/index.ts';
import { specOf } from '../core/chunks/policies.ts';
import { readFidelity } from '../core/format/fidelity-file.ts';
import { PARTIALS } from '../core/transclusions.ts';
import { openContent, readContentFolder, type CollectionOptions } from './content-folder.ts';
import { makeGeneration } from './make-generation.ts';
import { configurationFrom, parseOptions, type BuildOptions } from './options.ts';
import { extendGeneration } from '../core/extended-generation.ts';
import { documentsFor, withSearchFiles } from './search-files.ts';
import { parserFor, type ParserChoice } from './parsers.ts';
import { differences } from './verify-differences.ts';
import { verifyIndex, type ReadGeneration, type Verification } from './verify-index.ts';

/**
 * Checks an index against its sources: builds the whole generation again, with the configuration
 * that it records, and compares. An altered span, text, order or id shows even where every digest
 * that depends on it was made anew.
 *
 * @param folder The content folder that the paths of the index are relative to.
 * @param options Options in place of those that the index records.
 * @throws {CitableError} What `verifyIndex` throws, and `unreadable-file` for the folder.
 */
export async function verifyContent(
	load: Load,
	name: string,
	folder: string,
	options: BuildOptions = {},
): Promise<Verification> {
	const { read, ...verification } = await verifyIndex(load, name);
	if (read === undefined) return verification;
	const problems = [...verification.problems];
	const report = (file: string, reason: string): void => {
		problems.push(new CitableError('verification-failed', { reason: `${reason}.` }, { file }));
	};
	const written: number = read.manifest.format;
	if (written !== FORMAT_VERSION) {
		const reason = `it has format version ${written}, and this version writes ${FORMAT_VERSION}`;
		return {
			...verification,
			problems: [...problems, new CitableError('cannot-rebuild', { reason })],
		};
	}
	const configuration = await recordedConfiguration(read.manifest, options);
	if (configuration instanceof CitableError)
		return { ...verification, problems: [...problems, configuration] };
	const { audience } = read.manifest;
	if (
		audience !== undefined &&
		(options.scopes === undefined || (options.audience ?? everybody).name !== audience)
	) {
		const reason = `it is the index of ${audience}, whose scopes have to be given as options`;
		return {
			...verification,
			problems: [...problems, new CitableError('cannot-rebuild', { reason })],
		};
	}
	const { inputs, ...corpus } = await corpusOf(load, folder, read, options);
	const { search = true } = corpus;
	const bare = await makeGeneration(folder, inputs, configuration, {
		...corpus,
		documents: documentsFor(search, 'heads'),
	});
	const searchable = await withSearchFiles(bare, search);
	// Vectors follow from the sources by a model that is not at hand; their digests were checked.
	const { vectors } = read.manifest;
	const built =
		vectors === undefined
			? searchable
			: extendGeneration(searchable, { search: searchable.manifest.search, vectors, files: [] });
	const { versions } = read.manifest;
	if (canonicalJson(versions) !== canonicalJson(built.manifest.versions)) {
		const reason = 'other versions of the package, the parser or the components made it';
		return {
			...verification,
			problems: [...problems, new CitableError('cannot-rebuild', { reason })],
		};
	}
	if (built.id !== verification.generation) {
		const found = differences(read, built);
		for (const { file, reason } of found) report(file, reason);
		if (found.length === 0)
			report(
				paths.generation(verification.generation),
				`the sources give the generation ${built.id}`,
			);
	}
	return { ...verification, problems };
}

/** The configuration that a manifest records; an error where this version cannot have it. */
async function recordedConfiguration(
	{ chunking, options, versions }: GenerationManifest,
	given: BuildOptions,
): Promise<Configuration | CitableError> {
	try {
		const parser = await parserFor(given.parser ?? recordedParser(versions.parser.name));
		const recorded = {
			...parseOptions(options),
			policy: specOf({ name: chunking.policy, options: chunking.options }),
		};
		return configurationFrom({ ...recorded, ...given }, parser);
	} catch (cause) {
		if (!(cause instanceof CitableError)) throw cause;
		return new CitableError('cannot-rebuild', { reason: cause.message }, { cause });
	}
}

function recordedParser(name: string): ParserChoice {
	return name === 'satteri' ? 'satteri' : 'remark';
}

/** What the index was made of, beside the configuration. */
interface Corpus extends GenerationOptions {
	readonly inputs: readonly DocumentInput[];
}

/**
 * An index of a folder is built again from the folder. Where a site named the documents, or an
 * audience may not know what there is, the documents of the index are built again: their addresses
 * and languages are the word of the site. Files of given collections that are not among them are
 * built too, so that what the index lacks comes to light.
 */
async function corpusOf(
	load: Load,
	folder: string,
	read: ReadGeneration,
	options: BuildOptions,
): Promise<Corpus> {
	const { anchors, corpus, coverage, search, options: recorded } = read.manifest;
	const common = {
		accept: coverage.failed.filter(({ accepted }) => accepted).map(({ id }) => id),
		search: search.length > 0 && (recorded.search ?? true),
		...(anchors === true ? { anchors } : {}),
		...(anchors === undefined ? {} : { anchors }),
		...(corpus.commit === undefined ? {} : { commit: corpus.commit }),
		...(options.audience === undefined ? {} : { audience: options.audience }),
	};
	if (corpus.collections !== undefined) {
		const collections = options.collections ?? corpus.collections;
		const { inputs, findings, readFile } = readContentFolder(folder, collections);
		return { inputs, readFile, corpusFindings: findings, collections, ...common };
	}
	const { readDocument, readFile } = openContent(folder);
	const inputs = listedInputs(read, readDocument);
	const listed = new Set(inputs.map(({ path }) => path));
	const collections =
		options.collections ?? (options.scopes === undefined ? {} : collectionsOf(read.entries));
	const others = readContentFolder(folder, collections).inputs;
	const fidelity = paths.fidelity(read.id);
	const report = JSON.parse(new TextDecoder().decode(await load(fidelity))) as FidelityFile;
	return {
		inputs: [...inputs, ...others.filter(({ path }) => !listed.has(path))],
		readFile,
		corpusFindings: readFidelity(report).corpus,
		...common,
	};
}

/** Without options, a collection is all files under the folder that its documents have in common. */
function collectionsOf(entries: readonly CatalogEntry[]): Record<string, CollectionOptions> {
	const bases = new Map<string, string[]>();
	for (const { collection, path } of entries) {
		if (collection === PARTIALS) continue;
		const folders = path.split('/').slice(0, -1);
		const known = bases.get(collection);
		const differ = known?.findIndex((name, at) => name !== folders[at]) ?? -1;
		bases.set(
			collection,
			known === undefined ? folders : differ < 0 ? known : known.slice(0, differ),
		);
	}
	return Object.fromEntries([...bases].map(([name, parts]) => [name, { base: parts.join('/') }]));
}

/** The documents that an index holds or names as failed, with the bytes of the folder. */
function listedInputs(
	{ manifest, entries }: ReadGeneration,
	readDocument: (path: string) => Uint8Array,
): DocumentInput[] {
	type Listed = Partial<CatalogEntry> & Pick<CatalogEntry, 'collection' | 'entry' | 'path'>;
	const failed = manifest.coverage.failed.map(({ id, path }): Listed => {
		const slash = id.indexOf('/');
		return { collection: id.slice(0, slash), entry: id.slice(slash + 1), path };
	});
	// Partials come in through the documents that show them.
	const listed = [...entries, ...failed].filter(({ collection }) => collection !== PARTIALS);
	return listed.map((document: Listed): DocumentInput => {
		const { collection, entry, path, url, provenance, language } = document;
		return {
			collection,
			entry,
			path,
			...(url === undefined ? {} : { url }),
			...(provenance === undefined ? {} : { provenance }),
			...(language === undefined ? {} : { language }),
			get bytes(): Uint8Array {
				return readDocument(path);
			},
		};
	});
}
