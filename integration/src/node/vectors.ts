import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import {
	embeddingTextOf,
	FORMAT_VERSION,
	hash,
	paths,
	representationsOf,
	type Generation,
	type GenerationManifest,
	type IndexFile,
} from '../core/index.ts';
import {
	decodeVectors,
	embedded,
	encodeVectors,
	smallVector,
	VECTORS_VERSION,
	type Embed,
	type SmallVector,
	type VectorsHead,
} from '../core/search/vectors.ts';

/** What makes vectors, and what it is called. */
export interface Embedder {
	readonly embed: Embed;
	/** The name of the model: vectors of another model are of no use. */
	readonly model: string;
}

/** How many texts are embedded at once. */
const BATCH = 64;

type VectorEntries = NonNullable<GenerationManifest['vectors']>;

/**
 * Makes the vectors of all chunks, one file a language. Each distinct text is embedded once, and not
 * at all where an earlier build left its vector in the cache. Nothing is written but the cache, and
 * that when all vectors are made.
 *
 * @param cache The folder of the cache.
 * @throws {CitableError} `embedding-failed`, `embedding-invalid`.
 */
export async function vectorFiles(
	{ documents }: Pick<Generation, 'documents'>,
	{ embed, model }: Embedder,
	cache?: string,
): Promise<{ readonly entries: VectorEntries; readonly files: readonly IndexFile[] }> {
	const languages = new Map<
		string,
		{ document: VectorsHead['documents'][number]; keys: (string | undefined)[] }[]
	>();
	const texts = new Map<string, string>();
	for (const indexed of documents) {
		const { key, language = 'und', version, status } = indexed.document;
		const keys = representationsOf(indexed).map((representation) => {
			const { text, key: of } = embeddingTextOf(representation);
			if (text.trim() === '') return undefined;
			texts.set(of, text);
			return of;
		});
		const document = {
			key,
			...(version === undefined ? {} : { version }),
			...(status === undefined ? {} : { status }),
		};
		const list = languages.get(language);
		if (list === undefined) languages.set(language, [{ document, keys }]);
		else list.push({ document, keys });
	}
	const { vectors, dimension } = await vectorsOf(texts, { embed, model }, cache);
	const entries: VectorEntries = [];
	const files: IndexFile[] = [];
	for (const [language, list] of [...languages].sort(([a], [b]) => (a < b ? -1 : 1))) {
		const rows = new Map<string, number>();
		const chunks = list.map(({ keys }) =>
			keys.map((key) => {
				if (key === undefined) return -1;
				const row = rows.get(key) ?? rows.size;
				rows.set(key, row);
				return row;
			}),
		);
		const head: VectorsHead = {
			format: FORMAT_VERSION,
			model,
			dimension,
			documents: list.map(({ document }) => document),
			chunks,
		};
		const content = encodeVectors(
			head,
			[...rows.keys()].flatMap((key) => vectors.get(key) ?? []),
		);
		const file = hash(content);
		files.push({ path: paths.vectors(file), content });
		entries.push({
			model,
			version: VECTORS_VERSION,
			dimension,
			language,
			documents: list.length,
			chunks: chunks.reduce((sum, { length }) => sum + length, 0),
			file,
			bytes: content.length,
		});
	}
	return { entries, files };
}

/** The vectors of texts, by their keys: those of the cache, and new ones for the rest. */
async function vectorsOf(
	texts: ReadonlyMap<string, string>,
	{ embed, model }: Embedder,
	cache: string | undefined,
): Promise<{ vectors: Map<string, SmallVector>; dimension: number }> {
	const file = cache === undefined ? undefined : join(cache, `vectors-${hash(model).slice(0, 16)}`);
	const known = file === undefined ? new Map<string, SmallVector>() : readCache(file, model);
	const vectors = new Map<string, SmallVector>();
	for (const key of texts.keys()) {
		const vector = known.get(key);
		if (vector !== undefined) vectors.set(key, vector);
	}
	let dimension = vectors.values().next().value?.numbers.length;
	const missing = [...texts].filter(([key]) => !vectors.has(key));
	for (let at = 0; at < missing.length; at += BATCH) {
		const batch = missing.slice(at, at + BATCH);
		const made = await embedded(
			embed,
			batch.map(([, text]) => text),
			dimension,
		);
		dimension ??= made[0]?.length;
		made.forEach((vector, place) => vectors.set(batch[place]?.[0] ?? '', smallVector(vector)));
	}
	if (file !== undefined && cache !== undefined && missing.length > 0) {
		mkdirSync(cache, { recursive: true });
		const unfinished = `${file}.${randomBytes(6).toString('hex')}.unfinished`;
		const head = cacheHead(model, dimension ?? 0, [...vectors.keys()]);
		writeFileSync(unfinished, encodeVectors(head, [...vectors.values()]));
		renameSync(unfinished, file);
	}
	return { vectors, dimension: dimension ?? 0 };
}

/** A cache has the form of an index's file, with texts in the place of documents. */
function cacheHead(model: string, dimension: number, keys: readonly string[]): VectorsHead {
	const documents = keys.map((key) => ({ key }));
	return { format: FORMAT_VERSION, model, dimension, documents, chunks: keys.map((_, at) => [at]) };
}

/** What cannot be read, or is of another model, is made anew. */
function readCache(file: string, model: string): Map<string, SmallVector> {
	const found = new Map<string, SmallVector>();
	try {
		const { documents, dimension, scales, numbers, ...head } = decodeVectors(
			file,
			readFileSync(file),
		);
		if (head.model !== model || documents.length !== scales.length) return found;
		documents.forEach(({ key }, row) => {
			const start = row * dimension;
			found.set(key, {
				scale: scales[row] ?? 0,
				numbers: numbers.slice(start, start + dimension),
			});
		});
	} catch {
		return new Map();
	}
	return found;
}
