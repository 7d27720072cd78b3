import { chunkTexts, type ChunkText } from './duplicates.ts';
import { settledFile, type SettledFile } from './document-file.ts';
import type { IndexedDocument } from './indexed-document.ts';
import type { AuthoredTree } from './nodes/read.ts';
import type { SearchBuilder, SearchedDocument } from './search/build.ts';
import type { Tokenizer } from './tokens.ts';

/**
 * What is kept of a document until all others are known. Its nodes are written down by then, so
 * that memory does not grow with the nodes of the site.
 */
export interface SettledDocument extends Pick<
	IndexedDocument,
	'document' | 'source' | 'outward' | 'findings'
> {
	readonly tree: Pick<AuthoredTree, 'frontmatter'>;
	readonly file: SettledFile;
	readonly totals: { readonly nodes: number; readonly chunks: number; readonly tokens: number };
	readonly texts: readonly ChunkText[];
	readonly searched?: SearchedDocument;
}

export function settle(
	indexed: IndexedDocument,
	tokenizer: Tokenizer,
	search: SearchBuilder | undefined,
): SettledDocument {
	const { document, source, outward, findings, tree, chunks } = indexed;
	const { frontmatter } = tree;
	return {
		document,
		source,
		outward,
		findings,
		tree: frontmatter === undefined ? {} : { frontmatter },
		file: settledFile(indexed, tokenizer),
		totals: {
			nodes: tree.nodes.length,
			chunks: chunks.length,
			tokens: chunks.reduce((total, chunk) => total + chunk.tokens, 0),
		},
		texts: chunkTexts(indexed),
		...(search === undefined ? {} : { searched: search.read(indexed) }),
	};
}
