import { setImmediate } from 'node:timers/promises';
import type { Progress } from '../core/index.ts';

/** Milliseconds of work between two breaks. */
const TURN = 50;

const REPORT = 3000;

/** Who is told how far the work has come. */
export interface Onlookers {
	/** Told now and then. What is done soon reports nothing. */
	readonly report?: ((progress: Progress) => void) | undefined;
	/** Milliseconds between two reports. @default 3000 */
	readonly every?: number;
	/** Told before each step. */
	readonly watch?: (progress: Progress) => void;
}

/**
 * Takes steps one by one, with breaks in which everything else gets its turn. Without them native
 * code would not free its memory until the end.
 */
export async function takeSteps<Result>(
	steps: Iterator<Progress, Result>,
	{ report, every = REPORT, watch }: Onlookers = {},
): Promise<Result> {
	let reported = performance.now();
	let rested = reported;
	for (;;) {
		const step = steps.next();
		if (step.done === true) return step.value;
		watch?.(step.value);
		const now = performance.now();
		if (report !== undefined && now - reported > every) {
			reported = now;
			report(step.value);
		}
		if (now - rested > TURN) {
			await setImmediate();
			rested = performance.now();
		}
	}
}
