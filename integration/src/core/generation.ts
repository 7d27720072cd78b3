import { compareText } from './compare-text.ts';
import {
	describePreset,
	NODES_VERSION,
	recordedOptions,
	type Configuration,
} from './configuration.ts';
import { canonicalJson, digest, hash } from './digest.ts';
import { DocumentCache } from './document-cache.ts';
import { documentFile } from './document-file.ts';
import { bodyOf, writeRecord } from './document-record.ts';
import { DuplicateFinder } from './duplicates.ts';
import { documentId, duplicateDocuments, type DocumentInput } from './document.ts';
import { CitableError } from './errors.ts';
import { expansionRules } from './expansion-rules.ts';
import { countByCode, fidelityReport, type FailedDocument } from './fidelity.ts';
import { findingOf, type Finding } from './findings.ts';
import {
	paths,
	type Catalog,
	type CatalogEntry,
	type Duplicates,
	type GenerationManifest,
	type IndexFile,
} from './format/files.ts';
import { fidelityFile, type FidelityReport } from './format/fidelity-file.ts';
import { schemaFiles } from './format/schema-files.ts';
import { FORMAT_VERSION } from './format/version.ts';
import { indexDocument, type IndexedDocument } from './indexed-document.ts';
import { MemoryStore, type RecordStore } from './record-store.ts';
import { withReferences, type ReferencedDocument } from './references.ts';
import { EMBEDDING_VERSION, REPRESENTATION_VERSION } from './representations.ts';
import type { Canary } from './scopes/canary.ts';
import { OpenDocuments } from './scopes/open-documents.ts';
import { everybody, type Audience } from './scopes/rules.ts';
import { restored, settled, type SettledDocument } from './settled-document.ts';
import { readSource, type Source } from './source.ts';
import { SearchBuilder, termsOf, wordsOfShard, type SearchShard } from './search/build.ts';
import type { PostingsStore } from './search/postings.ts';
import { searchSettings, type SearchFileOptions } from './search/settings.ts';
import { followTransclusions, type ReadFile } from './transclusions.ts';
import { PACKAGE_VERSION } from './version.ts';

/** What is known of a build beside its documents. */
export interface GenerationOptions {
	/** Ids of documents whose failure is accepted; coverage says so and is not complete. */
	readonly accept?: readonly string[];
	/** The git commit of the sources. */
	readonly commit?: string;
	/** Which files of a folder the documents are, for the record. */
	readonly collections?: GenerationManifest['corpus']['collections'];
	/** Findings about no single document. */
	readonly corpusFindings?: readonly Finding[];
	/** Generations beside this one that can still be opened. */
	readonly retained?: readonly string[];
	/** Reads files that documents show or refer to; without it none is found. */
	readonly readFile?: ReadFile;
	/** Path of the provenance page of a file that others show and that is in no collection. */
	readonly provenanceOf?: (partial: DocumentInput) => string;
	/** Whose index it is; matters only where the configuration has scopes. @default everybody */
	readonly audience?: Audience;
	/** Whether blocks of the rendered pages have the anchors that `anchorOf` names. @default false */
	readonly anchors?: boolean;
	/** Where records and sources of documents wait, those of earlier builds too. @default memory */
	readonly store?: RecordStore;
	/** Whether to make search files, and of what kind; those of MiniSearch alone are made here. @default true */
	readonly search?: boolean | SearchFileOptions;
	/**
	 * How the generation holds the documents as they were indexed: in memory; in their records, from which
	 * each is read when somebody looks at it; or their heads alone, without nodes, sections, chunks and
	 * relations. Only what is not held in memory is taken from an earlier build. @default 'memory'
	 */
	readonly documents?: 'memory' | 'records' | 'heads';
}

/** One complete build of an index. */
export interface Generation {
	/** The digest of the manifest. */
	readonly id: string;
	readonly manifest: GenerationManifest;
	/** Every file of the index in the order in which they may be written; the pointer is the last. */
	readonly files: readonly IndexFile[];
	/** Documents as they were indexed, by ascending key; see the option `documents`. */
	readonly documents: readonly ReferencedDocument[];
	/** How many documents were taken from an earlier build, and how many had to be read. */
	readonly read: { readonly hits: number; readonly misses: number };
	readonly fidelity: FidelityReport;
	/** Documents that failed and whose gap is not accepted. A build must not publish over these. */
	readonly failed: readonly FailedDocument[];
	/** What the options name and the corpus does not have, for those who build. */
	readonly warnings: readonly CitableError[];
	/** Findings to which the options give the severity `error`: they stop a build too. */
	readonly blocking: readonly Finding[];
	/** Finds what the audience may not read in pages of the site; set where there are scopes. */
	readonly pageCanary?: Canary;
}

/** How many documents a page of the catalog lists, about. */
const CATALOG_PAGE = 256;

/** How far a build has come. */
export interface Progress {
	/** Documents are read first; when all are known, their files are put together. */
	readonly stage: 'reading' | 'assembling';
	/** Documents that are done in this stage. */
	readonly done: number;
	readonly total: number;
}

/**
 * Builds a generation from its documents. The order of the inputs makes no difference: the same
 * bytes and configuration give the same files, byte for byte.
 */
export function buildGeneration(
	inputs: readonly DocumentInput[],
	configuration: Configuration,
	options: GenerationOptions = {},
): Generation {
	const steps = generationSteps(inputs, configuration, options);
	for (;;) {
		const step = steps.next();
		if (step.done === true) return step.value;
	}
}

/** Does what `buildGeneration` does, and comes to a halt behind each document, where others may work. */
export function* generationSteps(
	inputs: readonly DocumentInput[],
	configuration: Configuration,
	options: GenerationOptions = {},
): Generator<Progress, Generation> {
	const accept = new Set(options.accept);
	const { engines, synonyms } = searchSettings(options.search);
	const search = engines.includes('minisearch') ? new SearchBuilder(synonyms) : undefined;
	const documents: SettledDocument[] = [];
	const holding = options.documents ?? 'memory';
	const held = new Map<Source, IndexedDocument>();
	const store = holding === 'memory' ? new MemoryStore() : (options.store ?? new MemoryStore());
	const whole = holding === 'records';
	const cache = new DocumentCache(store, configuration, { search: search !== undefined, whole });
	const failures: FailedDocument[] = [];
	const fail = (input: DocumentInput, error: CitableError): void => {
		const id = documentId(input);
		failures.push({ id, path: input.path, error, accepted: accept.has(id) });
	};
	const readFile = options.readFile ?? ((): 'missing' => 'missing');
	const audience = options.audience ?? everybody;
	const open =
		configuration.scopes === undefined
			? undefined
			: new OpenDocuments(configuration, configuration.scopes, audience, readFile);
	/** Undefined where the audience may not read the document. */
	const index = (input: DocumentInput): SettledDocument | undefined => {
		const scoped = open?.read(input);
		if (scoped?.type === 'withheld') return undefined;
		const { cuts, input: readable } = scoped ?? { cuts: [], input };
		const { path, bytes } = readable;
		const revision = hash(bytes);
		let indexed: IndexedDocument | undefined;
		const record = cache.recordOf(readable, revision, cuts, () => {
			const source = readSource(path, bytes, revision);
			indexed = indexDocument(readable, configuration, cuts, source);
			return writeRecord(indexed, configuration.tokenizer, search, whole);
		});
		const document = settled(path, revision, bytes.length, store.keepBytes(bytes), record);
		if (holding === 'memory' && indexed !== undefined) held.set(document.source, indexed);
		return document;
	};
	const ordered = [...inputs].sort((a, b) => compareText(a.path, b.path));
	const duplicates = duplicateDocuments(ordered);
	for (const [done, input] of ordered.entries()) {
		yield { stage: 'reading', done, total: ordered.length };
		try {
			const duplicate = duplicates.get(input);
			if (duplicate !== undefined) throw duplicate;
			const indexed = index(input);
			if (indexed !== undefined) documents.push(indexed);
		} catch (error) {
			if (!(error instanceof CitableError)) throw error;
			fail(input, error);
		}
	}
	const { provenanceOf } = options;
	const transcluded = followTransclusions(documents, readFile, (partial) =>
		index(provenanceOf === undefined ? partial : { ...partial, provenance: provenanceOf(partial) }),
	);
	for (const { input, error } of transcluded.failures) fail(input, error);
	const referenced = withReferences(
		[...documents, ...transcluded.partials],
		transcluded,
		readFile,
		configuration,
	);
	referenced.sort((a, b) => compareText(a.document.key, b.document.key));
	failures.sort((a, b) => compareText(a.id, b.id) || compareText(a.path, b.path));
	const assembled = yield* assemble(referenced, failures, configuration, options, cache, search);
	const generation = {
		...assembled,
		documents: referenced.map((placed) => documentOf(placed, held.get(placed.source))),
		warnings: unknownAccepted(accept, [
			...inputs.map(documentId),
			...transcluded.partials.map(({ document }) => document.id),
			...failures.map(({ id }) => id),
		]),
		read: { hits: cache.hits, misses: cache.misses },
	};
	return open === undefined ? generation : guarded(generation, referenced, open, audience);
}

function unknownAccepted(accept: ReadonlySet<string>, known: readonly string[]): CitableError[] {
	const ids = new Set(known);
	return [...accept]
		.filter((id) => !ids.has(id))
		.map((id) => new CitableError('accept-unknown', { id }));
}

/** A document as it was indexed, held in memory or not, with what the others decide of it. */
function documentOf(
	placed: PlacedDocument,
	indexed: IndexedDocument | undefined,
): ReferencedDocument {
	const { document, references, findings } = placed;
	if (indexed === undefined) return restored(placed, references);
	return { ...indexed, document, references, findings };
}

/** Looks for what the audience may not read in all that it would get. */
function guarded(
	generation: Generation,
	documents: readonly SettledDocument[],
	open: OpenDocuments,
	audience: Audience,
): Generation {
	const texts = documents.flatMap(({ source, document }) => [
		source.text,
		Object.values(document).join(' '),
	]);
	const terms = documents.flatMap(({ source, document }) => [
		termsOf(source.text, document.language),
		termsOf(`${document.title} ${document.description ?? ''}`, document.language),
	]);
	const canary = open.canaryForIndex([...texts, ...terms], schemaFiles());
	const leaks = generation.files.flatMap(({ path, content }): Finding[] => {
		if (typeof content !== 'string' || /^(?:schema|sources)\//.test(path)) return [];
		const [leak] = canary.find(path.startsWith('search/') ? wordsOfShard(content) : content);
		if (leak === undefined) return [];
		const details = { audience: audience.name, file: path, ...leak };
		return [findingOf(path, new CitableError('scope-leak', details))];
	});
	return {
		...generation,
		blocking: [...generation.blocking, ...leaks],
		pageCanary: open.canaryForPages(texts),
	};
}

/** A document that is written down, with what it points to. */
type PlacedDocument = SettledDocument & Pick<ReferencedDocument, 'references'>;

function* assemble(
	documents: readonly PlacedDocument[],
	failures: readonly FailedDocument[],
	configuration: Configuration,
	options: GenerationOptions,
	cache: PostingsStore,
	search: SearchBuilder | undefined,
): Generator<Progress, Omit<Generation, 'documents' | 'read' | 'warnings'>> {
	const files: IndexFile[] = [...schemaFiles()];
	const add = (path: (digest: string) => string, content: string): string => {
		const digestOfFile = hash(content);
		files.push({ path: path(digestOfFile), content });
		return digestOfFile;
	};
	const duplicates = new DuplicateFinder();
	const entries: CatalogEntry[] = [];
	const chunkIds: string[] = [];
	const added = new Set<string>();
	// Documents of the same bytes share a source, and mostly a file.
	const addOnce = (path: string, make: () => string): void => {
		if (!added.has(path)) files.push(madeWhenRead(path, make));
		added.add(path);
	};
	for (const [done, indexed] of documents.entries()) {
		yield { stage: 'assembling', done, total: documents.length };
		const { document, references, source, record } = indexed;
		const sourcePath = paths.source(source.revision, source.format);
		addOnce(sourcePath, () => source.text);
		const { file, texts, terms } = bodyOf(record);
		const made = hash(documentFile(file, references));
		addOnce(paths.document(made), () => documentFile(bodyOf(record).file, references));
		entries.push(catalogEntry(indexed, made, sourcePath));
		search?.add(document, terms);
		duplicates.add(document.key, texts);
		chunkIds.push(indexed.chunkIds);
	}
	const shards: SearchShard[] = search?.shards(cache) ?? [];
	const fidelity = fidelityReport(documents, failures, options.corpusFindings ?? []);
	const repeated = duplicates.byDocument();
	const listed = entries.map((entry): CatalogEntry => {
		const groups = repeated.get(entry.key);
		if (groups === undefined) return inOrder(entry);
		const file = canonicalJson({ format: FORMAT_VERSION, groups } satisfies Duplicates);
		return inOrder({ ...entry, duplicates: add(paths.duplicates, file) });
	});
	const catalog = catalogPages(listed).map((page) => ({
		first: page[0]?.key ?? '',
		digest: add(
			paths.catalog,
			canonicalJson({ documents: page, format: FORMAT_VERSION } satisfies Catalog),
		),
		documents: page.length,
	}));
	const expansion = add(paths.expansion, canonicalJson(expansionRules));
	const fidelityContent = canonicalJson(fidelityFile(fidelity));
	const { parser, tokenizer, policy, adapters } = configuration;
	const manifest: GenerationManifest = {
		format: FORMAT_VERSION,
		corpus: {
			revision: digest(
				entries
					.map(({ id, revision }) => [id, revision])
					.sort(([a = ''], [b = '']) => compareText(a, b)),
			),
			...(options.commit === undefined ? {} : { commit: options.commit }),
			...(options.collections === undefined ? {} : { collections: options.collections }),
		},
		...(options.anchors === true ? { anchors: true } : {}),
		...(configuration.scopes === undefined
			? {}
			: { audience: (options.audience ?? everybody).name }),
		versions: {
			package: PACKAGE_VERSION,
			parser: { name: parser.name, version: parser.version },
			nodes: NODES_VERSION,
			adapters: adapters.presets.map(describePreset),
			tokenizer: { name: tokenizer.name, version: tokenizer.version },
			representation: REPRESENTATION_VERSION,
			embedding: EMBEDDING_VERSION,
			expansion: expansionRules.version,
		},
		chunking: {
			policy: policy.name,
			version: policy.version,
			options: { ...policy.options },
			configuration: configuration.chunking,
		},
		options: recordedOptions(configuration, searchSettings(options.search)),
		coverage: {
			complete: failures.length === 0,
			documents: documents.length,
			failed: failures.map(({ id, path, error, accepted }) => {
				const { code, line, message } = findingOf(path, error);
				return { id, path, code, line, message, accepted };
			}),
		},
		totals: {
			nodes: sum(entries, (entry) => entry.nodes),
			chunks: sum(entries, (entry) => entry.chunks),
			tokens: sum(entries, (entry) => entry.tokens),
			sourceBytes: sum(entries, (entry) => entry.bytes),
			findings: countByCode(fidelity),
		},
		catalog,
		chunks: digest(chunkIds),
		expansion,
		fidelity: hash(fidelityContent),
		search: shards.map((shard) => {
			for (const { file, content } of shard.parts)
				files.push({ path: paths.search(file), content });
			files.push({ path: paths.search(shard.entry.file), content: shard.content });
			return shard.entry;
		}),
	};
	const content = canonicalJson(manifest);
	const id = hash(content);
	files.push({ path: paths.fidelity(id), content: fidelityContent });
	files.push({ path: paths.generation(id), content });
	const retained = [...new Set([id, ...(options.retained ?? [])])];
	files.push({
		path: paths.pointer,
		content: canonicalJson({ format: FORMAT_VERSION, generation: id, retained }),
	});
	return {
		id,
		manifest,
		files,
		fidelity,
		failed: failures.filter((failure) => !failure.accepted),
		blocking: documents.flatMap(({ findings }) =>
			findings.filter(({ severity }) => severity === 'error'),
		),
	};
}

/** A file whose content is put together each time it is read, so that it takes no memory until then. */
function madeWhenRead(path: string, make: () => string): IndexFile {
	return {
		path,
		get content() {
			return make();
		},
	};
}

function catalogEntry(indexed: SettledDocument, file: string, source: string): CatalogEntry {
	return {
		...indexed.document,
		file,
		source,
		bytes: indexed.source.bytes,
		...indexed.totals,
		findings: indexed.findings.length,
	};
}

/** With its properties in the order of canonical JSON, which then needs no sorting of its own. */
function inOrder(entry: CatalogEntry): CatalogEntry {
	const sorted: Record<string, unknown> = {};
	for (const key of Object.keys(entry).sort()) sorted[key] = entry[key as keyof CatalogEntry];
	return sorted as CatalogEntry;
}

/**
 * Cuts the catalog where keys say so, not where a count does: one more document changes one page,
 * and the others keep their addresses.
 */
function catalogPages(entries: readonly CatalogEntry[]): CatalogEntry[][] {
	let digits = 0;
	while (entries.length / 16 ** digits > CATALOG_PAGE) digits++;
	const pages = new Map<string, CatalogEntry[]>();
	for (const entry of entries) {
		const prefix = entry.key.slice(0, digits);
		const page = pages.get(prefix);
		if (page === undefined) pages.set(prefix, [entry]);
		else page.push(entry);
	}
	return [...pages.values()];
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
	return items.reduce((total, item) => total + of(item), 0);
}
