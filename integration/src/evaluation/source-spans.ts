import * as core from '../core/spans.ts';
import { compareText } from '../core/compare-text.ts';
import type { Span } from '../core/spans.ts';

/** A span together with the source that it is a span of. */
export interface SourceSpan extends Span {
	/** Path of the source, relative to the content folder, with forward slashes. */
	readonly path: string;
}

/**
 * Makes the span `[start, end)` of a source.
 *
 * @throws {CitableError} `invalid-span` where a bound is no integer, `start` is negative, or `end`
 * comes before `start`.
 */
export function sourceSpan(path: string, start: number, end: number): SourceSpan {
	return { path, ...core.span(start, end) };
}

/** How many code units two spans share; none where they are of different sources. */
export function overlapLength(a: SourceSpan, b: SourceSpan): number {
	return a.path === b.path ? core.overlapLength(a, b) : 0;
}

/** What two spans share, if that is at least one code unit of one source. */
export function intersection(a: SourceSpan, b: SourceSpan): SourceSpan | undefined {
	const shared = a.path === b.path ? core.intersection(a, b) : undefined;
	return shared === undefined ? undefined : { path: a.path, ...shared };
}

/** Whether `outer` holds every code unit of `inner`. */
export function contains(outer: SourceSpan, inner: SourceSpan): boolean {
	return outer.path === inner.path && core.contains(outer, inner);
}

/** Intersection over union, from 0 to 1. */
export function iou(a: SourceSpan, b: SourceSpan): number {
	return a.path === b.path ? core.iou(a, b) : 0;
}

/** The share of `target` that lies inside `by`, from 0 to 1. */
export function coverageOf(target: SourceSpan, by: SourceSpan): number {
	return target.path === by.path ? core.coverageOf(target, by) : 0;
}

/**
 * The least set of disjoint spans that holds the same code units: overlapping and touching spans
 * collapse. By source, in reading order; empty spans are left out.
 */
export function mergeSpans(spans: Iterable<SourceSpan>): SourceSpan[] {
	const ordered = [...spans].filter((span) => span.end > span.start).sort(inReadingOrder);
	const merged: SourceSpan[] = [];
	for (const span of ordered) {
		const last = merged.at(-1);
		if (last?.path !== span.path || last.end < span.start) merged.push({ ...span });
		else if (last.end < span.end) merged[merged.length - 1] = { ...last, end: span.end };
	}
	return merged;
}

/** Code units that a set of spans holds; those that several hold count once. */
export function totalLength(spans: Iterable<SourceSpan>): number {
	return sum(mergeSpans(spans), core.lengthOf);
}

/** Code units of `target` that the other spans hold together. */
export function coveredLength(target: SourceSpan, others: Iterable<SourceSpan>): number {
	return intersectionLength([target], others);
}

/** The share of `target` that the other spans hold together, from 0 to 1. */
export function coverageFraction(target: SourceSpan, others: Iterable<SourceSpan>): number {
	const length = core.lengthOf(target);
	return length === 0 ? 0 : coveredLength(target, others) / length;
}

/** Code units that both sets hold. Each side is merged first, so overlaps inside it count once. */
export function intersectionLength(
	left: Iterable<SourceSpan>,
	right: Iterable<SourceSpan>,
): number {
	const a = mergeSpans(left);
	const b = mergeSpans(right);
	let shared = 0;
	for (let i = 0, j = 0; i < a.length && j < b.length;) {
		const [one, other] = [a[i], b[j]];
		if (one === undefined || other === undefined) break;
		shared += overlapLength(one, other);
		const ends = compareText(one.path, other.path) || one.end - other.end;
		if (ends <= 0) i++;
		if (ends >= 0) j++;
	}
	return shared;
}

function inReadingOrder(a: SourceSpan, b: SourceSpan): number {
	return compareText(a.path, b.path) || a.start - b.start || a.end - b.end;
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
	return items.reduce((total, item) => total + of(item), 0);
}
