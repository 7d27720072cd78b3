import type { SourceSpan } from './source-spans.ts';

/** What a retriever found, as it is judged: by what it covers, never by its id. */
export interface Found {
	readonly span: SourceSpan;
	/** Tokens that its text costs. */
	readonly tokens: number;
	/** Whether its text is the literal slice of its source. */
	readonly exact: boolean;
	/** The authored unit that it belongs to: another hit in the same unit is no further evidence. */
	readonly unit: string;
}

/** The answer of a retriever to one question. */
export interface Retrieval {
	/** Best first. */
	readonly hits: readonly Found[];
	/** Whether it says that the corpus does not answer the question. */
	readonly refused: boolean;
	/**
	 * What the first hits become with what must travel along.
	 *
	 * @param limit How many hits to expand.
	 * @param budget Tokens that the evidence may cost; no bound where it is missing.
	 */
	expand?(limit: number, budget?: number): Promise<Expanded>;
}

/** Evidence after expansion. */
export interface Expanded {
	readonly spans: readonly SourceSpan[];
	readonly tokens: number;
}

/** Anything that finds spans for a question: a policy, an engine, a generation of an index. */
export interface Retriever {
	readonly name: string;
	/** All that it cut the corpus into, where that is known; for the check of boundaries. */
	readonly chunks?: readonly SourceSpan[];
	retrieve(question: string, limit: number): Promise<Retrieval>;
}
