import { compareText } from './compare-text.ts';
import { hash } from './digest.ts';
import { documentKeyOf } from './identity.ts';
import type { IndexedDocument } from './indexed-document.ts';

/** The text of a chunk without the heading above it, as a digest: equal where the text is equal. */
export interface ChunkText {
	readonly id: string;
	readonly digest: string;
}

/** What the chunks of a document say. Under another heading the same text is still the same. */
export function chunkTexts({ source, sections, chunks }: IndexedDocument): ChunkText[] {
	return chunks.flatMap(({ id, section, start, end }) => {
		const body = Math.max(start, sections[section]?.bodyStart ?? 0);
		const text = source.text.slice(body, end).trim();
		return text === '' ? [] : [{ id, digest: hash(text).slice(0, 32) }];
	});
}

/**
 * Finds chunks that say the same word for word, wherever they stand. Each stays a chunk with a place
 * of its own; search shows them as one result.
 */
export class DuplicateFinder {
	private readonly chunks = new Map<string, string[]>();

	add(texts: readonly ChunkText[]): void {
		for (const { id, digest } of texts) {
			const known = this.chunks.get(digest);
			if (known === undefined) this.chunks.set(digest, [id]);
			else known.push(id);
		}
	}

	/** Ids of chunks with the same text, two or more a group: by key, the groups that a document is in. */
	byDocument(): Map<string, string[][]> {
		const groups = [...this.chunks.values()]
			.filter((ids) => ids.length > 1)
			.map((ids) => ids.sort(compareText))
			.sort(([a = ''], [b = '']) => compareText(a, b));
		const byDocument = new Map<string, string[][]>();
		for (const group of groups) {
			for (const key of new Set(group.map((id) => documentKeyOf(id) ?? ''))) {
				const known = byDocument.get(key);
				if (known === undefined) byDocument.set(key, [group]);
				else known.push(group);
			}
		}
		return byDocument;
	}
}
