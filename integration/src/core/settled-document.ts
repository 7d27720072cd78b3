import type { RememberedDocument } from './document-cache.ts';
import { chunkTexts, type ChunkText } from './duplicates.ts';
import { settledFile, type SettledFile } from './document-file.ts';
import type { IndexedDocument } from './indexed-document.ts';
import type { AuthoredTree } from './nodes/read.ts';
import type { SearchBuilder, SearchedDocument } from './search/build.ts';
import type { Source } from './source.ts';
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

/** Writes down what a document is by itself. */
export function settle(
	indexed: IndexedDocument,
	tokenizer: Tokenizer,
	search: SearchBuilder | undefined,
): RememberedDocument {
	const { tree, chunks } = indexed;
	const { anchors, ...pointers } = indexed.outward;
	const { document, outward, findings, frontmatter } = copied({
		document: indexed.document,
		outward: pointers,
		findings: indexed.findings,
		frontmatter: tree.frontmatter,
	});
	return {
		document,
		outward: { ...outward, anchors: new Set(copied([...anchors])) },
		findings,
		tree: frontmatter === undefined ? {} : { frontmatter },
		file: settledFile(indexed, tokenizer),
		totals: {
			nodes: tree.nodes.length,
			chunks: chunks.length,
			tokens: chunks.reduce((total, chunk) => total + chunk.tokens, 0),
		},
		texts: chunkTexts(indexed),
		...(search === undefined ? {} : { terms: search.read(indexed) }),
	};
}

/** Texts that parsers cut from a text keep all of it alive; copies do not. */
function copied<Value>(value: Value): Value {
	return JSON.parse(JSON.stringify(value)) as Value;
}

/** A document that was written down, now or in an earlier build, with the source it stands for. */
export function settled(
	{ terms, ...remembered }: RememberedDocument,
	source: Source,
	search: SearchBuilder | undefined,
): SettledDocument {
	return {
		...remembered,
		source,
		...(search === undefined || terms === undefined
			? {}
			: { searched: search.settle(remembered.document, terms) }),
	};
}
