import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import { ownText } from './own-text.ts';
import type { Pieces } from './token-measure.ts';

/** Text that looks like a control token is text here. */
export const PLAIN = { disallowedSpecial: new Set<string>() };

const SPLIT = new RegExp(O200K_TOKEN_SPLIT_REGEX);
const CONTRACTION = /'(?:[sdmt]|ll|ve|re)/iy;

/** What a code unit is to the pattern that cuts pieces; `foreign` is all that is not ASCII. */
const OTHER = 0;
const UPPER = 1;
const LOWER = 2;
const DIGIT = 3;
const SPACE = 4;
const LINE_END = 5;
const FOREIGN = 6;
const kinds = new Uint8Array(0x10000).fill(FOREIGN);
for (let unit = 0; unit < 128; unit++) kinds[unit] = kindOf(String.fromCharCode(unit));

function kindOf(character: string): number {
	if (/[A-Z]/.test(character)) return UPPER;
	if (/[a-z]/.test(character)) return LOWER;
	if (/\d/.test(character)) return DIGIT;
	if (/[\r\n]/.test(character)) return LINE_END;
	return /\s/.test(character) ? SPACE : OTHER;
}

/** Behind the end, a piece ends as before punctuation. */
function kindAt(text: string, at: number): number {
	return at < text.length ? (kinds[text.charCodeAt(at)] ?? OTHER) : OTHER;
}

/**
 * The pieces of the o200k encoding: `SPLIT`, followed by hand where all is ASCII, which takes a
 * fraction of the time. Wherever another character could matter, the pattern itself decides.
 */
export const o200kPieces: Pieces = {
	endOf(text, start) {
		const end = endOfAscii(text, start);
		if (end > start) return end;
		SPLIT.lastIndex = start;
		return start + (SPLIT.exec(text)?.[0].length ?? 1);
	},
	count,
};

/** Where a piece ends; its start where that is not certain. */
function endOfAscii(text: string, start: number): number {
	const first = kindAt(text, start);
	if (first === FOREIGN) return start;
	if (first === DIGIT) return endOfDigits(text, start);
	let at = start;
	if (first !== UPPER && first !== LOWER) {
		const next = first === LINE_END ? OTHER : kindAt(text, start + 1);
		if (next === FOREIGN) return start;
		if (next !== UPPER && next !== LOWER) return endOfOthers(text, start, first, next);
		at++;
	}
	let kind = kindAt(text, at);
	while (kind === UPPER) kind = kindAt(text, ++at);
	while (kind === LOWER) kind = kindAt(text, ++at);
	if (kind === FOREIGN) return start;
	if (text.charCodeAt(at) !== 39) return at;
	CONTRACTION.lastIndex = at;
	return CONTRACTION.test(text) ? CONTRACTION.lastIndex : at;
}

function endOfDigits(text: string, start: number): number {
	let at = start + 1;
	while (at < start + 3 && kindAt(text, at) === DIGIT) at++;
	return at < start + 3 && kindAt(text, at) === FOREIGN ? start : at;
}

/** Punctuation, with one blank before and line ends behind; or white space. */
function endOfOthers(text: string, start: number, first: number, next: number): number {
	const isBlank = text.charCodeAt(start) === 32;
	if (first === OTHER || (isBlank && next === OTHER && start + 1 < text.length)) {
		let at = start + 1;
		while (at < text.length && kindAt(text, at) === OTHER) at++;
		if (kindAt(text, at) === FOREIGN) return start;
		while (kindAt(text, at) === LINE_END || text.charCodeAt(at) === 47) at++;
		return at;
	}
	let end = start;
	let lines = start;
	for (let kind = first; kind === SPACE || kind === LINE_END; kind = kindAt(text, end)) {
		end++;
		if (kind === LINE_END) lines = end;
	}
	if (kindAt(text, end) === FOREIGN) return start;
	if (lines > start) return lines;
	return end < text.length && end - start > 1 ? end - 1 : end;
}

/**
 * Counts of short pieces, nearly all of which come again and again: in each slot the characters of a
 * piece in three numbers, and its count. A piece takes the slot of another one of the same hash.
 */
const slots = new Int32Array(4 << 16);
const SHORT = 12;

function count(text: string, start: number, end: number): number {
	if (end - start > SHORT) return countLong(text, start, end);
	const first = packed(text, start, end);
	const second = packed(text, start + 4, end);
	const third = packed(text, start + 8, end);
	if (first < 0 || second < 0 || third < 0) return countLong(text, start, end);
	const hash =
		Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b) ^ Math.imul(third, 0xc2b2ae35);
	const slot = ((hash ^ (hash >>> 15)) & 0xffff) << 2;
	if (slots[slot] === first && slots[slot + 1] === second && slots[slot + 2] === third)
		return slots[slot + 3] ?? 0;
	const tokens = countLong(text, start, end);
	slots[slot] = first;
	slots[slot + 1] = second;
	slots[slot + 2] = third;
	slots[slot + 3] = tokens;
	return tokens;
}

/** Up to four characters as one number, which is below 0 where one of them is not ASCII. */
function packed(text: string, start: number, end: number): number {
	let units = 0;
	for (let at = Math.min(end, start + 4) - 1; at >= start; at--) {
		const unit = text.charCodeAt(at);
		if (unit > 127 || unit === 0) return -1;
		units = (units << 8) | unit;
	}
	return units;
}

/** Counts of pieces by their characters. */
const counts = new Map<string, number>();
const LIMIT = 100_000;

function countLong(text: string, start: number, end: number): number {
	const piece = text.slice(start, end);
	const known = counts.get(piece);
	if (known !== undefined) return known;
	const tokens = countTokens(piece, PLAIN);
	if (counts.size >= LIMIT) counts.clear();
	counts.set(ownText(piece), tokens);
	return tokens;
}
