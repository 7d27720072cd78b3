import type { Chunk, DocumentDescription, Passage } from './document-view.ts';

/** What a piece of evidence is to the hit that brought it along. */
export type EvidenceRole = 'seed' | 'neighbor';

/** A literal slice of a source that travels with a hit. */
export interface EvidencePiece extends Passage {
	readonly role: EvidenceRole;
	/** Place of a seed among the seeds, from 1. Only seeds have one. */
	readonly rank?: number;
	/** Set where the piece is a chunk. */
	readonly chunkId?: string;
	/** As the tokenizer of the generation counts. */
	readonly tokens: number;
}

/** Pieces of one section that belong together. */
export interface EvidenceUnit {
	readonly document: DocumentDescription;
	readonly generation: string;
	readonly sectionId: string;
	readonly headingPath: readonly string[];
	/** In source order, disjoint. */
	readonly pieces: readonly EvidencePiece[];
	/** Best first. */
	readonly seeds: readonly { readonly chunkId: string; readonly rank: number }[];
	/** Sum over the pieces. */
	readonly tokens: number;
}

/** What an expansion gives. */
export interface Evidence {
	readonly generation: string;
	/** By best seed. */
	readonly units: readonly EvidenceUnit[];
	readonly tokens: number;
}

/** A chunk as a piece of evidence. */
export function chunkPiece(chunk: Chunk, rank: number | undefined): EvidencePiece {
	const { start, end, startLine, endLine, headingPath, text, exact, tokens } = chunk;
	return {
		role: rank === undefined ? 'neighbor' : 'seed',
		...(rank === undefined ? {} : { rank }),
		chunkId: chunk.id,
		start,
		end,
		startLine,
		endLine,
		headingPath,
		text,
		exact,
		tokens,
	};
}
