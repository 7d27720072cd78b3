import type { Span } from '../spans.ts';
import { baseline, characterEnd } from './baselines.ts';
import type { ChunkPolicy } from './policy.ts';

/**
 * Windows of a number of tokens inside each section, each starting with the last tokens of the one
 * before. Their ends are the longest prefixes that fit, by the tokenizer's own count.
 */
export function fixedToken(size: number, overlap = 0): ChunkPolicy {
	return baseline('fixed-token', { size, overlap }, ({ source, tokenizer }, run) => {
		const { text } = source;
		const fits = (start: number, end: number, limit: number): boolean =>
			tokenizer.count(text.slice(start, end)) <= limit;
		const spans: Span[] = [];
		for (let start = run.start; start < run.end;) {
			const end = lastWhere(start + 1, run.end, (at) => fits(start, at, size));
			const whole = characterEnd(text, end);
			spans.push({ start, end: whole });
			if (whole >= run.end) break;
			const back =
				overlap === 0 ? whole : -lastWhere(-whole, -start - 1, (at) => fits(-at, whole, overlap));
			start = Math.max(start + 1, characterEnd(text, back));
		}
		return spans;
	});
}

/** The greatest number in a range that passes a test which all numbers below it pass. */
function lastWhere(from: number, to: number, passes: (at: number) => boolean): number {
	// Widening first keeps the texts that are counted near the size of the answer.
	let step = 64;
	while (from + step < to && passes(from + step)) step *= 2;
	let low = from;
	let high = Math.min(to, from + step);
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if (passes(middle)) low = middle;
		else high = middle - 1;
	}
	return low;
}
