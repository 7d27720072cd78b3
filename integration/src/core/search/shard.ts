import MiniSearch, { type AsPlainObject } from 'minisearch';
import { FORMAT_VERSION } from '../format/version.ts';
import { decodeNumbers, encodeNumbers } from './varints.ts';

/**
 * A search file as it is written: which chunk holds which term how often. The library's own form
 * names every chunk at every term and is more than twice as large when compressed; this one becomes
 * it again when it is opened.
 */
export interface ShardContent {
	readonly format: typeof FORMAT_VERSION;
	readonly language: string;
	/** Keys of the documents, ascending. */
	readonly documents: readonly string[];
	/** How many chunks each document has. */
	readonly chunks: string;
	/** How many chunks in a row stand under the same outermost heading, document by document. */
	readonly runs: string;
	/** Terms of each chunk, repetitions counted. */
	readonly lengths: string;
	/** All terms, ascending, with a space between. */
	readonly terms: string;
	/** How many chunks hold each term. */
	readonly counts: string;
	/** Which chunks hold each term: how many are skipped since the one before. */
	readonly skips: string;
	/** How often beyond the first time. */
	readonly repeats: string;
	/** Terms without weight beside others. */
	readonly stop: string;
	/** Terms that stand for one another; each group separated by spaces. */
	readonly synonyms: readonly string[];
}

/** The chunks of one language before they are written. */
export class ShardDraft {
	private readonly numbers = new Map<string, number>();
	/** Of each term by its number: each chunk that holds it, and how often beyond the first time. */
	private readonly postings: number[][] = [];
	private readonly documents: string[] = [];
	private readonly chunks: number[] = [];
	private readonly runs: number[] = [];
	private readonly lengths: number[] = [];
	private heading: string | undefined;

	get documentCount(): number {
		return this.documents.length;
	}

	get chunkCount(): number {
		return this.lengths.length;
	}

	addDocument(key: string): void {
		this.documents.push(key);
		this.chunks.push(0);
		this.heading = undefined;
	}

	/** The numbers by which terms are added: much smaller than the terms where many chunks wait. */
	numbersOf(terms: readonly string[]): Uint32Array {
		return Uint32Array.from(terms, (term) => {
			let number = this.numbers.get(term);
			if (number === undefined) {
				number = this.postings.push([]) - 1;
				this.numbers.set(term, number);
			}
			return number;
		});
	}

	/** Adds a chunk to the document that was added last. */
	addChunk(terms: Uint32Array, heading: string): void {
		const chunk = this.lengths.length;
		for (const term of terms) {
			const pairs = this.postings[term] ?? [];
			if (pairs.at(-2) === chunk) pairs[pairs.length - 1] = (pairs.at(-1) ?? 0) + 1;
			else pairs.push(chunk, 0);
		}
		this.lengths.push(terms.length);
		this.chunks[this.chunks.length - 1] = (this.chunks.at(-1) ?? 0) + 1;
		if (this.heading === heading) this.runs[this.runs.length - 1] = (this.runs.at(-1) ?? 0) + 1;
		else this.runs.push(1);
		this.heading = heading;
	}

	/** @param synonyms Groups of terms; what no chunk holds can be asked for, but is found by the others only. */
	content(
		language: string,
		stop: readonly string[],
		synonyms: readonly (readonly string[])[],
	): ShardContent {
		const terms = [...this.numbers.keys()].sort();
		const lists = terms.map((term) => this.postings[this.numbers.get(term) ?? -1] ?? []);
		return {
			format: FORMAT_VERSION,
			language,
			documents: this.documents,
			chunks: encodeNumbers(this.chunks),
			runs: encodeNumbers(this.runs),
			lengths: encodeNumbers(this.lengths),
			terms: terms.join(' '),
			counts: encodeNumbers(lists.map((pairs) => pairs.length / 2)),
			skips: encodeNumbers(skipsOf(lists)),
			repeats: encodeNumbers(repeatsOf(lists)),
			stop: stop.join(' '),
			synonyms: synonyms
				.filter((group) => group.some((term) => this.numbers.has(term)))
				.map((group) => group.join(' ')),
		};
	}
}

/** How many chunks are skipped before each chunk of each list. */
function* skipsOf(lists: readonly (readonly number[])[]): Generator<number> {
	for (const pairs of lists)
		for (let at = 0; at < pairs.length; at += 2) yield (pairs[at] ?? 0) - (pairs[at - 2] ?? -1) - 1;
}

function* repeatsOf(lists: readonly (readonly number[])[]): Generator<number> {
	for (const pairs of lists) for (let at = 1; at < pairs.length; at += 2) yield pairs[at] ?? 0;
}

/** A search file, opened. Chunks are numbered through all documents. */
export interface OpenShard {
	readonly language: string;
	readonly index: MiniSearch;
	readonly documents: readonly string[];
	/** Number of the first chunk of each document. */
	readonly firstChunk: readonly number[];
	/** Number of the document of each chunk. */
	readonly documentOf: Int32Array;
	/** Number of the outermost heading of each chunk, counted through all documents. */
	readonly headingOf: Int32Array;
	readonly stop: ReadonlySet<string>;
	readonly synonyms: ReadonlyMap<string, readonly string[]>;
}

const FIELD = 'terms';

/** @throws {RangeError} where the content contradicts itself. */
export function openShard(content: ShardContent): OpenShard {
	const lengths = decodeNumbers(content.lengths);
	const perDocument = decodeNumbers(content.chunks);
	const firstChunk: number[] = [];
	let chunks = 0;
	for (const count of perDocument) {
		firstChunk.push(chunks);
		chunks += count;
	}
	if (chunks !== lengths.length || perDocument.length !== content.documents.length)
		throw new RangeError('The lists of documents and chunks differ in length.');
	return {
		language: content.language,
		index: MiniSearch.loadJS(plainIndex(content, lengths), {
			fields: [FIELD],
			tokenize: (term) => [term],
			processTerm: (term) => term,
		}),
		documents: content.documents,
		firstChunk,
		documentOf: numbered(perDocument, chunks),
		headingOf: numbered(decodeNumbers(content.runs), chunks),
		stop: new Set(split(content.stop)),
		synonyms: synonymsOf(content.synonyms),
	};
}

function plainIndex(content: ShardContent, lengths: readonly number[]): AsPlainObject {
	const skips = decodeNumbers(content.skips);
	const repeats = decodeNumbers(content.repeats);
	const counts = decodeNumbers(content.counts);
	const terms = split(content.terms);
	if (terms.length !== counts.length || skips.length !== repeats.length)
		throw new RangeError('The lists of terms and chunks differ in length.');
	let at = 0;
	const index = terms.map((term, place): AsPlainObject['index'][number] => {
		const chunks: Record<string, number> = {};
		let chunk = -1;
		for (const end = at + (counts[place] ?? 0); at < end; at++) {
			chunk += (skips[at] ?? 0) + 1;
			chunks[chunk] = (repeats[at] ?? 0) + 1;
		}
		return [term, { 0: chunks }];
	});
	const total = lengths.reduce((sum, length) => sum + length, 0);
	return {
		documentCount: lengths.length,
		nextId: lengths.length,
		documentIds: Object.fromEntries(lengths.map((_, chunk) => [chunk, chunk])),
		fieldIds: { [FIELD]: 0 },
		fieldLength: Object.fromEntries(lengths.map((length, chunk) => [chunk, [length]])),
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
