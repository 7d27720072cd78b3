import { anchorOf } from './anchors.ts';
import type { Document } from './document.ts';
import type { IndexedDocument } from './indexed-document.ts';
import { representationsOf, type Representation } from './representations.ts';

/** What is searched for a chunk, with what leads to it. */
export interface RepresentedChunk extends Representation {
	/** The fragment under which the rendered page shows what the chunk begins with, where it has one. */
	readonly anchor?: string;
}

/** What engines that make files of their own are given of a document. */
export interface RepresentedDocument {
	readonly document: Document;
	readonly chunks: readonly RepresentedChunk[];
}

/**
 * A document as engines take it.
 *
 * @param anchors Whether blocks of the rendered page have anchors; headings have them in any case.
 */
export function representedDocument(
	indexed: IndexedDocument,
	anchors: boolean,
): RepresentedDocument {
	const { document, tree, sections, source } = indexed;
	const representations = representationsOf(indexed);
	const chunks = indexed.chunks.flatMap((chunk, order): RepresentedChunk[] => {
		const representation = representations[order];
		if (representation === undefined) return [];
		const heading = tree.nodes[sections[chunk.section]?.path.at(-1) ?? -1];
		const anchor = anchors
			? anchorOf(source, tree.nodes, chunk)
			: heading?.type === 'heading'
				? heading.attributes.slug
				: undefined;
		return [{ ...representation, ...(anchor === undefined ? {} : { anchor }) }];
	});
	return { document, chunks };
}
