import { lineAt, lineIndex } from '../core/lines.ts';
import type { Span } from '../core/spans.ts';

/** The piece of a text that shares most words with a quote, as long as the quote in words. */
export interface NearestText extends Span {
	/** 1-based. */
	readonly line: number;
	readonly text: string;
	/** The share of the quote's words that it holds, from 0 to 1. */
	readonly likeness: number;
}

/**
 * Looks for what became of a quote that is no longer in a text: slides a window of the quote's
 * number of words over the text and takes the first that shares most words with it.
 */
export function nearestText(text: string, quote: string): NearestText | undefined {
	const wanted = wordsOf(quote);
	const words = wordsOf(text);
	if (wanted.length === 0 || words.length === 0) return undefined;
	const missing = new Map<string, number>();
	for (const { word } of wanted) missing.set(word, (missing.get(word) ?? 0) + 1);
	const width = Math.min(wanted.length, words.length);
	let shared = 0;
	let best = { shared: -1, last: 0 };
	words.forEach(({ word }, index) => {
		const need = missing.get(word);
		if (need !== undefined) {
			if (need > 0) shared++;
			missing.set(word, need - 1);
		}
		const left = words[index - width]?.word;
		const had = left === undefined ? undefined : missing.get(left);
		if (left !== undefined && had !== undefined) {
			if (had >= 0) shared--;
			missing.set(left, had + 1);
		}
		if (index >= width - 1 && shared > best.shared) best = { shared, last: index };
	});
	const start = words[best.last - width + 1]?.start ?? 0;
	const end = words[best.last]?.end ?? text.length;
	return {
		start,
		end,
		line: lineAt(lineIndex(text), start),
		text: text.slice(start, end),
		likeness: best.shared / wanted.length,
	};
}

function wordsOf(text: string): (Span & { word: string })[] {
	return Array.from(text.matchAll(/[\p{L}\p{N}\p{M}_]+/gu), (match) => ({
		word: match[0].toLowerCase(),
		start: match.index,
		end: match.index + match[0].length,
	}));
}
