/**
 * Where texts wait that a build needs again only when it writes: what was read of each document, and
 * its source. What has a key waits for the next build too, where the store lasts so long.
 */
export interface RecordStore {
	/** What is kept under a key, now or since an earlier build; read when it is called for. */
	find(key: string): (() => string) | undefined;
	/** Keeps a text, and says how to read it again. */
	keep(text: string, key?: string): () => string;
	/** All keys under which something is kept. */
	keys(): Iterable<string>;
}

/** Keeps all in memory. */
export class MemoryStore implements RecordStore {
	private readonly texts = new Map<string, () => string>();

	find(key: string): (() => string) | undefined {
		return this.texts.get(key);
	}

	keep(text: string, key?: string): () => string {
		const read = (): string => text;
		if (key !== undefined) this.texts.set(key, read);
		return read;
	}

	keys(): Iterable<string> {
		return this.texts.keys();
	}
}
