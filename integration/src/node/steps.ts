import { setImmediate } from 'node:timers/promises';
import type { Progress } from '../core/index.ts';

/** Milliseconds of work between two breaks. */
const TURN = 50;

const REPORT = 3000;

/**
 * Takes steps one by one, with breaks in which everything else gets its turn. Without them native
 * code would not free its memory until the end.
 *
 * @param report Told now and then how far the work has come.
 * @param every Milliseconds between two reports. What is done sooner reports nothing.
 */
export async function takeSteps<Result>(
	steps: Iterator<Progress, Result>,
	report?: (progress: Progress) => void,
	every = REPORT,
): Promise<Result> {
	let reported = performance.now();
	let rested = reported;
	for (;;) {
		const step = steps.next();
		if (step.done === true) return step.value;
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
