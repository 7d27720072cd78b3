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

/** What two spans share, if that is at least one code unit. */
export function intersection(a: Span, b: Span): Span | undefined {
	const start = Math.max(a.start, b.start);
	const end = Math.min(a.end, b.end);
	return start < end ? { start, end } : undefined;
}

/** Intersection over union, from 0 to 1; 0 where neither span holds anything. */
export function iou(a: Span, b: Span): number {
	const shared = overlapLength(a, b);
	const either = lengthOf(a) + lengthOf(b) - shared;
	return either === 0 ? 0 : shared / either;
}

/** The share of `target` that lies inside `by`, from 0 to 1; 0 for an empty target. */
export function coverageOf(target: Span, by: Span): number {
	return lengthOf(target) === 0 ? 0 : overlapLength(target, by) / lengthOf(target);
}
