import { appendFileSync, cpSync, globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildFolder } from '../../integration/src/node/index.ts';
import { median, type Timing } from './measure.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** What it takes to index a folder with nothing known, and after an edit of one document. */
export interface WarmTimes {
	readonly cold: Timing;
	readonly warm: Timing;
}

/** Times the index of a folder, without writing it, and once more with the cache after one edit. */
export async function warmTimes(
	corpus: string,
	search: boolean,
	rounds: number,
): Promise<WarmTimes> {
	const folder = temporaryFolder();
	const cache = temporaryFolder();
	cpSync(corpus, folder, { recursive: true });
	const [edited = ''] = globSync('**/*.{md,mdx}', { cwd: folder }).sort();
	const cold: Timing[] = [];
	const warm: Timing[] = [];
	const build = async (timings: Timing[]): Promise<void> => {
		const started = performance.now();
		const before = process.cpuUsage();
		const built = await buildFolder(folder, { parser: 'satteri', search, cache }, 'heads');
		const { user, system } = process.cpuUsage(before);
		timings.push({ wall: performance.now() - started, cpu: (user + system) / 1000 });
		built.cache?.save();
	};
	try {
		for (let round = 0; round < rounds; round++) {
			rmSync(cache, { recursive: true, force: true });
			await build(cold);
			appendFileSync(join(folder, edited), `\nEdited in round ${round}.\n`);
			await build(warm);
		}
	} finally {
		for (const used of [folder, cache]) rmSync(used, { recursive: true, force: true });
	}
	return { cold: medians(cold), warm: medians(warm) };
}

/** Medians of all rounds but the first, which warms up. */
function medians(timings: readonly Timing[]): Timing {
	const counted = timings.length > 1 ? timings.slice(1) : timings;
	return {
		wall: median(counted.map(({ wall }) => wall)),
		cpu: median(counted.map(({ cpu }) => cpu)),
	};
}
