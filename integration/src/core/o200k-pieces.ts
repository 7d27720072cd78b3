import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import type { Pieces } from './token-measure.ts';

/** Text that looks like a control token is text here. */
export const PLAIN = { disallowedSpecial: new Set<string>() };

const SPLIT = new RegExp(O200K_TOKEN_SPLIT_REGEX);
const CONTRACTION = /'(?:[sdmt]|ll|ve|re)/iy;

/** What an ASCII character is to the pattern that cuts pieces. */
const [other, upper, lower, digit, space, lineEnd, foreign] = [0, 1, 2, 3, 4, 5, 6] as const;
const kinds = Uint8Array.from({ length: 128 }, (_, unit) => {
	const character = String.fromCharCode(unit);
	if (/[A-Z]/.test(character)) return upper;
	if (/[a-z]/.test(character)) return lower;
	if (/\d/.test(character)) return digit;
	if (/[\r\n]/.test(character)) return lineEnd;
	return /\s/.test(character) ? space : other;
});

function kindAt(text: string, at: number): number {
	const unit = text.charCodeAt(at);
	// Behind the end, `unit` is no number, and the piece ends as before punctuation.
	return unit >= 128 ? foreign : (kinds[unit] ?? other);
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
	if (first === foreign) return start;
	if (first === digit) return endOfDigits(text, start);
	let at = start;
	if (first !== upper && first !== lower) {
		const next = first === lineEnd ? other : kindAt(text, start + 1);
		if (next === foreign) return start;
		if (next !== upper && next !== lower) return endOfOthers(text, start, first, next);
		at++;
	}
	let kind = kindAt(text, at);
	while (kind === upper) kind = kindAt(text, ++at);
	while (kind === lower) kind = kindAt(text, ++at);
	if (kind === foreign) return start;
	if (text.charCodeAt(at) !== 39) return at;
	CONTRACTION.lastIndex = at;
	return CONTRACTION.test(text) ? CONTRACTION.lastIndex : at;
}

function endOfDigits(text: string, start: number): number {
	let at = start + 1;
	while (at < start + 3 && kindAt(text, at) === digit) at++;
	return at < start + 3 && kindAt(text, at) === foreign ? start : at;
}

/** Punctuation, with one blank before and line ends behind; or white space. */
function endOfOthers(text: string, start: number, first: number, next: number): number {
	const isBlank = text.charCodeAt(start) === 32;
	if (first === other || (isBlank && next === other && start + 1 < text.length)) {
		let at = start + 1;
		while (at < text.length && kindAt(text, at) === other) at++;
		if (kindAt(text, at) === foreign) return start;
		while (kindAt(text, at) === lineEnd || text.charCodeAt(at) === 47) at++;
		return at;
	}
	let end = start;
	let lines = start;
	for (let kind = first; kind === space || kind === lineEnd; kind = kindAt(text, end)) {
		end++;
		if (kind === lineEnd) lines = end;
	}
	if (kindAt(text, end) === foreign) return start;
	if (lines > start) return lines;
	return end < text.length && end - start > 1 ? end - 1 : end;
}

/**
 * Counts of short pieces, nearly all of which come again and again: in each slot the characters of a
 * piece in three numbers, and its count. A piece takes the slot of another one of the same hash.
 */
const slots = new Int32Array(4 << 15);
const SHORT = 12;

function count(text: string, start: number, end: number): number {
	const length = end - start;
	if (length > SHORT) return countLong(text, start, end);
	let first = 0;
	let second = 0;
	let third = 0;
	for (let at = 0; at < length; at++) {
		const unit = text.charCodeAt(start + at);
		if (unit > 127 || unit === 0) return countLong(text, start, end);
		const bits = unit << ((at & 3) << 3);
		if (at < 4) first |= bits;
		else if (at < 8) second |= bits;
		else third |= bits;
	}
	const hash =
		Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b) ^ Math.imul(third, 0xc2b2ae35);
	const slot = ((hash ^ (hash >>> 15)) & 0x7fff) << 2;
	if (slots[slot] === first && slots[slot + 1] === second && slots[slot + 2] === third)
		return slots[slot + 3] ?? 0;
	const tokens = countLong(text, start, end);
	slots.set([first, second, third, tokens], slot);
	return tokens;
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
	// A slice of a text keeps the whole text alive; a joined string of its own does not.
	counts.set(piece.length < 13 ? piece : ` ${piece}`.slice(1), tokens);
	return tokens;
}
