/** A mean with the interval that holds it in 95 of 100 resamplings. */
export interface Estimate {
	readonly mean: number;
	readonly low: number;
	readonly high: number;
	/** How many questions it rests on. */
	readonly count: number;
}

const RESAMPLINGS = 2000;
const SEED = 0x5eed;

/**
 * Estimates the mean of one value a question by the percentile bootstrap. The resampling is seeded:
 * the same values give the same interval.
 */
export function estimate(values: readonly number[]): Estimate {
	const count = values.length;
	if (count === 0) return { mean: 0, low: 0, high: 0, count };
	const random = mulberry32(SEED);
	const means: number[] = [];
	for (let round = 0; round < RESAMPLINGS; round++) {
		let total = 0;
		for (let draw = 0; draw < count; draw++) total += values[Math.floor(random() * count)] ?? 0;
		means.push(total / count);
	}
	means.sort((a, b) => a - b);
	return {
		mean: values.reduce((total, value) => total + value, 0) / count,
		low: means[Math.floor(0.025 * RESAMPLINGS)] ?? 0,
		high: means[Math.ceil(0.975 * RESAMPLINGS) - 1] ?? 0,
		count,
	};
}

/** How far one variant is ahead of another on the same questions. */
export interface Difference extends Estimate {
	/** Named only where the whole interval lies on one side of zero. */
	readonly winner: 'first' | 'second' | 'none';
}

/**
 * Compares two variants question by question, so that hard questions weigh on both alike.
 *
 * @throws {RangeError} where the variants did not answer the same number of questions.
 */
export function compareValues(first: readonly number[], second: readonly number[]): Difference {
	if (first.length !== second.length)
		throw new RangeError('Only answers to the same questions can be compared.');
	const difference = estimate(first.map((value, index) => value - (second[index] ?? 0)));
	const winner = difference.low > 0 ? 'first' : difference.high < 0 ? 'second' : 'none';
	return { ...difference, winner };
}

/** A small generator of random numbers from 0 to 1 that can be seeded. */
function mulberry32(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
