import { CitableError } from '../errors.ts';

/** The named bounds of a policy, in tokens. */
export interface Bounds {
	/** What is smaller is joined to a neighbour where it has one. */
	readonly minimum: number;
	/** The range in which chunks should lie: the first is sought, the second not exceeded in need. */
	readonly preferred: readonly [low: number, high: number];
	/** What is larger is split, and says so. */
	readonly hardLimit: number;
}

export const defaultBounds: Bounds = { minimum: 48, preferred: [128, 384], hardLimit: 800 };

/**
 * Completes and checks bounds.
 *
 * @throws {CitableError} `invalid-bounds` where a bound is no whole number or they are out of order.
 */
export function boundsFrom(input: Partial<Bounds> = {}): Bounds {
	const {
		minimum = defaultBounds.minimum,
		preferred = defaultBounds.preferred,
		hardLimit = defaultBounds.hardLimit,
	} = input;
	const [low, high] = preferred;
	const named = [
		['minimum', minimum],
		['preferred[0]', low],
		['preferred[1]', high],
		['hardLimit', hardLimit],
	] as const;
	named.forEach(([name, value], place) => {
		if (!Number.isSafeInteger(value) || value < 1) {
			throw new CitableError('invalid-bounds', {
				reason: `${name} is ${String(value)}, and must be a whole number of tokens from 1`,
			});
		}
		const before = named[place - 1];
		if (before !== undefined && before[1] > value) {
			throw new CitableError('invalid-bounds', {
				reason: `${before[0]} (${before[1]}) is greater than ${name} (${value})`,
			});
		}
	});
	return { minimum, preferred: [low, high], hardLimit };
}
