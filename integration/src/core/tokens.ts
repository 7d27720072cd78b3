import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import { measureTokens, type TokenMeasure } from './token-measure.ts';

/** Counts tokens as the embedding model does for which chunks are made. */
export interface Tokenizer {
	readonly name: string;
	/** Becomes part of the generation; another version may count otherwise. */
	readonly version: string;
	count(text: string): number;
	/**
	 * Prepares to count slices of one text. Each count must be `count(text.slice(start, end))`; a
	 * tokenizer that knows no quicker way leaves this out.
	 */
	measure?(text: string): TokenMeasure;
}

/** Text that looks like a control token is text here. */
const PLAIN = { disallowedSpecial: new Set<string>() };
const SPLIT = new RegExp(O200K_TOKEN_SPLIT_REGEX);

/** Counts of the pieces seen, nearly all of which are words that come again and again. */
const counts = new Map<string, number>();
const LIMIT = 100_000;

function countPiece(piece: string): number {
	let count = counts.get(piece);
	if (count === undefined) {
		count = countTokens(piece, PLAIN);
		if (counts.size >= LIMIT) counts.clear();
		// A slice of a text keeps the whole text alive; a joined string of its own does not.
		counts.set(piece.length < 13 ? piece : ` ${piece}`.slice(1), count);
	}
	return count;
}

/** The byte-pair encoding of OpenAI's models since GPT-4o; a fair measure for other models too. */
export const o200k: Tokenizer = {
	name: 'o200k_base',
	version: 'gpt-tokenizer@4',
	count: (text) => countTokens(text, PLAIN),
	measure: (text) => measureTokens(text, SPLIT, countPiece),
};

/** The measure that was made last: chunks and what evidence takes along are counted one after the other. */
let last: { tokenizer: Tokenizer; text: string; measure: TokenMeasure } | undefined;

/** What counts the tokens of slices of a text. */
export function measureOf(tokenizer: Tokenizer, text: string): TokenMeasure {
	if (last?.tokenizer !== tokenizer || last.text !== text) {
		const measure =
			tokenizer.measure?.(text) ??
			((start: number, end: number): number => tokenizer.count(text.slice(start, end)));
		last = { tokenizer, text, measure };
	}
	return last.measure;
}
