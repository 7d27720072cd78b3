import { availableParallelism } from 'node:os';
import {
	MessageChannel,
	receiveMessageOnPort,
	Worker,
	type MessagePort,
} from 'node:worker_threads';
import type { RecordOptions } from '../core/document-cache.ts';
import type { Configuration, DocumentInput, Progress } from '../core/index.ts';
import type { KeptRecord, RecordStore } from '../core/record-store.ts';
import { dataOf } from './configuration-data.ts';
import type { RecordJob } from './record-thread.ts';

/** When other threads are asked for help; times in milliseconds. */
export interface Patience {
	/** How long it is watched how fast reading goes. */
	readonly watch: number;
	/**
	 * How often it is watched before: a process that has just begun is slow at first, and looks as if
	 * much was left.
	 */
	readonly watches: number;
	/** How long the rest takes where a thread, which loads its modules first, gains something. */
	readonly left: number;
}

const patience: Patience = { watch: 250, watches: 4, left: 2500 };

/** More threads than these would wait for the one that puts all together. */
const MOST = 4;

/** With more documents than these, the memory that a thread takes is dearer than time: it is 150 MB and more. */
const LARGEST = 10_000;

/** Mebibytes of what was just made; a thread makes little that lasts, and would keep more than it needs. */
const YOUNG = 16;

/** What the documents are, and where. */
export interface ReadableDocuments {
	/** Folder that their paths are relative to. */
	readonly root: string;
	/** In the order in which they are read. */
	readonly inputs: readonly DocumentInput[];
	readonly configuration: Configuration;
	readonly options: RecordOptions;
}

/**
 * A store into which other threads put records while the main thread makes its own: it reads from the
 * first document on, and they from the last, until they meet. Whatever they do not deliver, it makes.
 */
export class RecordThreads implements RecordStore {
	/** Records that other threads made and the main thread used. */
	used = 0;
	private readonly documents: ReadableDocuments;
	private readonly store: RecordStore;
	private readonly patience: Patience;
	private readonly delivered = new Set<string>();
	private readonly taken: Int32Array;
	private readonly ports = new Set<MessagePort>();
	private threads: Worker[] = [];
	private asked = false;
	private watched = 0;
	private since = { time: performance.now(), done: 0 };

	constructor(store: RecordStore, documents: ReadableDocuments, own = patience) {
		this.store = store;
		this.documents = documents;
		this.patience = own;
		this.taken = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
		this.taken[1] = documents.inputs.length;
	}

	find(key: string): KeptRecord | undefined {
		this.receive();
		const found = this.store.find(key);
		if (found !== undefined && this.delivered.delete(key)) this.used++;
		return found;
	}

	keep(record: string, key?: string): KeptRecord {
		return this.store.keep(record, key);
	}

	keepBytes(bytes: Uint8Array): () => Uint8Array {
		return this.store.keepBytes(bytes);
	}

	keys(): Iterable<string> {
		return this.store.keys();
	}

	get lasts(): boolean {
		return this.store.lasts;
	}

	/** How many other threads help. */
	get helping(): number {
		return this.threads.length;
	}

	/** How many documents no thread has taken yet; less than one when all are. */
	get untaken(): number {
		return Atomics.load(this.taken, 1) - Atomics.load(this.taken, 0);
	}

	/** Called before each document: asks for help where it is worth it. */
	at({ stage, done, total }: Progress): void {
		if (stage !== 'reading') {
			this.release();
			return;
		}
		Atomics.store(this.taken, 0, done);
		const { since } = this;
		const time = performance.now();
		const { watch, watches, left: worth } = this.patience;
		if (this.asked || total > LARGEST || done === since.done || time - since.time < watch) return;
		const left = ((time - since.time) / (done - since.done)) * (total - done);
		this.since = { time, done };
		this.watched++;
		if (this.watched > watches && left > worth) this.ask();
	}

	/** Ends the other threads: when all is read, the main thread needs their memory. */
	release(): void {
		Atomics.store(this.taken, 0, this.documents.inputs.length);
		for (const port of this.ports) port.close();
		this.ports.clear();
		for (const thread of this.threads) void thread.terminate();
		this.threads = [];
	}

	private ask(): void {
		this.asked = true;
		const { root, options } = this.documents;
		const configuration = dataOf(this.documents.configuration);
		if (configuration === undefined) return;
		const inputs = this.documents.inputs.map(withoutBytes);
		const known = new Set(this.store.keys());
		const most = Math.min(availableParallelism() - 1, MOST);
		for (let count = 0; count < most; count++) {
			const thread = startThread();
			const { port1, port2 } = new MessageChannel();
			const job: RecordJob = {
				root,
				inputs,
				configuration,
				options,
				known,
				taken: this.taken,
				port: port2,
			};
			try {
				thread.postMessage(job, [port2]);
			} catch {
				// What cannot be sent is read here alone.
				void thread.terminate();
				port1.close();
				return;
			}
			port1.unref();
			this.ports.add(port1);
			this.threads.push(thread);
		}
	}

	private receive(): void {
		for (const port of this.ports) {
			for (;;) {
				const received = receiveMessageOnPort(port) as
					{ readonly message: readonly [key: string, text: string] } | undefined;
				if (received === undefined) break;
				const [key, text] = received.message;
				this.delivered.add(key);
				this.store.keep(text, key);
			}
		}
	}
}

/** Bytes are read where they are needed. */
function withoutBytes(input: DocumentInput): Omit<DocumentInput, 'bytes'> {
	const { collection, entry, path, url, provenance, language, data } = input;
	return {
		collection,
		entry,
		path,
		...(url === undefined ? {} : { url }),
		...(provenance === undefined ? {} : { provenance }),
		...(language === undefined ? {} : { language }),
		...(data === undefined ? {} : { data }),
	};
}

function startThread(): Worker {
	const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
	const thread = new Worker(new URL(`record-thread.${ending}`, import.meta.url), {
		resourceLimits: { maxYoungGenerationSizeMb: YOUNG },
	});
	// It must not keep the process alive, and the main thread does without one that fails.
	thread.unref();
	thread.on('error', () => undefined);
	return thread;
}
