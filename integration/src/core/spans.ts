import { CitableError } from './errors.ts';

/**
 * A half-open range `[start, end)` of UTF-16 code units in the text of one source revision:
 * `text.slice(start, end)` is the literal slice.
 */
export interface Span {
	readonly start: number;
	readonly end: number;
}

/**
 * Makes a span, refusing what is none.
 *
 * @throws {CitableError} `invalid-span` where a bound is no integer, `start` is negative, or `end`
 * comes before `start`.
 */
export function span(start: number, end: number): Span {
	if (!Number.isInteger(start) || !Number.isInteger(end)) {
		throw new CitableError('invalid-span', {
			reason: `bounds are integers, not ${String(start)} and ${String(end)}`,
		});
	}
	if (start < 0)
		throw new CitableError('invalid-span', { reason: `start ${String(start)} is negative` });
	if (end < start) {
		throw new CitableError('invalid-span', {
			reason: `end ${String(end)} comes before start ${String(start)}`,
		});
	}
	return { start, end };
}

/** Length in UTF-16 code units. */
export function lengthOf(of: Span): number {
	return of.end - of.start;
}

/** How many code units two spans share. */
export function overlapLength(a: Span, b: Span): number {
	return Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start));
}

/** Whether `outer` holds every code unit of `inner`. An empty span is held where its place is. */
export function contains(outer: Span, inner: Span): boolean {
	return outer.start <= inner.start && inner.end <= outer.end;
}
