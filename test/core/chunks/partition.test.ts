import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partition } from '../../../integration/src/core/chunks/partition.ts';

const bounds = { minimum: 5, preferred: [10, 20], hardLimit: 40 } as const;

function cutBy(sizes: readonly number[], costs: readonly number[] = []): number[][] {
	const firsts = partition(
		{
			length: sizes.length,
			size: (first, end) => sizes.slice(first, end).reduce((sum, size) => sum + size, 0),
			cutCost: (unit) => costs[unit] ?? 1,
		},
		bounds,
	);
	return firsts.map((first, place) => sizes.slice(first, firsts[place + 1]));
}

describe('partition', () => {
	it('gives nothing for nothing', () => {
		expect(cutBy([])).toEqual([]);
	});

	it('keeps together what fits the preferred range', () => {
		expect(cutBy([5, 5, 5])).toEqual([[5, 5, 5]]);
	});

	it('cuts into groups of the preferred range, without a small rest', () => {
		expect(cutBy([10, 10, 3, 10])).toEqual([
			[10, 10],
			[3, 10],
		]);
	});

	it('cuts where it costs least', () => {
		expect(cutBy([10, 10, 10, 10], [0, 9, 1, 9])).toEqual([
			[10, 10],
			[10, 10],
		]);
		expect(cutBy([10, 10, 10], [0, 9, 1])).toEqual([[10, 10], [10]]);
		expect(cutBy([10, 10, 10], [0, 1, 9])).toEqual([[10], [10, 10]]);
	});

	it('goes over the preferred range rather than cut what must not be cut', () => {
		expect(cutBy([15, 15, 15], [0, 1, 1000])).toEqual([[15], [15, 15]]);
	});

	it('never goes over the hard limit, whatever a cut costs', () => {
		expect(cutBy([30, 30], [0, 1000])).toEqual([[30], [30]]);
		expect(cutBy([50, 1], [0, 1000])).toEqual([[50], [1]]);
	});

	it('keeps the order, loses nothing and respects the hard limit', () => {
		fc.assert(
			fc.property(
				fc.array(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 12 }))),
				(units) => {
					const sizes = units.map(([size]) => size);
					const groups = cutBy(
						sizes,
						units.map(([, cost]) => cost),
					);
					expect(groups.flat()).toEqual(sizes);
					for (const group of groups) {
						const size = group.reduce((sum, one) => sum + one, 0);
						expect(group.length === 1 || size <= bounds.hardLimit).toBe(true);
					}
				},
			),
		);
	});
});
