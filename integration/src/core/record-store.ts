/**
 * Where things wait that a build needs again only when it writes: what was read of each document, and
 * the bytes of its source. What has a key waits for the next build too, where the store lasts so long.
 */
export interface RecordStore {
	/** Whether the next build finds what this one keeps. */
	readonly lasts: boolean;
	/** What is kept under a key, now or since an earlier build. */
	find(key: string): KeptRecord | undefined;
	/** Keeps a record, and says how to read it again. */
	keep(record: string, key?: string): KeptRecord;
	/** Keeps bytes, and says how to read them again. */
	keepBytes(bytes: Uint8Array): () => Uint8Array;
	/** All keys under which something is kept. */
	keys(): Iterable<string>;
}

/** A record that is kept, read when it is called for. */
export interface KeptRecord {
	/** Lines from one place on up to another. */
	lines(from: number, to: number): string[];
}

/** Keeps all in memory. */
export class MemoryStore implements RecordStore {
	readonly lasts = false;
	private readonly records = new Map<string, KeptRecord>();

	find(key: string): KeptRecord | undefined {
		return this.records.get(key);
	}

	keep(record: string, key?: string): KeptRecord {
		const kept = heldRecord(record);
		if (key !== undefined) this.records.set(key, kept);
		return kept;
	}

	keepBytes(bytes: Uint8Array): () => Uint8Array {
		return () => bytes;
	}

	keys(): Iterable<string> {
		return this.records.keys();
	}
}

/** A record that is in memory. */
export function heldRecord(record: string): KeptRecord {
	return {
		lines: (from, to) => {
			let start = 0;
			for (let line = 0; line < from; line++) start = record.indexOf('\n', start) + 1;
			const lines: string[] = [];
			for (let line = from; line < to; line++) {
				const end = record.indexOf('\n', start);
				lines.push(record.slice(start, end < 0 ? record.length : end));
				start = end + 1;
			}
			return lines;
		},
	};
}
