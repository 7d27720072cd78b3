import type { Span } from '../spans.ts';
import { baseline, characterEnd } from './baselines.ts';
import type { ChunkPolicy } from './policy.ts';

/**
 * Windows of a number of tokens inside each section, each starting with the last tokens of the one
 * before. Their ends are the longest prefixes that fit, by the tokenizer's own count.
 */
export function fixedToken(size: number, overlap = 0): ChunkPolicy {
	return baseline('fixed-token', { size, overlap }, ({ source, tokens }, run) => {
		const { text } = source;
		const spans: Span[] = [];
		let covered = run.start;
		for (let start = run.start; start < run.end;) {
			const end = lastWhere(start + 1, run.end, (at) => tokens.count(start, at) <= size);
			const whole = characterEnd(text, end);
			if (whole > covered) {
				spans.push({ start, end: whole });
				covered = whole;
			}
			if (whole >= run.end) break;
			// The window slides on until it reaches something new.
			const back =
				overlap === 0
					? covered
					: -lastWhere(-covered, -start - 1, (at) => tokens.count(-at, covered) <= overlap);
			start = characterEnd(text, Math.max(start + 1, back));
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
