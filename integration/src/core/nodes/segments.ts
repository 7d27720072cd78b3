import { decodeNamedCharacterReference } from 'decode-named-character-reference';
import { endOfLine, lineEndAt } from './line-ends.ts';
import type { Segment } from './node.ts';

/** How a value comes about from its source. */
export type Reading =
	/** Markdown text: escapes, character references, prefixes of continued lines. */
	| 'markdown'
	/** Code in a line: `\|` inside tables, prefixes of continued lines. */
	| 'code'
	/** Text and attributes of HTML and JSX: character references. */
	| 'markup'
	/** A string of JavaScript without its quotes. */
	| 'script';

const CHARACTER_REFERENCE = /&(?:#[xX]([0-9a-fA-F]{1,6})|#(\d{1,7})|([0-9a-zA-Z]{1,31}));/y;
const SCRIPT_ESCAPE =
	/\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|[\s\S]))/y;
const ASCII_PUNCTUATION = /[!-/:-@[-`{-~]/;

/**
 * Lays a value against the source it was read from.
 *
 * @returns the segments that make up the value, in source order, or undefined where the two cannot
 * be laid against each other.
 */
export function align(
	text: string,
	start: number,
	end: number,
	value: string,
	reading: Reading,
): Segment[] | undefined {
	if (start === end) return value === '' ? [] : undefined;
	if (end - start === value.length && text.startsWith(value, start)) return [{ start, end }];

	const segments: Segment[] = [];
	let literal = -1;
	let at = start;
	let done = 0;
	let continued = start === 0 || lineEndAt(text, start - 1) > 0;

	const close = (): void => {
		if (literal >= 0) segments.push({ start: literal, end: at });
		literal = -1;
	};
	const skip = (units: number): void => {
		close();
		at += units;
	};
	const replace = (units: number, by: string): void => {
		close();
		segments.push({ start: at, end: at + units, value: by });
		at += units;
		done += by.length;
	};

	while (done < value.length) {
		if (at >= end) return undefined;
		const unit = text.charAt(at);
		const wanted = value.charAt(done);

		if (unit === '&' && reading !== 'code' && reading !== 'script') {
			const decoded = decodeReference(text, at, end);
			if (decoded !== undefined && value.startsWith(decoded.value, done)) {
				continued = false;
				replace(decoded.length, decoded.value);
				continue;
			}
		}
		if (unit === '\\') {
			if (reading === 'script') {
				const escape = decodeEscape(text, at);
				if (escape === undefined || !value.startsWith(escape.value, done)) return undefined;
				if (escape.value === '') skip(escape.length);
				else replace(escape.length, escape.value);
				continue;
			}
			const next = text.charAt(at + 1);
			const escapes =
				reading === 'markdown' ? ASCII_PUNCTUATION.test(next) : reading === 'code' && next === '|';
			if (escapes && next === wanted) {
				skip(1);
				literal = at;
				at++;
				done++;
				continued = false;
				continue;
			}
		}
		// A reader of Markdown drops indentation and quote marks of continued lines before it reads on.
		if (continued && (unit === ' ' || unit === '\t' || unit === '>') && unit !== wanted) {
			skip(1);
			continue;
		}
		if (unit === wanted) {
			if (literal < 0) literal = at;
			continued = unit === '\n' || unit === '\r' || (continued && isSpace(unit));
			at++;
			done++;
			continue;
		}
		const lineEnd = lineEndAt(text, at);
		if (lineEnd > 0 && (wanted === '\n' || wanted === ' ')) {
			replace(lineEnd, wanted);
			continued = true;
			continue;
		}
		if (unit === '\0' && wanted === '\ufffd') {
			replace(1, wanted);
			continue;
		}
		if (unit === ' ' || unit === '\t' || lineEnd > 0) {
			skip(1);
			continue;
		}
		return undefined;
	}
	close();
	return /^[\s>]*$/.test(text.slice(at, end)) ? segments : undefined;
}

/**
 * Lays the value of a block whose lines were freed of indentation and quote marks (code, math, raw
 * HTML) against its source: each line of the value is the end of a line of the source.
 */
export function alignLines(
	text: string,
	start: number,
	end: number,
	value: string,
): Segment[] | undefined {
	if (end - start === value.length && text.startsWith(value, start) && !value.includes('\r'))
		return value === '' ? [] : [{ start, end }];

	const segments: Segment[] = [];
	let at = start;
	let done = 0;
	for (;;) {
		const sourceEnd = endOfLine(text, at, end);
		const valueEnd = endOfLine(value, done, value.length);
		const length = valueEnd - done;
		const line = value.slice(done, valueEnd);
		const from = sourceEnd - length;
		let placed: Segment | undefined;
		if (from >= at && text.startsWith(line, from)) {
			placed = { start: from, end: sourceEnd };
		} else {
			// Blanks at the end may be cut; a tab that was used up in part stands for spaces.
			const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0;
			const bare = line.slice(indent).trimEnd();
			const found = bare === '' ? sourceEnd : text.lastIndexOf(bare, sourceEnd - bare.length);
			if (found < at) {
				const nul =
					line.includes('\ufffd') &&
					text.slice(from, sourceEnd).replaceAll('\0', '\ufffd') === line;
				if (!nul || from < at) return undefined;
				placed = { start: from, end: sourceEnd, value: line };
			} else {
				placed = { start: found, end: sourceEnd, value: line };
			}
		}
		push(segments, placed, line);
		if (valueEnd >= value.length) return segments;
		const sourceBreak = lineEndAt(text, sourceEnd);
		const valueBreak = lineEndAt(value, valueEnd);
		if (sourceBreak === 0 || sourceEnd + sourceBreak > end) return undefined;
		const same =
			sourceBreak === valueBreak &&
			text.startsWith(value.slice(valueEnd, valueEnd + valueBreak), sourceEnd);
		const lineBreak = { start: sourceEnd, end: sourceEnd + sourceBreak };
		push(segments, same ? lineBreak : { ...lineBreak, value: '\n' }, '\n');
		at = sourceEnd + sourceBreak;
		done = valueEnd + valueBreak;
	}
}

/** The source range of a range of the value that segments make up. */
export function sourceRange(
	segments: readonly Segment[],
	start: number,
	end: number,
): { start: number; end: number } | undefined {
	let from = 0;
	let first: number | undefined;
	let last: number | undefined;
	for (const segment of segments) {
		const length = segment.value?.length ?? segment.end - segment.start;
		const to = from + length;
		if (first === undefined && start < to) {
			first = segment.value === undefined ? segment.start + (start - from) : segment.start;
		}
		if (end <= to) {
			last = segment.value === undefined ? segment.start + (end - from) : segment.end;
			break;
		}
		from = to;
	}
	return first === undefined || last === undefined || last < first
		? undefined
		: { start: first, end: last };
}

/** Adds a segment, joined to the one before where both are literal and touch. */
function push(segments: Segment[], segment: Segment, value: string): void {
	if (value === '') return;
	const previous = segments.at(-1);
	if (
		previous?.end === segment.start &&
		previous.value === undefined &&
		segment.value === undefined
	) {
		segments[segments.length - 1] = { start: previous.start, end: segment.end };
	} else {
		segments.push(segment);
	}
}

function decodeReference(text: string, at: number, end: number): Decoded | undefined {
	CHARACTER_REFERENCE.lastIndex = at;
	const match = CHARACTER_REFERENCE.exec(text);
	if (match === null || at + match[0].length > end) return undefined;
	const [whole, hexadecimal, decimal, name] = match;
	let value: string | false = false;
	if (hexadecimal !== undefined) value = character(Number.parseInt(hexadecimal, 16));
	else if (decimal !== undefined) value = character(Number.parseInt(decimal, 10));
	else if (name !== undefined) value = decodeNamedCharacterReference(name);
	return value === false ? undefined : { value, length: whole.length };
}

function decodeEscape(text: string, at: number): Decoded | undefined {
	SCRIPT_ESCAPE.lastIndex = at;
	const match = SCRIPT_ESCAPE.exec(text);
	if (match === null) return undefined;
	const [whole, point, unit, byte, single] = match;
	const code = point ?? unit ?? byte;
	if (code !== undefined) {
		return { value: String.fromCodePoint(Number.parseInt(code, 16)), length: whole.length };
	}
	return { value: SINGLE_ESCAPES[single ?? ''] ?? single ?? '', length: whole.length };
}

interface Decoded {
	readonly value: string;
	/** Length in the source. */
	readonly length: number;
}

const SINGLE_ESCAPES: Readonly<Record<string, string>> = {
	n: '\n',
	r: '\r',
	t: '\t',
	b: '\b',
	f: '\f',
	v: '\v',
	'0': '\0',
	'\n': '',
	'\r': '',
	'\r\n': '',
	'\u2028': '',
	'\u2029': '',
};

/** What a numeric character reference stands for: CommonMark replaces what is no character. */
function character(code: number): string {
	const invalid = code === 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000);
	return invalid ? '\ufffd' : String.fromCodePoint(code);
}

function isSpace(unit: string): boolean {
	return unit === ' ' || unit === '\t';
}
