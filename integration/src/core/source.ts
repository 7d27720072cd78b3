import { hash } from './digest.ts';
import { CitableError } from './errors.ts';
import { lineIndex, type LineIndex } from './lines.ts';

/** The languages a source can be written in. */
export type SourceFormat = 'md' | 'mdx';

/**
 * The exact bytes of one file, decoded. Nothing is normalised: a byte-order mark stays in the text
 * and counts, and CRLF and lone CR stay as they are.
 */
export interface Source {
	/** Path by which problems name the file, with forward slashes. */
	readonly path: string;
	readonly format: SourceFormat;
	/** SHA-256 of the bytes, 64 hexadecimal digits. */
	readonly revision: string;
	readonly text: string;
	/** Length of the file in bytes. */
	readonly bytes: number;
	readonly lines: LineIndex;
}

const BYTE_ORDER_MARK = 0xfeff;

/** In which language a file is written, by its name. */
export function formatOf(path: string): SourceFormat {
	return path.endsWith('.mdx') ? 'mdx' : 'md';
}

/**
 * Decodes the bytes of one file.
 *
 * @param revision SHA-256 of the bytes, where it is known.
 * @throws {CitableError} `invalid-utf8`, naming the line and the byte.
 */
export function readSource(path: string, bytes: Uint8Array, revision = hash(bytes)): Source {
	const text = decodeUtf8(path, bytes);
	let lines: LineIndex | undefined;
	return {
		path,
		format: formatOf(path),
		revision,
		text,
		bytes: bytes.length,
		// A document that was read before is not asked for its lines.
		get lines() {
			return (lines ??= lineIndex(text));
		},
	};
}

/** Whether a text starts with a byte-order mark, which parsers skip without counting it. */
export function startsWithByteOrderMark(text: string): boolean {
	return text.charCodeAt(0) === BYTE_ORDER_MARK;
}

/**
 * Strict UTF-8, the byte-order mark kept. The decoder is the platform's; it exists wherever
 * JavaScript runs, but the plain language library does not declare it.
 */
function decodeUtf8(path: string, bytes: Uint8Array): string {
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch (cause) {
		const byte = firstInvalidByte(bytes);
		const before = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, byte));
		throw new CitableError(
			'invalid-utf8',
			{ byte },
			{
				file: path,
				line: lineIndex(before).length,
				start: before.length,
				end: before.length,
				cause,
			},
		);
	}
}

/** Offset of the first byte that cannot belong to a UTF-8 sequence, found by halving. */
function firstInvalidByte(bytes: Uint8Array): number {
	let low = 0;
	let high = bytes.length;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if (isPrefixOfUtf8(bytes.subarray(0, middle))) low = middle;
		else high = middle - 1;
	}
	return low;
}

/** With `stream`, a sequence cut off at the end is no error yet. */
function isPrefixOfUtf8(bytes: Uint8Array): boolean {
	try {
		new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
		return true;
	} catch {
		return false;
	}
}
