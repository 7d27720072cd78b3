import type { Load } from '../client/index.ts';
import {
	buildGeneration,
	canonicalJson,
	CitableError,
	everybody,
	paths,
	type Audience,
	type CatalogEntry,
	type Configuration,
	type DocumentInput,
	type FidelityReport,
	type Generation,
	type GenerationManifest,
} from '../core/index.ts';
import { PARTIALS } from '../core/transclusions.ts';
import {
	openContent,
	readContentFolder,
	type CollectionOptions,
	type OpenedFolder,
} from './content-folder.ts';
import { configurationFrom, parseOptions, type BuildOptions } from './options.ts';
import { differences } from './verify-differences.ts';
import { verifyIndex, type ReadGeneration, type Verification } from './verify-index.ts';

/**
 * Checks an index against its sources: builds the whole generation again, with the configuration
 * that it records, and compares. An altered span, text, order or id shows even where every digest
 * that depends on it was made anew.
 *
 * @param folder The content folder that the paths of the index are relative to.
 * @param options Options that the index cannot record, above those that it does.
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
	const configuration = recordedConfiguration(read.manifest, options);
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
	const unlisted = await unlistedFiles(folder, read, options);
	// What an audience may not read is not listed; building again says whether it should have been.
	if (audience === undefined)
		for (const { path } of unlisted)
			report(path, 'the file is in the content folder and not in the index');
	const content = openContent(folder);
	const built = await buildAgain(
		load,
		content,
		read,
		configuration,
		verification.generation,
		audience === undefined ? [] : unlisted,
		options.audience,
	);
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
function recordedConfiguration(
	{ chunking, options }: GenerationManifest,
	given: BuildOptions,
): Configuration | CitableError {
	try {
		return configurationFrom({
			...parseOptions(options),
			policy: recordedPolicy(chunking),
			...given,
		});
	} catch (cause) {
		if (!(cause instanceof CitableError)) throw cause;
		return new CitableError('cannot-rebuild', { reason: cause.message }, { cause });
	}
}

/** A recorded policy as options name it. */
function recordedPolicy({
	policy,
	options,
}: GenerationManifest['chunking']): NonNullable<BuildOptions['policy']> {
	if (policy === 'structure') {
		const { minimum, preferredLow, preferredHigh, hardLimit } = options;
		return {
			minimum: Number(minimum),
			preferred: [Number(preferredLow), Number(preferredHigh)],
			hardLimit: Number(hardLimit),
		};
	}
	const numbers = ['size', 'overlap'].flatMap((key) => options[key] ?? []);
	return numbers.length === 0 ? policy : `${policy}:${numbers.join(',')}`;
}

/** Builds the generation again from the files that the index names. */
async function buildAgain(
	load: Load,
	content: OpenedFolder,
	{ manifest, entries }: ReadGeneration,
	configuration: Configuration,
	generation: string,
	more: readonly DocumentInput[],
	audience: Audience | undefined,
): Promise<Generation> {
	const listed = [
		...entries,
		...manifest.coverage.failed.map(({ id, path }) => {
			const slash = id.indexOf('/');
			return { collection: id.slice(0, slash), entry: id.slice(slash + 1), path };
		}),
	];
	const inputs = listed
		.filter(({ collection }) => collection !== PARTIALS)
		.map(
			(
				entry: Partial<CatalogEntry> & Pick<CatalogEntry, 'collection' | 'entry' | 'path'>,
			): DocumentInput => {
				const { collection, entry: name, path, url, provenance, language } = entry;
				return {
					collection,
					entry: name,
					path,
					...(url === undefined ? {} : { url }),
					...(provenance === undefined ? {} : { provenance }),
					...(language === undefined ? {} : { language }),
					get bytes(): Uint8Array {
						return content.readDocument(path);
					},
				};
			},
		);
	const fidelity = JSON.parse(
		new TextDecoder().decode(await load(paths.fidelity(generation))),
	) as FidelityReport;
	return buildGeneration([...inputs, ...more], configuration, {
		...(audience === undefined ? {} : { audience }),
		accept: manifest.coverage.failed.filter(({ accepted }) => accepted).map(({ id }) => id),
		corpusFindings: fidelity.corpus,
		readFile: content.readFile,
		search: manifest.search.length > 0,
		...(manifest.corpus.commit === undefined ? {} : { commit: manifest.corpus.commit }),
	});
}

/** Files that the content folder has and the index neither holds nor names as failed. */
async function unlistedFiles(
	folder: string,
	{ manifest, entries }: ReadGeneration,
	options: BuildOptions,
): Promise<DocumentInput[]> {
	const known = new Set([...entries, ...manifest.coverage.failed].map(({ path }) => path));
	const collections = options.collections ?? collectionsOf(entries);
	const { inputs } = await readContentFolder(folder, collections);
	return inputs.filter(({ path }) => !known.has(path));
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
