import { CitableError } from '../core/errors.ts';
import type { CatalogEntry } from '../core/format/files.ts';
import type { EngineHit, EngineOptions, SearchEngine } from '../core/search/engine.ts';
import { filterNames, matchesFilters, type FilterName } from '../core/search/filters.ts';
import type { Chunk, DocumentView } from './document-view.ts';
import { dateOf, standingOf, type Intent, type Standing } from './standing.ts';

/** How to search. */
export interface SearchOptions {
	/** How many hits at most. @default 10 */
	readonly limit?: number;
	/** BCP 47 tag of the language to search; all languages by default. */
	readonly language?: string;
	/**
	 * Whether the search is by meaning as well as by words. It is where the index has vectors and was
	 * opened with `embed`; `true` makes it an error where that is not so.
	 */
	readonly semantic?: boolean;
	/** A version of documents, or several: only documents of one of them are searched. */
	readonly version?: string | readonly string[];
	/** A status of documents, or several: only documents with one of them are searched. */
	readonly status?: string | readonly string[];
	/**
	 * What searches: the name of an engine that the index has search files for, or an engine of one's
	 * own. By default the one that the index prefers.
	 */
	readonly engine?: string | SearchEngine;
	/** Which documents an answer may rest on. @default 'current' */
	readonly intent?: Intent;
	/** The date that `current` means; the clock says it by default. */
	readonly now?: string | Date;
}

/** A chunk that search found. */
export interface Hit extends Chunk {
	readonly chunkId: string;
	readonly score: number;
	/** Place among the hits, from 1. */
	readonly rank: number;
	/** Words of the query that led here, each with the terms of the index that stood for it. */
	readonly matches: Readonly<Record<string, readonly string[]>>;
	/** Place in what each engine found, from 1, by the name of the engine; `vectors` is search by meaning. */
	readonly ranks: Readonly<Record<string, number>>;
	/** The share of the query that the chunk matches, each word by how rare it is: 0 to 1. */
	readonly coverage: number;
	/** How far the document holds at the date that was asked about, or now. */
	readonly standing: Standing;
	/** Chunks that say the same word for word. They add nothing to the rank. */
	readonly also: readonly Twin[];
}

/** A chunk of the same text as a hit. */
export interface Twin {
	readonly chunkId: string;
	readonly document: CatalogEntry;
	readonly standing: Standing;
}

/** A document that matches, and is not among the hits because of how far it holds. */
export interface WithheldDocument {
	readonly document: CatalogEntry;
	readonly standing: Standing;
}

/** What a search gives. */
export interface SearchResult {
	/** Best first. */
	readonly hits: readonly Hit[];
	/** Documents that match as well and do not hold by the intent. */
	readonly withheld: readonly WithheldDocument[];
}

/** What searching needs of an opened index. */
export interface Searchable {
	readonly engine: (query: string, options: EngineOptions) => Promise<readonly EngineHit[]>;
	readonly entryOf: (key: string) => Promise<CatalogEntry | undefined>;
	readonly document: (id: string) => Promise<CatalogEntry>;
	readonly view: (entry: CatalogEntry) => Promise<DocumentView>;
	/** Ids of the chunks with the same text as a chunk, its own among them. */
	readonly twinsOf: (chunkId: string) => Promise<readonly string[]>;
}

/**
 * Finds chunks, best first. Documents that do not hold by the intent are not among them, and text
 * that stands in several places is one hit.
 */
export async function find(
	index: Searchable,
	query: string,
	options: SearchOptions,
): Promise<SearchResult> {
	const { limit = 10, intent = 'current' } = options;
	if (typeof query !== 'string')
		throw new CitableError('invalid-query', {
			reason: `The query is ${describe(query)}, not a text.`,
		});
	if (!Number.isInteger(limit) || limit < 1)
		throw new CitableError('invalid-query', {
			reason: `The limit is ${describe(limit)}, not a whole number from 1.`,
		});
	const filters = filtersFrom(options);
	const time = dateOf(intent, options.now);
	const standings = new Standings(index, time ?? dateOf('current', options.now) ?? 0);
	const withheld = new Map<string, WithheldDocument>();
	const others = new Set<string>();
	// Engines name a document by as many digits of its key as they like.
	const accept = (start: string): boolean =>
		![...withheld.keys(), ...others].some((key) => key.startsWith(start));
	for (let wanted = limit; ;) {
		const found = await index.engine(query, { limit: wanted, accept, ...filters });
		const entries = await Promise.all(found.map(({ document }) => entryFor(index, document)));
		const known = withheld.size + others.size;
		for (const entry of entries)
			if (!matchesFilters(entry, filters.filters ?? {})) others.add(entry.key);
		if (time !== undefined) {
			for (const entry of entries) {
				const standing = await standings.of(entry);
				if (standing !== 'in-force') withheld.set(entry.key, { document: entry, standing });
			}
		}
		// Others take the places of those that do not hold.
		if (withheld.size + others.size > known) continue;
		const hits = await hitsOf(index, found, entries, standings);
		if (hits.length < limit && found.length === wanted) {
			wanted *= 2;
			continue;
		}
		const all =
			intent === 'historical' ? await withCounterparts(index, query, hits, standings) : hits;
		return {
			hits: all.slice(0, limit).map((hit, at) => ({ ...hit, rank: at + 1 })),
			withheld: [...withheld.values()],
		};
	}
}

function filtersFrom(options: SearchOptions): Pick<EngineOptions, 'filters'> {
	const filters: Partial<Record<FilterName, readonly string[]>> = {};
	for (const name of filterNames) {
		const value = options[name];
		if (value === undefined) continue;
		const values = [value].flat();
		if (values.length === 0 || !values.every((one) => typeof one === 'string'))
			throw new CitableError('invalid-query', {
				reason: `The ${name} is ${describe(value)}, not a text or a list of texts.`,
			});
		filters[name] = values;
	}
	return Object.keys(filters).length === 0 ? {} : { filters };
}

function describe(value: unknown): string {
	// JSON has neither.
	if (value === undefined || typeof value === 'number') return String(value);
	return JSON.stringify(value);
}

/** Standings of documents at one date. */
class Standings {
	private readonly index: Searchable;
	private readonly time: number;

	constructor(index: Searchable, time: number) {
		this.index = index;
		this.time = time;
	}

	async of(entry: CatalogEntry): Promise<Standing> {
		const superseders = await Promise.all(
			(entry.supersededBy ?? []).map((id) => this.index.document(id)),
		);
		return standingOf(entry, superseders, this.time);
	}
}

type UnrankedHit = Omit<Hit, 'rank'>;

/** Hits without those that repeat one before. */
async function hitsOf(
	index: Searchable,
	found: readonly EngineHit[],
	entries: readonly CatalogEntry[],
	standings: Standings,
): Promise<UnrankedHit[]> {
	const views = await Promise.all(entries.map((entry) => index.view(entry)));
	const repeated = new Set<string>();
	const hits: UnrankedHit[] = [];
	for (const [at, { order, score, matches, coverage, ranks = {} }] of found.entries()) {
		const view = views[at];
		const entry = entries[at];
		if (view === undefined || entry === undefined) continue;
		const chunk = view.chunk(order);
		if (repeated.has(chunk.id)) continue;
		const also: Twin[] = [];
		for (const id of await index.twinsOf(chunk.id)) {
			repeated.add(id);
			if (id === chunk.id) continue;
			const other = await index.document(id);
			const standing = await standings.of(other);
			also.push({ chunkId: id, document: other, standing });
		}
		const standing = await standings.of(entry);
		hits.push({ ...chunk, chunkId: chunk.id, score, matches, coverage, ranks, standing, also });
	}
	return hits;
}

/** Puts behind each hit what its document took the place of, or what took its place. */
async function withCounterparts(
	index: Searchable,
	query: string,
	hits: readonly UnrankedHit[],
	standings: Standings,
): Promise<UnrankedHit[]> {
	const all: UnrankedHit[] = [];
	const shown = new Set(hits.map((hit) => hit.document.id));
	for (const hit of hits) {
		all.push(hit);
		const { supersedes = [], supersededBy = [] } = hit.document;
		for (const id of [...supersededBy, ...supersedes]) {
			if (shown.has(id)) continue;
			shown.add(id);
			const entry = await index.document(id);
			const accept = (key: string): boolean => entry.key.startsWith(key);
			const found = await index.engine(query, { limit: 1, accept });
			all.push(...(await hitsOf(index, found, [entry], standings)));
		}
	}
	return all;
}

async function entryFor(index: Searchable, key: string): Promise<CatalogEntry> {
	const entry = await index.entryOf(key);
	if (entry === undefined) throw new CitableError('unknown-document', { id: key });
	return entry;
}
