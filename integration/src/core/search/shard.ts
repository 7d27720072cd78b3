import MiniSearch, { type AsPlainObject, type SearchResult } from 'minisearch';
import type { FORMAT_VERSION } from '../format/version.ts';
import { decodeNumbers } from '../varints.ts';
import type { FilterName, SearchFilters } from './filters.ts';

/**
 * Which chunk holds which term how often. The library's own form names every chunk at every term
 * and is more than twice as large when compressed; this one becomes it again when it is opened.
 */
export interface Postings {
	/** All terms, ascending, with a space between. */
	readonly terms: string;
	/** How many chunks hold each term. */
	readonly counts: string;
	/** Which chunks hold each term: how many are skipped since the one before. */
	readonly skips: string;
	/** How often beyond the first time. */
	readonly repeats: string;
}

/**
 * A search file as it is written. The postings of a large site are cut into parts, each a file of
 * its own, so that a query loads the parts of its words alone.
 */
export type ShardContent = ShardHead & (Postings | ShardParts);

/** What a search file says beside its postings. */
export interface ShardHead {
	readonly format: typeof FORMAT_VERSION;
	readonly language: string;
	/**
	 * The documents, ascending, each by the first digits of its key as a number: what is added to the
	 * one before. Version 1 has whole keys.
	 */
	readonly documents: string | readonly string[];
	/** How many digits of the keys tell all documents of the generation apart. */
	readonly digits?: number;
	/** What documents can be filtered by, where any has it. */
	readonly filters?: Readonly<Partial<Record<FilterName, FilterColumn>>>;
	/** How many chunks each document has. */
	readonly chunks: string;
	/** How many chunks in a row stand under the same outermost heading, document by document. */
	readonly runs: string;
	/** Terms of each chunk, repetitions counted. */
	readonly lengths: string;
	/** Terms without weight beside others. */
	readonly stop: string;
	/** Terms that stand for one another; each group separated by spaces. */
	readonly synonyms: readonly string[];
}

/** Where the postings of a large site are: by ascending term, where each part starts, and the digest of its file. */
export interface ShardParts {
	readonly parts: readonly { readonly first: string; readonly file: string }[];
}

/** Values of the documents of a search file. */
export interface FilterColumn {
	readonly values: readonly string[];
	/** Of each document, the place of its value among them, from 1; 0 where it has none. */
	readonly of: string;
}

/** A file with a part of the postings of a search file. */
export interface PartContent extends Postings {
	readonly format: typeof FORMAT_VERSION;
}

/** The keys of a search file, or as many of their first digits as tell them apart. */
function keysOf({ documents, digits = 16 }: ShardHead): readonly string[] {
	if (typeof documents !== 'string') return documents;
	let start = 0;
	return decodeNumbers(documents).map((difference) =>
		(start += difference).toString(16).padStart(digits, '0'),
	);
}

/** How a part of the postings is read, by the digest of its file. */
export type LoadPart = (file: string) => Promise<PartContent>;

/** A term with the chunks that hold it, each with its BM25. */
export interface ScoredTerm {
	readonly term: string;
	readonly chunks: Int32Array;
	readonly scores: Float64Array;
}

const FIELD = 'terms';

/** BM25 of a chunk. */
const BM25 = { k: 1.2, b: 0.7, d: 0 };

/** A search file, opened. Chunks are numbered through all documents. */
export class OpenShard {
	/** Keys, or as many of their first digits as tell all documents apart. */
	readonly documents: readonly string[];
	/** Number of the first chunk of each document. */
	readonly firstChunk: readonly number[];
	/** Number of the document of each chunk. */
	readonly documentOf: Int32Array;
	/** Number of the outermost heading of each chunk, counted through all documents. */
	readonly headingOf: Int32Array;
	readonly stop: ReadonlySet<string>;
	readonly synonyms: ReadonlyMap<string, readonly string[]>;
	private readonly filters: readonly {
		readonly name: FilterName;
		readonly values: readonly string[];
		readonly of: readonly number[];
	}[];
	private readonly lengths: readonly number[];
	private readonly parts: readonly { readonly first: string; readonly file: string }[];
	private readonly loadPart: LoadPart;
	private readonly loaded = new Map<number, Promise<MiniSearch>>();
	private readonly known = new Map<string, ScoredTerm | undefined>();

	/** @throws {RangeError} where the content contradicts itself. */
	constructor(content: ShardContent, loadPart: LoadPart) {
		this.documents = keysOf(content);
		this.lengths = decodeNumbers(content.lengths);
		this.loadPart = loadPart;
		this.filters = Object.entries(content.filters ?? {}).map(([name, { values, of }]) => ({
			name: name as FilterName,
			values,
			of: decodeNumbers(of),
		}));
		const perDocument = decodeNumbers(content.chunks);
		let chunks = 0;
		this.firstChunk = perDocument.map((count) => (chunks += count) - count);
		if (chunks !== this.lengths.length || perDocument.length !== this.documents.length)
			throw new RangeError('The lists of documents and chunks differ in length.');
		this.documentOf = numbered(perDocument, chunks);
		this.headingOf = numbered(decodeNumbers(content.runs), chunks);
		this.stop = new Set(split(content.stop));
		this.synonyms = synonymsOf(content.synonyms);
		if ('parts' in content) this.parts = content.parts;
		else {
			this.parts = [{ first: '', file: '' }];
			this.loaded.set(0, Promise.resolve(this.indexOf(content)));
		}
	}

	/** Whether a document, by its number, has one of the values of each filter. */
	matcherOf(filters: SearchFilters): (document: number) => boolean {
		const wanted = Object.entries(filters).map(([name, values]) => {
			const column = this.filters.find((one) => one.name === name);
			const places = new Set(values.map((value) => column?.values.indexOf(value) ?? -1));
			return { of: column?.of, places };
		});
		return (document) =>
			wanted.every(({ of, places }) => {
				const place = of?.[document] ?? 0;
				return place > 0 && places.has(place - 1);
			});
	}

	/** The chunks of terms that the index has, in the order asked; undefined for a term that it has not. */
	async termsOf(terms: readonly string[]): Promise<(ScoredTerm | undefined)[]> {
		return Promise.all(
			terms.map(async (term) => {
				if (this.known.has(term)) return this.known.get(term);
				const results = (await this.partFor(term))?.search(term, { bm25: BM25 }) ?? [];
				const found = results.length === 0 ? undefined : scoredTerm(term, results);
				this.known.set(term, found);
				return found;
			}),
		);
	}

	/**
	 * Terms that begin with a word that is still being typed, or differ from it by a slip or two, as
	 * one. A large site is searched for them where words with the same first letters stand.
	 */
	async termsAround(word: string, typing: boolean): Promise<ScoredTerm | undefined> {
		const { length } = word;
		const start = word.slice(0, 3);
		const parts = await Promise.all(
			[word, start, `${start}\uffff`].map((place) => this.partFor(place)),
		);
		const results = [...new Set(parts)].flatMap(
			(part) =>
				part?.search(word, {
					bm25: BM25,
					prefix: typing && length > 1,
					fuzzy: length < 4 ? false : length < 8 ? 1 : 2,
				}) ?? [],
		);
		return results.length === 0 ? undefined : scoredTerm(results[0]?.terms[0] ?? word, results);
	}

	/** The part in which a term stands if it stands anywhere. */
	private async partFor(term: string): Promise<MiniSearch | undefined> {
		const place = this.parts.findLastIndex(({ first }) => first <= term);
		const part = this.parts[place];
		if (part === undefined) return undefined;
		let loading = this.loaded.get(place);
		if (loading === undefined) {
			loading = this.loadPart(part.file).then((content) => this.indexOf(content));
			this.loaded.set(place, loading);
			loading.catch(() => this.loaded.delete(place));
		}
		return loading;
	}

	/** The library's index of some terms. Only chunks that hold one of them are in it. */
	private indexOf(postings: Postings): MiniSearch {
		return MiniSearch.loadJS(plainIndex(postings, this.lengths), {
			fields: [FIELD],
			tokenize: (term) => [term],
			processTerm: (term) => term,
		});
	}
}

function scoredTerm(term: string, results: readonly SearchResult[]): ScoredTerm {
	return {
		term,
		chunks: Int32Array.from(results, ({ id }) => id as number),
		scores: Float64Array.from(results, ({ score }) => score),
	};
}

function plainIndex(postings: Postings, lengths: readonly number[]): AsPlainObject {
	const skips = decodeNumbers(postings.skips);
	const repeats = decodeNumbers(postings.repeats);
	const counts = decodeNumbers(postings.counts);
	const terms = split(postings.terms);
	if (terms.length !== counts.length || skips.length !== repeats.length)
		throw new RangeError('The lists of terms and chunks differ in length.');
	const held = new Set<number>();
	let at = 0;
	const index = terms.map((term, place): AsPlainObject['index'][number] => {
		const chunks: Record<string, number> = {};
		let chunk = -1;
		for (const end = at + (counts[place] ?? 0); at < end; at++) {
			chunk += (skips[at] ?? 0) + 1;
			chunks[chunk] = (repeats[at] ?? 0) + 1;
			held.add(chunk);
		}
		return [term, { 0: chunks }];
	});
	const total = lengths.reduce((sum, length) => sum + length, 0);
	const chunks = [...held];
	return {
		documentCount: lengths.length,
		nextId: lengths.length,
		documentIds: Object.fromEntries(chunks.map((chunk) => [chunk, chunk])),
		fieldIds: { [FIELD]: 0 },
		fieldLength: Object.fromEntries(chunks.map((chunk) => [chunk, [lengths[chunk] ?? 0]])),
		averageFieldLength: [lengths.length === 0 ? 0 : total / lengths.length],
		storedFields: {},
		dirtCount: 0,
		index,
		serializationVersion: 2,
	};
}

/** Numbers each chunk by the run that holds it. */
function numbered(runs: readonly number[], chunks: number): Int32Array {
	const numbers = new Int32Array(chunks);
	let at = 0;
	runs.forEach((length, number) => {
		numbers.fill(number, at, at + length);
		at += length;
	});
	if (at !== chunks) throw new RangeError('The lists of headings and chunks differ in length.');
	return numbers;
}

function synonymsOf(groups: readonly string[]): Map<string, string[]> {
	const synonyms = new Map<string, string[]>();
	for (const group of groups.map(split)) {
		for (const term of group) {
			const others = synonyms.get(term) ?? [];
			for (const other of group) if (other !== term && !others.includes(other)) others.push(other);
			synonyms.set(term, others);
		}
	}
	return synonyms;
}

function split(list: string): string[] {
	return list === '' ? [] : list.split(' ');
}
