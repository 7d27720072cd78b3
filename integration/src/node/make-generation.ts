import { compareText } from '../core/compare-text.ts';
import {
	generationSteps,
	type Configuration,
	type DocumentInput,
	type Generation,
	type GenerationOptions,
	type Progress,
} from '../core/index.ts';
import { searchSettings } from '../core/search/settings.ts';
import { RecordFile } from './record-file.ts';
import { RecordThreads } from './record-threads.ts';
import { takeSteps } from './steps.ts';

/**
 * Builds a generation with breaks, in which everything else gets its turn, and with the help of other
 * threads where there is much to read and the documents are not held in memory.
 *
 * @param root Folder that the paths of the documents are relative to.
 * @param report Told every few seconds how far the build has come.
 */
export async function makeGeneration(
	root: string,
	inputs: readonly DocumentInput[],
	configuration: Configuration,
	options: GenerationOptions,
	report?: (progress: Progress) => void,
): Promise<Generation> {
	const { documents = 'memory', store = new RecordFile(), search } = options;
	const steps = (own: GenerationOptions): Generator<Progress, Generation> =>
		generationSteps(inputs, configuration, own);
	if (documents === 'memory') return takeSteps(steps(options), { report });
	const threads = new RecordThreads(store, {
		root,
		inputs: inReadingOrder(inputs),
		configuration,
		options: {
			search: searchSettings(search).engines.includes('minisearch'),
			whole: documents === 'records',
		},
	});
	try {
		const generation = await takeSteps(steps({ ...options, store: threads }), {
			report,
			watch: (progress) => {
				threads.at(progress);
			},
		});
		const { hits, misses } = generation.read;
		const read = { hits: hits - threads.used, misses: misses + threads.used };
		return { ...generation, read };
	} finally {
		threads.release();
	}
}

function inReadingOrder(inputs: readonly DocumentInput[]): DocumentInput[] {
	return [...inputs].sort((a, b) => compareText(a.path, b.path));
}
