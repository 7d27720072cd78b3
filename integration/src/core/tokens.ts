import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/** Counts tokens as the embedding model does for which chunks are made. */
export interface Tokenizer {
	readonly name: string;
	/** Becomes part of the generation; another version may count otherwise. */
	readonly version: string;
	count(text: string): number;
}

/** The byte-pair encoding of OpenAI's models since GPT-4o; a fair measure for other models too. */
export const o200k: Tokenizer = {
	name: 'o200k_base',
	version: 'gpt-tokenizer@4',
	// Text that looks like a control token is text here.
	count: (text) => countTokens(text, { disallowedSpecial: new Set() }),
};
