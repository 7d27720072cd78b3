import type { Bounds } from './bounds.ts';

/** What partitioning needs to know of a row of units. */
export interface UnitRow {
	readonly length: number;
	/** Tokens of the units from `first` up to but without `end`. */
	size(first: number, end: number): number;
	/** What it costs to cut before a unit; the first is never asked for. */
	cutCost(unit: number): number;
}

/** A cost that no saving elsewhere makes up for, short of the hard limit. */
export const FORBIDDEN = 1000;

/**
 * Cuts a row of units into groups at the least total cost of sizes and cuts. No group is larger than
 * the hard limit but for a single unit that is.
 *
 * @returns The place of the first unit of each group.
 */
export function partition(row: UnitRow, bounds: Bounds): number[] {
	const best = new Float64Array(row.length + 1).fill(Infinity);
	const from = new Int32Array(row.length + 1);
	best[0] = 0;
	for (let end = 1; end <= row.length; end++) {
		for (let first = end - 1; first >= 0; first--) {
			const size = row.size(first, end);
			if (size > bounds.hardLimit && first < end - 1) break;
			const cost =
				(best[first] ?? Infinity) + sizeCost(size, bounds) + (first === 0 ? 0 : row.cutCost(first));
			// Of equal costs the larger group wins: fewer chunks.
			if (cost <= (best[end] ?? Infinity)) {
				best[end] = cost;
				from[end] = first;
			}
		}
	}
	const groups: number[] = [];
	for (let end = row.length; end > 0; end = from[end] ?? 0) groups.unshift(from[end] ?? 0);
	return groups;
}

/** What a chunk of a size costs: nothing inside the preferred range, ever more outside. */
function sizeCost(size: number, { minimum, preferred: [low, high], hardLimit }: Bounds): number {
	if (size < minimum) return 2 + 6 * (1 - size / minimum);
	if (size < low) return 2 * (1 - (size - minimum) / (low - minimum));
	if (size <= high) return 0;
	return 2 + (10 * (size - high)) / Math.max(1, hardLimit - high);
}
