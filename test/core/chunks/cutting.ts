import type { ChunkPolicy } from '../../../integration/src/core/chunks/policy.ts';
import { configure } from '../../../integration/src/core/configuration.ts';
import {
	indexDocument,
	type IndexedDocument,
} from '../../../integration/src/core/indexed-document.ts';

const encoder = new TextEncoder();

/** Indexes a text as one document. The ending of the path says which language it is. */
export function cut(text: string, policy: ChunkPolicy, path = 'page.mdx'): IndexedDocument {
	return indexDocument(
		{ collection: 'docs', entry: 'page', path, bytes: encoder.encode(text) },
		configure({ policy }),
	);
}

/** The texts of all chunks. */
export function textsOf({ source, chunks }: IndexedDocument): string[] {
	return chunks.map(({ start, end }) => source.text.slice(start, end));
}
