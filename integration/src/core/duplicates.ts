import { compareText } from './compare-text.ts';
import { hash } from './digest.ts';
import { documentKeyOf } from './identity.ts';
import type { IndexedDocument } from './indexed-document.ts';
import { ownText } from './own-text.ts';

/** Digits of the id of a chunk behind the key of its document, and of the digest of its text. */
const ID = 20;
const DIGEST = 32;

/**
 * What the chunks of a document say, in one text: of each the last digits of its id, and a digest that
 * is equal where the text without the heading above it is equal. Under another heading the same text
 * is still the same.
 */
export function chunkTexts({ source, sections, chunks }: IndexedDocument): string {
	return chunks
		.map(({ id, section, start, end }) => {
			const body = Math.max(start, sections[section]?.bodyStart ?? 0);
			const text = source.text.slice(body, end).trim();
			return text === '' ? '' : id.slice(-ID) + hash(text).slice(0, DIGEST);
		})
		.join('');
}

/**
 * Finds chunks that say the same word for word, wherever they stand. Each stays a chunk with a place
 * of its own; search shows them as one result.
 */
export class DuplicateFinder {
	private readonly first = new Map<string, string>();
	private readonly repeated = new Map<string, string[]>();

	/**
	 * Adds the chunks of a document.
	 *
	 * @param key Key of the document.
	 * @param texts What `chunkTexts` gave.
	 */
	add(key: string, texts: string): void {
		const own = ownText(texts);
		for (let at = 0; at < own.length; at += ID + DIGEST) {
			const id = `c-${key}-${own.slice(at, at + ID)}`;
			const digest = own.slice(at + ID, at + ID + DIGEST);
			const first = this.first.get(digest);
			if (first === undefined) {
				this.first.set(digest, id);
				continue;
			}
			const known = this.repeated.get(digest);
			if (known === undefined) this.repeated.set(digest, [first, id]);
			else known.push(id);
		}
	}

	/** Ids of chunks with the same text, two or more a group: by key, the groups that a document is in. */
	byDocument(): Map<string, string[][]> {
		const groups = [...this.repeated.values()]
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
