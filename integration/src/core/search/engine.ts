import type { SearchFilters } from './filters.ts';

/** Version of the search files; grows with tokenising, ranking data, or the encoding. */
export const SEARCH_VERSION = 2;

/** What finds chunks. Engines differ in how they hold and rank the index; hits look alike. */
export interface SearchEngine {
	readonly name: string;
	/** Chunks that match, best first; nothing matches an empty query, and no query is an error. */
	search(
		query: string,
		options: EngineOptions,
	): readonly EngineHit[] | Promise<readonly EngineHit[]>;
}

export interface EngineOptions {
	/** How many hits at most. */
	readonly limit: number;
	/** Whether a document may be among the hits, as the hit would name it. */
	readonly accept?: (document: string) => boolean;
	/**
	 * What documents must be; an engine of one's own may leave that out, since hits are looked through
	 * once more.
	 */
	readonly filters?: SearchFilters;
}

/** A chunk that an engine found. */
export interface EngineHit {
	/** Key of the document, or as many of its first digits as tell it from all others. */
	readonly document: string;
	/** Place of the chunk in its document, from 0. */
	readonly order: number;
	/** Comparable within one engine only. */
	readonly score: number;
	/** Words of the query that led here, each with the terms of the index that stood for it. */
	readonly matches: Readonly<Record<string, readonly string[]>>;
	/** Place among the hits of each engine that found it, from 1, by the name of the engine; one's own without it. */
	readonly ranks?: Readonly<Record<string, number>>;
	/** The share of the query that matched, each word by how rare it is: 0 to 1. */
	readonly coverage: number;
}
