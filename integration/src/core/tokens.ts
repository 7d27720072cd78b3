import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { o200kPieces, PLAIN } from './o200k-pieces.ts';
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

/** The byte-pair encoding of OpenAI's models since GPT-4o; a fair measure for other models too. */
export const o200k: Tokenizer = {
	name: 'o200k_base',
	version: 'gpt-tokenizer@4',
	count: (text) => countTokens(text, PLAIN),
	measure: (text) => measureTokens(text, o200kPieces),
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
