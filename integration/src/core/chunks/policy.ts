import type { Finding } from '../findings.ts';
import type { AuthoredTree } from '../nodes/read.ts';
import type { Section } from '../sections.ts';
import type { Source } from '../source.ts';
import type { Span } from '../spans.ts';
import type { Tokenizer } from '../tokens.ts';

/** What a policy cuts: one document, read and cut into sections. */
export interface ChunkableDocument {
	readonly source: Source;
	readonly tree: AuthoredTree;
	readonly sections: readonly Section[];
}

/** A retrieval unit before it has an identity. Its text is the slice of the source. */
export interface ChunkDraft extends Span {
	/** `order` of the section that holds it. */
	readonly section: number;
	/** `index` of the outermost nodes that the span holds or touches, in order. */
	readonly nodes: readonly number[];
	/**
	 * What stands in front of the slice in the text that is indexed, where the policy puts it there.
	 * Such a chunk is not exact.
	 */
	readonly prefix?: string;
	/** Length of its text by the tokenizer, with the prefix. */
	readonly tokens: number;
	/** Set where the span holds a piece of a node that was too large for a chunk; of several, the innermost. */
	readonly part?: Part;
	/** Spans outside the chunk that say what its own text leaves open. */
	readonly context?: readonly ChunkContext[];
}

/** What a piece of code needs beside it: the imports, the line that opens the class around it. */
export interface ChunkContext extends Span {
	readonly role: 'import' | 'declaration';
}

/** Which piece of an oversize node a chunk is. */
export interface Part {
	/** `index` of the node. */
	readonly of: number;
	/** From 1. */
	readonly number: number;
	readonly count: number;
}

/** Cuts documents into chunks: disjoint, in source order, none across a section. */
export interface ChunkPolicy {
	readonly name: string;
	/** Grows with every change that may cut any document otherwise. */
	readonly version: number;
	/** All that shapes its chunks; part of every chunk's identity and of the generation. */
	readonly options: Readonly<Record<string, string | number | boolean | null>>;
	chunk(
		document: ChunkableDocument,
		tokenizer: Tokenizer,
	): { chunks: ChunkDraft[]; findings: Finding[] };
}
