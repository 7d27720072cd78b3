import type { EdgeRole } from '../core/expansion-edges.ts';
import type { Span } from '../core/spans.ts';
import type { DocumentDescription } from '../core/format/files.ts';
import type { Passage } from './document-view.ts';
import type { DocumentRelation } from './standing.ts';

/** What a piece of evidence is to the seeds for which it travels. */
export type EvidenceRole = 'seed' | 'neighbor' | EdgeRole;

/** A literal slice of a source that travels with a hit. */
export interface EvidencePiece extends Passage {
	readonly role: EvidenceRole;
	/** Place of a seed among the seeds, from 1. Only seeds have one. */
	readonly rank?: number;
	/** The chunk that the piece is. */
	readonly chunkId?: string;
	/** The node that the piece is. */
	readonly nodeId?: string;
	/** Ids of the seeds for which it travels; a seed travels for itself. */
	readonly for: readonly string[];
	/** Set where the rest of the chunk or node is in other pieces, or was left out. */
	readonly partial?: true;
	/**
	 * As the tokenizer of the generation counts. A part of what was counted has as many as the whole
	 * at most; what was not counted when the index was built has its number of UTF-8 bytes, which no
	 * byte-pair tokenizer exceeds.
	 */
	readonly tokens: number;
}

/** Something that a claim on a seed needs beside it. */
export interface Requirement extends Span {
	readonly role: EdgeRole;
	/** Id of the seed. */
	readonly for: string;
	/** Id of the node or chunk that is needed; of a piece of code its document key and span. */
	readonly id: string;
	/** Whether all of it is in the evidence. */
	readonly present: boolean;
}

/** Pieces of one section that belong together, with what they need. */
export interface EvidenceUnit {
	/** From generation, rules and pieces: the same evidence has the same id. */
	readonly id: string;
	readonly document: DocumentDescription;
	readonly generation: string;
	/** Version of the rules by which it was expanded. */
	readonly expansion: number;
	readonly sectionId: string;
	readonly headingPath: readonly string[];
	/** In source order, disjoint. */
	readonly pieces: readonly EvidencePiece[];
	/** Best first. */
	readonly seeds: readonly { readonly chunkId: string; readonly rank: number }[];
	/** Whether all that claims on the seeds need is in the evidence. */
	readonly context: 'complete' | 'incomplete';
	readonly requires: readonly Requirement[];
	/** Set where something beside the pieces was cut that these readers may not see. */
	readonly cut?: true;
	/** Sum over the pieces. */
	readonly tokens: number;
}

/** Something that would have travelled along. */
export interface LeftOut {
	readonly role: EvidenceRole;
	/** Id of the seed. */
	readonly for: string;
	/** `cap`: the rules keep evidence small. `budget`: there were not enough tokens. `scope`: not for these readers. */
	readonly reason: 'cap' | 'budget' | 'scope';
	/**
	 * Id of the node or chunk, or document key and span of a piece of code; name it in the option
	 * `take` to have it. Absent for `scope`.
	 */
	readonly id?: string;
	readonly tokens?: number;
}

/** What an expansion gives. */
export interface Evidence {
	readonly generation: string;
	/** Version of the rules. */
	readonly expansion: number;
	readonly radius: number;
	/** By best seed. */
	readonly units: readonly EvidenceUnit[];
	/** How the documents of the evidence bear on one another. */
	readonly relations: readonly DocumentRelation[];
	readonly leftOut: readonly LeftOut[];
	readonly tokens: number;
}
