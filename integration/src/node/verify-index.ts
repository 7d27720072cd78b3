import { DocumentView } from '../client/document-view.ts';
import type { Load } from '../client/index.ts';
import {
	PAGEFIND_LIST,
	type PagefindList,
	type PagefindNotes,
} from '../core/search/pagefind-pages.ts';
import type { ShardContent } from '../core/search/shard.ts';
import { compareText } from '../core/compare-text.ts';
import { chunkingDigest } from '../core/configuration.ts';
import { decodeContent, type DocumentContent } from '../core/format/content.ts';
import { schemas } from '../core/format/schemas.ts';
import { schemasV1 } from '../core/format/v1-schemas.ts';
import { duplicatesOfV1, type DocumentFileV1 } from '../core/format/v1.ts';
import {
	canonicalJson,
	CitableError,
	digest,
	FORMAT_VERSION,
	hash,
	paths,
	type Catalog,
	type CatalogEntry,
	type DocumentFile,
	type GenerationManifest,
	type Pointer,
} from '../core/index.ts';
import { checkContent } from './verify-document.ts';

/** What checking an index brings to light. */
export interface Verification {
	/** The current generation. */
	readonly generation: string;
	readonly checked: {
		readonly generations: number;
		/** Files and bytes of all generations; the rest is of the current one. */
		readonly files: number;
		readonly bytes: number;
		readonly documents: number;
		readonly nodes: number;
		readonly sections: number;
		readonly chunks: number;
	};
	/** What is wrong, each with the file of the index it is about. */
	readonly problems: readonly CitableError[];
}

/** A generation with every file that it names, each checked. */
export interface ReadGeneration {
	readonly id: string;
	readonly manifest: GenerationManifest;
	readonly entries: readonly CatalogEntry[];
	/** What document files say, by path inside the index. */
	readonly documents: ReadonlyMap<string, DocumentContent>;
	/** Digests of all files of the generation, by path inside the index. */
	readonly digests: ReadonlyMap<string, string>;
}

/**
 * Checks an index by itself: that every file its generations name is there, has the digest by which
 * it is named and the shape of its format, that every count is right, and that every id follows from
 * what it stands for. A span or text that was altered shows, unless everything that depends on it
 * was made anew; see `verifyContent`.
 *
 * @returns What was found; `read` is the current generation where it could be read.
 * @throws {CitableError} `index-not-found`, `format-unknown`, `format-invalid`, `unknown-generation`
 */
export async function verifyIndex(
	load: Load,
	name: string,
): Promise<Verification & { readonly read: ReadGeneration | undefined }> {
	const { generation, retained } = await readPointer(load, name);
	if (!retained.includes(generation))
		throw new CitableError('unknown-generation', { id: generation, retained: retained.join(', ') });
	const checker = new Checker(load);
	const read = await checker.generation(generation, true);
	// What is searched belongs to the current generation alone.
	for (const id of retained) if (id !== generation) await checker.generation(id, false);
	const { problems, files, bytes } = checker;
	return {
		generation,
		checked: {
			generations: retained.length,
			files,
			bytes,
			documents: read?.entries.length ?? 0,
			nodes: sum(read?.entries, ({ nodes }) => nodes),
			sections: sum([...(read?.documents.values() ?? [])], ({ sections }) => sections.length),
			chunks: sum(read?.entries, ({ chunks }) => chunks),
		},
		problems,
		read,
	};
}

async function readPointer(load: Load, name: string): Promise<Pointer> {
	let bytes: Uint8Array;
	try {
		bytes = await load(paths.pointer);
	} catch (cause) {
		throw new CitableError(
			'index-not-found',
			{ url: name, reason: (cause as Error).message },
			{ cause },
		);
	}
	return parseAs('current', paths.pointer, bytes) as Pointer;
}

type SchemaName = keyof typeof schemas;

/** @throws {CitableError} `format-unknown`, `format-invalid` */
function parseAs(schema: SchemaName, path: string, bytes: Uint8Array): unknown {
	const invalid = (reason: string, cause?: unknown): CitableError =>
		new CitableError('format-invalid', { path, reason }, { cause });
	let text: string;
	let value: unknown;
	try {
		text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
		value = JSON.parse(text);
	} catch (cause) {
		throw invalid('it is no JSON', cause);
	}
	const actual = (value as { format?: unknown } | null)?.format;
	if (typeof actual === 'number' && actual > FORMAT_VERSION)
		throw new CitableError('format-unknown', { path, actual, supported: FORMAT_VERSION });
	const shapes = actual === 1 ? schemasV1 : schemas;
	const result = shapes[schema].safeParse(value);
	if (!result.success) {
		const [issue] = result.error.issues;
		throw invalid(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
	}
	if (!isCanonical(text, value)) throw invalid('its JSON is not in the canonical form');
	return result.data;
}

function isCanonical(text: string, value: unknown): boolean {
	try {
		return canonicalJson(value) === text;
	} catch {
		// Half a character has no canonical form.
		return false;
	}
}

/** Digests of the files that a search file names, or the folder; undefined where it has another shape. */
function partsOf(bytes: Uint8Array): { files?: string[]; folder?: string } | undefined {
	try {
		const content = JSON.parse(new TextDecoder().decode(bytes)) as ShardContent | PagefindNotes;
		if ('folder' in content) return { folder: content.folder };
		return 'parts' in content ? { files: content.parts.map(({ file }) => file) } : {};
	} catch {
		return undefined;
	}
}

class Checker {
	readonly problems: CitableError[] = [];
	private readonly blamed = new Set<string>();
	files = 0;
	bytes = 0;
	private readonly digests = new Map<string, string>();
	private readonly load: Load;

	constructor(load: Load) {
		this.load = load;
	}

	async generation(id: string, searched: boolean): Promise<ReadGeneration | undefined> {
		const manifest = await this.json<GenerationManifest>('generation', paths.generation(id), id);
		if (manifest === undefined) return undefined;
		const place = paths.generation(id);
		const { versions, chunking, options } = manifest;
		this.check(
			chunking.configuration ===
				chunkingDigest({
					nodes: versions.nodes,
					syntax: options.syntax,
					callouts: options.callouts,
					adapters: versions.adapters,
					policy: { name: chunking.policy, version: chunking.version, options: chunking.options },
					tokenizer: versions.tokenizer,
				}),
			place,
			'the digest of the chunking configuration does not follow from the configuration',
		);
		await this.json('expansion', paths.expansion(manifest.expansion), manifest.expansion);
		await this.json('fidelity', paths.fidelity(id), manifest.fidelity);
		const duplicates = duplicatesOfV1(manifest);
		if (duplicates !== undefined)
			await this.json('duplicates', paths.duplicates(duplicates), duplicates);
		for (const shard of searched ? manifest.search : []) {
			const path = paths.search(shard.file);
			const bytes = await this.file(path, shard.file);
			if (bytes !== undefined)
				this.check(
					bytes.length === shard.bytes,
					path,
					`it has ${bytes.length} bytes, not ${shard.bytes}`,
				);
			const parts = bytes === undefined ? {} : partsOf(bytes);
			this.check(parts !== undefined, path, 'it does not have the shape of a search file');
			for (const part of parts?.files ?? []) await this.file(paths.search(part), part);
			if (parts?.folder !== undefined) await this.pagefind(parts.folder);
		}
		for (const { file, bytes: size } of (searched ? manifest.vectors : undefined) ?? []) {
			const path = paths.vectors(file);
			const bytes = await this.file(path, file);
			if (bytes !== undefined)
				this.check(bytes.length === size, path, `it has ${bytes.length} bytes, not ${size}`);
		}
		const entries = await this.catalog(manifest, place);
		const documents = new Map<string, DocumentContent>();
		const chunkIds: string[] = [];
		for (const entry of entries) {
			const view = await this.document(entry, chunking.configuration);
			if (view === undefined) continue;
			documents.set(paths.document(entry.file), view.content);
			chunkIds.push(digest(view.content.chunks.map((_, order) => view.chunkId(order))));
		}
		if (chunkIds.length === entries.length) this.checkChunkIds(manifest, chunkIds, place);
		this.checkTotals(manifest, entries, place);
		return { id, manifest, entries, documents, digests: this.digests };
	}

	/** The files of a folder that Pagefind made, which is named by the digest of their list. */
	private async pagefind(folder: string): Promise<void> {
		const path = paths.pagefind(folder, PAGEFIND_LIST);
		const list = await this.file(path, folder);
		if (list === undefined) return;
		const files = JSON.parse(new TextDecoder().decode(list)) as PagefindList;
		for (const { path: file, digest: expected } of files)
			await this.file(paths.pagefind(folder, file), expected);
	}

	private async catalog(manifest: GenerationManifest, place: string): Promise<CatalogEntry[]> {
		const entries: CatalogEntry[] = [];
		for (const page of manifest.catalog) {
			const file = await this.json<Catalog>('catalog', paths.catalog(page.digest), page.digest);
			if (file === undefined) continue;
			this.check(
				file.documents.length === page.documents && (file.documents[0]?.key ?? '') === page.first,
				place,
				`the catalog page ${page.digest} does not hold what the manifest says`,
			);
			entries.push(...file.documents);
		}
		const sorted = entries.every(
			(entry, at) => at === 0 || compareText(entries[at - 1]?.key ?? '', entry.key) < 0,
		);
		this.check(sorted, place, 'the documents of the catalog are not in ascending order');
		this.check(
			new Set(entries.map(({ id }) => id)).size === entries.length,
			place,
			'two documents of the catalog have one id',
		);
		return entries;
	}

	private async document(entry: CatalogEntry, chunking: string): Promise<DocumentView | undefined> {
		const path = paths.document(entry.file);
		const { duplicates } = entry;
		if (duplicates !== undefined)
			await this.json('duplicates', paths.duplicates(duplicates), duplicates);
		const source = await this.file(entry.source, entry.revision);
		const file = await this.json<DocumentFile | DocumentFileV1>('document', path, entry.file);
		if (source === undefined || file === undefined) return undefined;
		const extension = entry.path.endsWith('.mdx') ? 'mdx' : 'md';
		this.check(
			entry.source === paths.source(entry.revision, extension),
			path,
			`its source is named ${entry.source}`,
		);
		let text: string;
		try {
			text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(source);
		} catch {
			this.check(false, entry.source, 'it is not UTF-8');
			return undefined;
		}
		let content: DocumentContent;
		try {
			content = decodeContent(file, text);
		} catch (cause) {
			if (!(cause instanceof RangeError)) throw cause;
			const reason = cause.message;
			this.problems.push(new CitableError('format-invalid', { path, reason }, { cause }));
			return undefined;
		}
		for (const problem of checkContent(entry, content, text)) this.check(false, path, problem);
		const counted = {
			bytes: source.length,
			nodes: content.nodes.length,
			chunks: content.chunks.length,
			tokens: sum(content.chunks, (chunk) => chunk.tokens),
		};
		this.check(
			canonicalJson({ ...entry, ...counted }) === canonicalJson(entry),
			path,
			'the catalog counts other bytes, nodes, chunks or tokens',
		);
		return new DocumentView(entry, content, text, chunking);
	}

	/** Ids are in no file; what is recorded of them is one digest. In version 1 there was none. */
	private checkChunkIds(
		{ chunks }: Partial<GenerationManifest>,
		ids: readonly string[],
		place: string,
	): void {
		this.check(
			chunks === undefined || chunks === digest(ids),
			place,
			'the ids of the chunks do not follow from their spans, texts and nodes',
		);
	}

	private checkTotals(
		manifest: GenerationManifest,
		entries: readonly CatalogEntry[],
		place: string,
	): void {
		const { totals, coverage, corpus } = manifest;
		this.check(
			totals.nodes === sum(entries, ({ nodes }) => nodes) &&
				totals.chunks === sum(entries, ({ chunks }) => chunks) &&
				totals.tokens === sum(entries, ({ tokens }) => tokens) &&
				totals.sourceBytes === sum(entries, ({ bytes }) => bytes),
			place,
			'the totals are not the sums over the documents',
		);
		this.check(
			coverage.documents === entries.length && coverage.complete === (coverage.failed.length === 0),
			place,
			'the coverage is not that of the catalog',
		);
		const revisions = entries
			.map(({ id, revision }) => [id, revision])
			.sort(([a = ''], [b = '']) => compareText(a, b));
		this.check(
			corpus.revision === digest(revisions),
			place,
			'the corpus revision does not follow from the documents',
		);
	}

	private check(holds: boolean, file: string, reason: string): void {
		if (!holds)
			this.problems.push(
				new CitableError('verification-failed', { reason: `${reason}.` }, { file }),
			);
	}

	/** Undefined where the file is missing, altered or of another shape, which is noted. */
	private async json<File>(
		schema: SchemaName,
		path: string,
		digestOfFile: string,
	): Promise<File | undefined> {
		const bytes = await this.file(path, digestOfFile);
		if (bytes === undefined) return undefined;
		try {
			return parseAs(schema, path, bytes) as File;
		} catch (error) {
			if (!(error instanceof CitableError)) throw error;
			this.problems.push(error);
			return undefined;
		}
	}

	private async file(path: string, expected: string): Promise<Uint8Array | undefined> {
		const counted = this.digests.has(path);
		let bytes: Uint8Array;
		try {
			bytes = await this.load(path);
		} catch (cause) {
			const reason = (cause as Error).message;
			this.blame(path, new CitableError('file-missing', { path, reason }, { cause }));
			return undefined;
		}
		if (!counted) {
			this.files++;
			this.bytes += bytes.length;
		}
		const actual = hash(bytes);
		this.digests.set(path, actual);
		if (actual === expected) return bytes;
		this.blame(path, new CitableError('file-altered', { path, actual, expected }));
		return undefined;
	}

	/** Documents with the same text share a file, and its fault is one. */
	private blame(path: string, error: CitableError): void {
		if (!this.blamed.has(path)) this.problems.push(error);
		this.blamed.add(path);
	}
}

function sum<Item>(items: readonly Item[] | undefined, of: (item: Item) => number): number {
	return (items ?? []).reduce((total, item) => total + of(item), 0);
}
