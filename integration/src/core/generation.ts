import type { Code } from './codes.ts';
import { describePreset, NODES_VERSION, type Configuration } from './configuration.ts';
import { canonicalJson, digest, hash } from './digest.ts';
import { documentId, duplicateDocuments, type DocumentInput } from './document.ts';
import { CitableError } from './errors.ts';
import { expansionRules } from './expansion-rules.ts';
import { findingOf, type Finding } from './findings.ts';
import { encodeNodes, encodeText } from './format/columns.ts';
import {
	paths,
	type Catalog,
	type CatalogEntry,
	type DocumentFile,
	type FidelityReport,
	type GenerationManifest,
	type IndexFile,
} from './format/files.ts';
import { FORMAT_VERSION } from './format/schemas.ts';
import { schemaFiles } from './format/schema-files.ts';
import { indexDocument, type IndexedDocument } from './indexed-document.ts';
import { offsetTable } from './offsets.ts';
import { REPRESENTATION_VERSION } from './representations.ts';
import { SearchBuilder, type SearchShard } from './search/build.ts';
import { PACKAGE_VERSION } from './version.ts';

/** What is known of a build beside its documents. */
export interface GenerationOptions {
	/** Ids of documents whose failure is accepted; coverage says so and is not complete. */
	readonly accept?: readonly string[];
	/** The git commit of the sources. */
	readonly commit?: string;
	/** Findings about no single document. */
	readonly corpusFindings?: readonly Finding[];
	/** Generations beside this one that can still be opened. */
	readonly retained?: readonly string[];
	/** Whether to make search files. @default true */
	readonly search?: boolean;
}

/** One complete build of an index. */
export interface Generation {
	/** The digest of the manifest. */
	readonly id: string;
	readonly manifest: GenerationManifest;
	/** Every file of the index in the order in which they may be written; the pointer is the last. */
	readonly files: readonly IndexFile[];
	/** Documents as they were indexed, by ascending key. */
	readonly documents: readonly IndexedDocument[];
	readonly fidelity: FidelityReport;
	/** Documents that failed and whose gap is not accepted. A build must not publish over these. */
	readonly failed: readonly FailedDocument[];
}

/** A document that could not be read. */
export interface FailedDocument {
	readonly id: string;
	readonly path: string;
	readonly error: CitableError;
	readonly accepted: boolean;
}

/** How many documents a page of the catalog lists, about. */
const CATALOG_PAGE = 256;

/**
 * Builds a generation from its documents. The order of the inputs makes no difference: the same
 * bytes and configuration give the same files, byte for byte.
 */
export function buildGeneration(
	inputs: readonly DocumentInput[],
	configuration: Configuration,
	options: GenerationOptions = {},
): Generation {
	const accept = new Set(options.accept);
	const duplicates = duplicateDocuments(inputs);
	const documents: IndexedDocument[] = [];
	const failures: FailedDocument[] = [];
	for (const input of inputs) {
		const id = documentId(input);
		try {
			const duplicate = duplicates.get(input);
			if (duplicate !== undefined) throw duplicate;
			documents.push(indexDocument(input, configuration));
		} catch (error) {
			if (!(error instanceof CitableError)) throw error;
			failures.push({ id, path: input.path, error, accepted: accept.has(id) });
		}
	}
	documents.sort((a, b) => compare(a.document.key, b.document.key));
	failures.sort((a, b) => compare(a.id, b.id) || compare(a.path, b.path));
	return assemble(documents, failures, configuration, options);
}

function assemble(
	documents: readonly IndexedDocument[],
	failures: readonly FailedDocument[],
	configuration: Configuration,
	options: GenerationOptions,
): Generation {
	const files: IndexFile[] = [...schemaFiles()];
	const addJson = (path: (digest: string) => string, value: unknown): string => {
		const content = canonicalJson(value);
		const digestOfFile = hash(content);
		files.push({ path: path(digestOfFile), content });
		return digestOfFile;
	};
	const search = options.search === false ? undefined : new SearchBuilder();
	const entries: CatalogEntry[] = [];
	const sources = new Set<string>();
	for (const indexed of documents) {
		const source = paths.source(indexed.source.revision, indexed.source.format);
		if (!sources.has(source)) {
			sources.add(source);
			files.push({ path: source, content: indexed.source.text });
		}
		const file = addJson(paths.document, documentFile(indexed));
		entries.push(catalogEntry(indexed, file, source));
		search?.add(indexed);
	}
	const shards: SearchShard[] = search?.shards() ?? [];
	const fidelity = fidelityReport(documents, failures, options.corpusFindings ?? []);
	const catalog = catalogPages(entries).map((page) => ({
		first: page[0]?.key ?? '',
		digest: addJson(paths.catalog, { format: FORMAT_VERSION, documents: page } satisfies Catalog),
		documents: page.length,
	}));
	const expansion = addJson(paths.expansion, expansionRules);
	const fidelityContent = canonicalJson(fidelity);
	const { parser, tokenizer, policy, adapters } = configuration;
	const manifest: GenerationManifest = {
		format: FORMAT_VERSION,
		corpus: {
			revision: digest(
				entries
					.map(({ id, revision }) => [id, revision])
					.sort(([a = ''], [b = '']) => compare(a, b)),
			),
			...(options.commit === undefined ? {} : { commit: options.commit }),
		},
		versions: {
			package: PACKAGE_VERSION,
			parser: { name: parser.name, version: parser.version },
			nodes: NODES_VERSION,
			adapters: adapters.presets.map(describePreset),
			tokenizer: { name: tokenizer.name, version: tokenizer.version },
			representation: REPRESENTATION_VERSION,
			expansion: expansionRules.version,
		},
		chunking: {
			policy: policy.name,
			version: policy.version,
			options: { ...policy.options },
			configuration: configuration.chunking,
		},
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
		expansion,
		fidelity: hash(fidelityContent),
		search: shards.map((shard) => {
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
		documents,
		fidelity,
		failed: failures.filter((failure) => !failure.accepted),
	};
}

/** A document as it is published. */
export function documentFile(indexed: IndexedDocument): DocumentFile {
	const { document, source, tree } = indexed;
	const relations: DocumentFile['relations'] = {};
	for (const { from, role, to } of indexed.relations) (relations[role] ??= []).push([from, to]);
	return {
		format: FORMAT_VERSION,
		document,
		length: source.text.length,
		offsets: copyTable(offsetTable(source.text)),
		nodes: encodeNodes(tree.nodes),
		text: encodeText(tree.leaves),
		sections: indexed.sections.map(({ id, heading, start, end, bodyStart, path }) => ({
			id,
			heading,
			start,
			end,
			bodyStart,
			path: [...path],
		})),
		chunks: indexed.chunks.map(({ id, section, start, end, tokens, nodes, part }) => ({
			id,
			section,
			start,
			end,
			tokens,
			exact: true,
			nodes: [...nodes],
			...(part === undefined ? {} : { part }),
		})),
		relations,
	};
}

function copyTable(table: ReturnType<typeof offsetTable>): DocumentFile['offsets'] {
	return { utf16: [...table.utf16], width: [...table.width] };
}

function catalogEntry(indexed: IndexedDocument, file: string, source: string): CatalogEntry {
	return {
		...indexed.document,
		file,
		source,
		bytes: indexed.source.bytes,
		nodes: indexed.tree.nodes.length,
		chunks: indexed.chunks.length,
		tokens: sum(indexed.chunks, (chunk) => chunk.tokens),
		findings: indexed.findings.length,
	};
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

function fidelityReport(
	documents: readonly IndexedDocument[],
	failures: readonly FailedDocument[],
	corpus: readonly Finding[],
): FidelityReport {
	const reported = documents.map(({ document, findings }): FidelityReport['documents'][number] => ({
		id: document.id,
		path: document.path,
		status: 'indexed',
		findings: [...findings],
	}));
	for (const { id, path, error, accepted } of failures) {
		reported.push({
			id,
			path,
			status: accepted ? 'accepted' : 'failed',
			findings: [findingOf(path, error)],
		});
	}
	reported.sort((a, b) => compare(a.id, b.id) || compare(a.path, b.path));
	return { format: FORMAT_VERSION, documents: reported, corpus: [...corpus] };
}

function countByCode(report: FidelityReport): Partial<Record<Code, number>> {
	const counts: Partial<Record<Code, number>> = {};
	for (const finding of [
		...report.documents.flatMap((document) => document.findings),
		...report.corpus,
	]) {
		counts[finding.code] = (counts[finding.code] ?? 0) + 1;
	}
	return counts;
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
	return items.reduce((total, item) => total + of(item), 0);
}

/** By code units, so that the order is the same in every locale. */
function compare(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}
