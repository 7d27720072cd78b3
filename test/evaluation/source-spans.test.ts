import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	contains,
	coveredLength,
	coverageFraction,
	coverageOf,
	intersection,
	intersectionLength,
	iou,
	mergeSpans,
	overlapLength,
	sourceSpan,
	totalLength,
	type SourceSpan,
} from '../../integration/src/evaluation/index.ts';

const refunds = (start: number, end: number): SourceSpan => sourceSpan('refund.md', start, end);

describe('one span', () => {
	it('is half-open and never runs backwards', () => {
		expect(refunds(3, 3)).toEqual({ path: 'refund.md', start: 3, end: 3 });
		expect(() => refunds(-1, 4)).toThrow('start -1 is negative');
		expect(() => refunds(5, 4)).toThrow('end 4 comes before start 5');
		expect(() => refunds(0.5, 4)).toThrow('bounds are integers, not 0.5 and 4');
		expect(() => refunds(0, Number.NaN)).toThrow('bounds are integers');
	});

	it('overlaps as in the worked figures', () => {
		const [a, b] = [refunds(0, 50), refunds(40, 90)];
		expect(overlapLength(a, b)).toBe(10);
		expect(intersection(a, b)).toEqual(refunds(40, 50));
		expect(iou(a, b)).toBeCloseTo(10 / 90);
		expect(coverageOf(a, b)).toBeCloseTo(0.2);
		expect(mergeSpans([a, b])).toEqual([refunds(0, 90)]);
		expect(coverageFraction(refunds(0, 100), [a, b])).toBeCloseTo(0.9);
	});

	it('shares nothing with a span of another source, or one that only touches it', () => {
		const elsewhere = sourceSpan('other.md', 0, 50);
		expect(overlapLength(refunds(0, 50), elsewhere)).toBe(0);
		expect(intersection(refunds(0, 50), elsewhere)).toBeUndefined();
		expect(contains(refunds(0, 50), elsewhere)).toBe(false);
		expect(iou(refunds(0, 50), elsewhere)).toBe(0);
		expect(coverageOf(refunds(0, 50), elsewhere)).toBe(0);
		expect(intersection(refunds(0, 50), refunds(50, 60))).toBeUndefined();
	});

	it('holds itself and what lies inside', () => {
		expect(contains(refunds(10, 20), refunds(10, 20))).toBe(true);
		expect(contains(refunds(10, 20), refunds(12, 15))).toBe(true);
		expect(contains(refunds(10, 20), refunds(9, 15))).toBe(false);
	});

	it('gives an empty target no coverage', () => {
		expect(coverageOf(refunds(5, 5), refunds(0, 9))).toBe(0);
		expect(coverageFraction(refunds(5, 5), [refunds(0, 9)])).toBe(0);
		expect(iou(refunds(5, 5), refunds(5, 5))).toBe(0);
	});
});

describe('sets of spans', () => {
	it('merge by source in reading order; touching spans collapse, empty ones go', () => {
		expect(
			mergeSpans([
				sourceSpan('b.md', 4, 6),
				sourceSpan('a.md', 10, 20),
				sourceSpan('a.md', 0, 10),
				sourceSpan('a.md', 30, 30),
				sourceSpan('a.md', 22, 25),
			]),
		).toEqual([sourceSpan('a.md', 0, 20), sourceSpan('a.md', 22, 25), sourceSpan('b.md', 4, 6)]);
	});

	it('count what several spans hold once', () => {
		expect(totalLength([refunds(0, 50), refunds(40, 90), refunds(40, 45)])).toBe(90);
		expect(coveredLength(refunds(0, 100), [refunds(0, 50), refunds(40, 90)])).toBe(90);
		expect(
			intersectionLength(
				[refunds(0, 50), refunds(40, 60)],
				[refunds(45, 55), refunds(50, 70), sourceSpan('b.md', 0, 60)],
			),
		).toBe(15);
	});

	const span = fc
		.tuple(fc.constantFrom('a', 'b'), fc.nat(40), fc.nat(12))
		.map(([path, start, length]) => sourceSpan(path, start, start + length));
	const spans = fc.array(span, { maxLength: 8 });
	const unitsOf = (set: readonly SourceSpan[]): Set<string> =>
		new Set(
			set.flatMap(({ path, start, end }) =>
				Array.from({ length: end - start }, (_, at) => `${path}${String(start + at)}`),
			),
		);

	it('agree with sets of single code units', () => {
		fc.assert(
			fc.property(spans, spans, (left, right) => {
				const [a, b] = [unitsOf(left), unitsOf(right)];
				expect(totalLength(left)).toBe(a.size);
				expect(unitsOf(mergeSpans(left))).toEqual(a);
				expect(intersectionLength(left, right)).toBe([...a].filter((unit) => b.has(unit)).length);
			}),
		);
	});

	it('merge to the same whatever the order, and merging again changes nothing', () => {
		fc.assert(
			fc.property(spans, (set) => {
				const merged = mergeSpans(set);
				expect(mergeSpans([...set].reverse())).toEqual(merged);
				expect(mergeSpans(merged)).toEqual(merged);
			}),
		);
	});
});
