import type { TokenMeasure } from '../token-measure.ts';
import { measureOf, type Tokenizer } from '../tokens.ts';

/** Counts tokens of slices of one text, each slice once. */
export class TokenCounter {
	private readonly text: string;
	private readonly measure: TokenMeasure;
	private readonly counts = new Map<number, number>();

	constructor(text: string, tokenizer: Tokenizer) {
		this.text = text;
		this.measure = measureOf(tokenizer, text);
	}

	count(start: number, end: number): number {
		const key = start * (this.text.length + 1) + end;
		let count = this.counts.get(key);
		if (count === undefined) {
			count = this.measure(start, end);
			this.counts.set(key, count);
		}
		return count;
	}
}
