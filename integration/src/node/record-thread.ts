import { setImmediate } from 'node:timers/promises';
import { parentPort, type MessagePort } from 'node:worker_threads';
import { hash } from '../core/digest.ts';
import { DocumentCache, type RecordOptions } from '../core/document-cache.ts';
import { writeRecord } from '../core/document-record.ts';
import type { DocumentInput } from '../core/document.ts';
import { indexDocument } from '../core/indexed-document.ts';
import { heldRecord, type RecordStore } from '../core/record-store.ts';
import { SearchBuilder } from '../core/search/build.ts';
import { readSource } from '../core/source.ts';
import { configurationOf, type ConfigurationData } from './configuration-data.ts';
import { openContent } from './content-folder.ts';

/** What a thread is to do. */
export interface RecordJob {
	/** Folder that the paths of the inputs are relative to. */
	readonly root: string;
	/** In the order in which the main thread reads them. */
	readonly inputs: readonly Omit<DocumentInput, 'bytes'>[];
	readonly configuration: ConfigurationData;
	readonly options: RecordOptions;
	/** Keys of records that are there already. */
	readonly known: ReadonlySet<string>;
	/** Which documents are taken: all before the first place by the main thread, all from the second on. */
	readonly taken: Int32Array;
	/** Where records go, each as its key and its text. */
	readonly port: MessagePort;
}

/** Milliseconds of work between two breaks, in which native code frees its memory. */
const TURN = 50;

/** Makes records from the last document on, until it meets the main thread, which comes from the first. */
async function makeRecords(job: RecordJob): Promise<void> {
	const { root, inputs, options, known, taken, port } = job;
	try {
		const configuration = await configurationOf(job.configuration);
		const store: RecordStore = {
			lasts: false,
			find: (key) => (known.has(key) ? heldRecord('') : undefined),
			keep: (record, key) => {
				port.postMessage([key, record]);
				return heldRecord(record);
			},
			keepBytes: (bytes) => () => bytes,
			keys: () => known,
		};
		const cache = new DocumentCache(store, configuration, options);
		const { readDocument } = openContent(root);
		const search = options.search ? new SearchBuilder() : undefined;
		let rested = performance.now();
		for (;;) {
			if (performance.now() - rested > TURN) {
				await setImmediate();
				rested = performance.now();
			}
			const at = Atomics.sub(taken, 1, 1) - 1;
			const input = inputs[at];
			if (input === undefined || at <= Atomics.load(taken, 0)) return;
			try {
				const bytes = readDocument(input.path);
				const revision = hash(bytes);
				const readable = { ...input, bytes };
				cache.recordOf(readable, revision, [], () =>
					writeRecord(
						indexDocument(readable, configuration, [], readSource(input.path, bytes, revision)),
						configuration.tokenizer,
						search,
						options.whole,
					),
				);
			} catch {
				// What is wrong with a document is said where the main thread reads it.
			}
		}
	} finally {
		port.close();
	}
}

parentPort?.on('message', (job: RecordJob) => {
	// A thread that cannot help leaves all to the main thread.
	makeRecords(job).catch(() => undefined);
});
