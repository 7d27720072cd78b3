/**
 * Builds one index in a process of its own and prints, as JSON, what it took:
 * `node test/bench/build-once.ts FOLDER remark|satteri search|plain`.
 */
import { rmSync } from 'node:fs';
import {
	buildFolder,
	writeGeneration,
	type ParserChoice,
} from '../../integration/src/node/index.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** What one build took. Times are milliseconds, memory is bytes. */
export interface BuildCost {
	readonly documents: number;
	readonly build: number;
	readonly write: number;
	/** Time of all threads on the processor, from the start of the process. */
	readonly cpu: number;
	readonly peakMemory: number;
}

const [folder = '', parser = 'satteri', search = 'plain'] = process.argv.slice(2);
const out = temporaryFolder();
try {
	const started = performance.now();
	const { generation } = await buildFolder(
		folder,
		{ parser: parser as ParserChoice, search: search === 'search' },
		'heads',
	);
	const built = performance.now();
	await writeGeneration(out, generation);
	const written = performance.now();
	const { user, system } = process.cpuUsage();
	const cost: BuildCost = {
		documents: generation.manifest.coverage.documents,
		build: built - started,
		write: written - built,
		cpu: (user + system) / 1000,
		peakMemory: process.resourceUsage().maxRSS * 1024,
	};
	process.stdout.write(JSON.stringify(cost));
} finally {
	rmSync(out, { recursive: true, force: true });
}
