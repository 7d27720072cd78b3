/** What is measured; its name stands in the report. */
export interface Task {
	readonly name: string;
	readonly run: () => unknown;
}

/** Medians over all rounds, in milliseconds. */
export interface Timing {
	readonly wall: number;
	/** Time of all threads on the processor: it hardly depends on what else the machine does. */
	readonly cpu: number;
}

/**
 * Runs all tasks in turn, round after round, so that what slows the machine down for a while slows
 * all of them. The first of several rounds warms up and does not count. Garbage is collected when it
 * happens to be: a collection that is forced throws compiled code away too.
 */
export async function measureInTurn(
	tasks: readonly Task[],
	rounds: number,
): Promise<Map<string, Timing>> {
	const walls = new Map(tasks.map(({ name }) => [name, [] as number[]]));
	const cpus = new Map(tasks.map(({ name }) => [name, [] as number[]]));
	for (let round = 0; round < rounds; round++) {
		for (const { name, run } of tasks) {
			const started = performance.now();
			const before = process.cpuUsage();
			await run();
			const { user, system } = process.cpuUsage(before);
			if (round === 0 && rounds > 1) continue;
			walls.get(name)?.push(performance.now() - started);
			cpus.get(name)?.push((user + system) / 1000);
		}
	}
	return new Map(
		tasks.map(({ name }) => [
			name,
			{ wall: median(walls.get(name) ?? []), cpu: median(cpus.get(name) ?? []) },
		]),
	);
}

export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length >> 1;
	const upper = sorted[middle] ?? 0;
	return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
