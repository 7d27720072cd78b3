/**
 * Where things wait that a build needs again only when it writes: what was read of each document, and
 * the bytes of its source. What has a key waits for the next build too, where the store lasts so long.
 */
export interface RecordStore {
	/** What is kept under a key, now or since an earlier build. */
	find(key: string): KeptRecord | undefined;
	/** Keeps a record, and says how to read it again. */
	keep(record: string, key?: string): KeptRecord;
	/** Keeps bytes, and says how to read them again. */
	keepBytes(bytes: Uint8Array): () => Uint8Array;
	/** All keys under which something is kept. */
	keys(): Iterable<string>;
}

/** A record that is kept, read when it is called for: its first line apart from the others. */
export interface KeptRecord {
	head(): string;
	/** What stands behind the first line break. */
	body(): string;
}

/** Keeps all in memory. */
export class MemoryStore implements RecordStore {
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
	const end = record.indexOf('\n');
	return { head: () => record.slice(0, end), body: () => record.slice(end + 1) };
}
