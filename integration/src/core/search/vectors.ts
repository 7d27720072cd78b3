import { CitableError } from '../errors.ts';
import { FORMAT_VERSION } from '../format/version.ts';
import type { FilterValues } from './filters.ts';

/** Version of the files of vectors. */
export const VECTORS_VERSION = 1;

/** Makes one vector for each text, all of one length. */
export type Embed = (
	texts: readonly string[],
) => Promise<readonly ArrayLike<number>[]> | readonly ArrayLike<number>[];

/** A vector of length 1 in whole numbers from -127 to 127; times the scale they are its numbers. */
export interface SmallVector {
	readonly scale: number;
	readonly numbers: Int8Array;
}

/** What a file of vectors says beside them. */
export interface VectorsHead {
	readonly format: number;
	readonly model: string;
	readonly dimension: number;
	/** Documents by ascending key. */
	readonly documents: readonly ({ readonly key: string } & FilterValues)[];
	/** Of each document, the place of the vector of each of its chunks; -1 for a chunk without text. */
	readonly chunks: readonly (readonly number[])[];
}

/** Vectors with what they are of, as a file holds them. */
export interface Vectors extends VectorsHead {
	readonly scales: Float32Array;
	/** Vector after vector. */
	readonly numbers: Int8Array;
}

/**
 * The vectors that a function makes of texts.
 *
 * @param dimension How many numbers a vector has to have, where that is known.
 * @throws {CitableError} `embedding-failed`, `embedding-invalid`.
 */
export async function embedded(
	embed: Embed,
	texts: readonly string[],
	dimension?: number,
): Promise<readonly ArrayLike<number>[]> {
	const failed = (reason: string, cause?: unknown): CitableError =>
		new CitableError('embedding-failed', { reason }, { cause });
	let made: unknown;
	try {
		made = await embed(texts);
	} catch (cause) {
		throw failed(cause instanceof Error ? cause.message : String(cause), cause);
	}
	if (!Array.isArray(made)) throw failed('It gave no list of vectors.');
	const vectors = made as readonly ArrayLike<number>[];
	if (vectors.length !== texts.length)
		throw failed(`It gave ${String(vectors.length)} vectors for ${String(texts.length)} texts.`);
	const expected = dimension ?? vectors[0]?.length ?? 0;
	for (const [at, vector] of vectors.entries()) {
		const id = `“${(texts[at] ?? '').slice(0, 40)}”`;
		if (vector.length !== expected || expected === 0)
			throw new CitableError('embedding-invalid', { id, actual: vector.length, expected });
		const wrong = Array.from(vector).findIndex((number) => !Number.isFinite(number));
		if (wrong >= 0)
			throw failed(`The vector of ${id} has ${String(vector[wrong])} at place ${String(wrong)}.`);
	}
	return vectors;
}

/** Makes a vector small: its direction alone is kept, to 1 part in 127 of its largest number. */
export function smallVector(vector: ArrayLike<number>): SmallVector {
	const { length, largest } = lengthOf(vector);
	const numbers = Int8Array.from({ length: vector.length }, (_, at) =>
		largest === 0 ? 0 : Math.round(((vector[at] ?? 0) / largest) * 127),
	);
	return { scale: length === 0 ? 0 : 1 / (length * 127), numbers };
}

/** The cosine of a query with each of some vectors. */
export function cosines(
	query: ArrayLike<number>,
	{ dimension, scales, numbers }: Pick<Vectors, 'dimension' | 'scales' | 'numbers'>,
): Float64Array {
	const { length, largest } = lengthOf(query);
	const own = Float64Array.from({ length: dimension }, (_, at) =>
		length === 0 ? 0 : (query[at] ?? 0) / largest / length,
	);
	const found = new Float64Array(scales.length);
	for (let row = 0; row < scales.length; row++) {
		let product = 0;
		const start = row * dimension;
		for (let at = 0; at < dimension; at++) product += (own[at] ?? 0) * (numbers[start + at] ?? 0);
		found[row] = product * (scales[row] ?? 0);
	}
	return found;
}

/** The largest number of a vector, and its length as a multiple of it: squares of tiny numbers are 0. */
function lengthOf(vector: ArrayLike<number>): { length: number; largest: number } {
	let largest = 0;
	for (let at = 0; at < vector.length; at++) largest = Math.max(largest, Math.abs(vector[at] ?? 0));
	let sum = 0;
	if (largest > 0)
		for (let at = 0; at < vector.length; at++) sum += ((vector[at] ?? 0) / largest) ** 2;
	return { length: Math.sqrt(sum), largest };
}

/** Bytes in front of the head: how long it is. */
const LENGTH = 4;

/** A file of vectors: the length of the head, the head as JSON, scales, numbers; little-endian. */
export function encodeVectors(head: VectorsHead, vectors: readonly SmallVector[]): Uint8Array {
	const json = new TextEncoder().encode(JSON.stringify(head));
	const scalesAt = LENGTH + json.length;
	const numbersAt = scalesAt + 4 * vectors.length;
	const bytes = new Uint8Array(numbersAt + head.dimension * vectors.length);
	const view = new DataView(bytes.buffer);
	view.setUint32(0, json.length, true);
	bytes.set(json, LENGTH);
	vectors.forEach(({ scale, numbers }, row) => {
		view.setFloat32(scalesAt + 4 * row, scale, true);
		bytes.set(
			new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.length),
			numbersAt + head.dimension * row,
		);
	});
	return bytes;
}

/** @throws {CitableError} `format-invalid`, `format-unknown`. */
export function decodeVectors(path: string, bytes: Uint8Array): Vectors {
	const invalid = (cause?: unknown): CitableError =>
		new CitableError('format-invalid', { path, reason: 'it is no file of vectors' }, { cause });
	if (bytes.length < LENGTH) throw invalid();
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
	const scalesAt = LENGTH + view.getUint32(0, true);
	let head: VectorsHead;
	try {
		head = JSON.parse(new TextDecoder().decode(bytes.subarray(LENGTH, scalesAt))) as VectorsHead;
	} catch (cause) {
		throw invalid(cause);
	}
	if (head.format > FORMAT_VERSION)
		throw new CitableError('format-unknown', {
			path,
			actual: head.format,
			supported: FORMAT_VERSION,
		});
	const rows = (bytes.length - scalesAt) / (4 + head.dimension);
	if (!Number.isInteger(rows)) throw invalid();
	const numbersAt = scalesAt + 4 * rows;
	return {
		...head,
		scales: Float32Array.from({ length: rows }, (_, row) =>
			view.getFloat32(scalesAt + 4 * row, true),
		),
		numbers: new Int8Array(bytes.buffer, bytes.byteOffset + numbersAt, rows * head.dimension),
	};
}
