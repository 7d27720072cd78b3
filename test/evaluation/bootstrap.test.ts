import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareValues, estimate } from '../../integration/src/evaluation/index.ts';

describe('an estimate', () => {
	it('holds the mean, and is as wide as the values differ', () => {
		expect(estimate([0.5, 0.5, 0.5])).toEqual({ mean: 0.5, low: 0.5, high: 0.5, count: 3 });
		const { mean, low, high } = estimate([0, 1, 0, 1, 0, 1, 0, 1]);
		expect(mean).toBe(0.5);
		expect(low).toBeLessThan(0.3);
		expect(high).toBeGreaterThan(0.7);
	});

	it('narrows with more questions', () => {
		const few = estimate([0, 1, 0, 1]);
		const many = estimate(Array.from({ length: 400 }, (_, at) => at % 2));
		expect(many.high - many.low).toBeLessThan((few.high - few.low) / 4);
	});

	it('is the same each time, and lies within the values', () => {
		fc.assert(
			fc.property(
				fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1 }),
				(values) => {
					const once = estimate(values);
					expect(estimate(values)).toEqual(once);
					expect(once.low).toBeGreaterThanOrEqual(Math.min(...values) - 1e-9);
					expect(once.high).toBeLessThanOrEqual(Math.max(...values) + 1e-9);
					expect(once.low).toBeLessThanOrEqual(once.high);
				},
			),
			{ numRuns: 20 },
		);
	});
});

describe('a comparison', () => {
	it('names a winner only where the interval supports it', () => {
		const better = [1, 1, 1, 1, 1, 1, 0.9, 1];
		const worse = [0, 0.2, 0.1, 0, 0.3, 0, 0.1, 0];
		expect(compareValues(better, worse).winner).toBe('first');
		expect(compareValues(worse, better).winner).toBe('second');
		expect(compareValues([1, 0, 1, 0], [0, 1, 0, 1]).winner).toBe('none');
		expect(compareValues(better, better)).toMatchObject({ mean: 0, winner: 'none' });
	});

	it('is made question by question', () => {
		// The means are close and both vary widely, yet the first is ahead on every single question.
		const second = Array.from({ length: 40 }, (_, at) => (at % 10) / 10);
		const first = second.map((value) => value + 0.05);
		expect(compareValues(first, second)).toMatchObject({ winner: 'first' });
		expect(() => compareValues([1], [1, 0])).toThrow(RangeError);
	});
});
