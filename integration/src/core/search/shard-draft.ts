import { FORMAT_VERSION } from '../format/version.ts';
import { ownText } from '../own-text.ts';
import { decodeInto, decodeNumbers, encodeNumbers, NumberWriter } from '../varints.ts';
import { filterNames, type FilterName, type FilterValues } from './filters.ts';
import type { FilterColumn, PartContent, Postings, ShardContent, ShardHead } from './shard.ts';

/**
 * What is searched of a document, as it waits until all documents are known: its terms in any order, and
 * the chunks that hold them, of which the document's first is the first.
 */
export interface DocumentTerms extends Postings {
	/** Terms of each chunk, repetitions counted. */
	readonly lengths: string;
	/** How many chunks in a row stand under the same outermost heading. */
	readonly runs: string;
}

/** A document and what waits of it. */
interface Drafted {
	readonly key: string;
	readonly values: FilterValues;
	/** How many chunks it has. */
	readonly chunks: number;
	/** Numbers of its terms, and how many chunks hold each. */
	readonly terms: Uint32Array;
	readonly counts: Uint32Array;
	readonly skips: string;
	readonly repeats: string;
}

/** Which chunks hold each term, one term behind the other. */
interface PostingLists {
	/** Where the chunks of each term start, by its number. */
	readonly starts: Uint32Array;
	readonly chunks: Uint32Array;
	readonly repeats: Uint32Array;
}

/** A shard of this many characters of postings is one file; a part of a larger one has about as many as this. */
const WHOLE = 64_000;
const PART = 8_000;

/** The chunks of one language before they are written. */
export class ShardDraft {
	/** Terms by number, in the order in which they were met. */
	private readonly terms = new Map<string, number>();
	/** How many chunks hold each. */
	private readonly held: number[] = [];
	private readonly documents: Drafted[] = [];
	private readonly lengths: string[] = [];
	private readonly runs: string[] = [];
	chunkCount = 0;

	/** Keys of the documents, ascending. */
	get keys(): readonly string[] {
		return this.documents.map(({ key }) => key);
	}

	get documentCount(): number {
		return this.documents.length;
	}

	/** Adds a document. They come by ascending key. */
	addDocument(document: { readonly key: string } & FilterValues, own: DocumentTerms): void {
		const words = own.terms === '' ? [] : own.terms.split(' ');
		const terms = new Uint32Array(words.length);
		const counts = new Uint32Array(words.length);
		decodeInto(counts, own.counts);
		words.forEach((word, at) => {
			let term = this.terms.get(word);
			if (term === undefined) {
				term = this.held.push(0) - 1;
				this.terms.set(ownText(word), term);
			}
			this.held[term] = (this.held[term] ?? 0) + (counts[at] ?? 0);
			terms[at] = term;
		});
		const chunks = decodeNumbers(own.lengths).length;
		this.documents.push({
			key: document.key,
			values: document,
			chunks,
			terms,
			counts,
			skips: ownText(own.skips),
			repeats: ownText(own.repeats),
		});
		this.lengths.push(ownText(own.lengths));
		this.runs.push(ownText(own.runs));
		this.chunkCount += chunks;
	}

	/**
	 * What is written: the search file, and the parts that it names.
	 *
	 * @param digits How many digits of the keys tell all documents apart.
	 * @param synonyms Groups of terms; what no chunk holds can be asked for, but is found by the
	 * others only.
	 * @param file Takes the content of a part, and says by which digest it is found again.
	 */
	content(
		language: string,
		digits: number,
		stop: readonly string[],
		synonyms: readonly (readonly string[])[],
		file: (part: PartContent) => string,
	): ShardContent {
		const written = this.written();
		const parts = written.parts();
		return {
			format: FORMAT_VERSION,
			language,
			documents: encodeNumbers(differences(this.keys.map((key) => startOf(key, digits)))),
			digits,
			...filtersOf(this.documents.map(({ values }) => values)),
			chunks: encodeNumbers(this.documents.map(({ chunks }) => chunks)),
			runs: this.runs.join(''),
			lengths: this.lengths.join(''),
			stop: stop.join(' '),
			synonyms: synonyms
				.filter((group) => group.some((term) => this.terms.has(term)))
				.map((group) => group.join(' ')),
			...(parts.length === 1
				? written.between(0, written.terms.length)
				: {
						parts: parts.map(([from, to]) => ({
							first: written.terms[from] ?? '',
							file: file({ format: FORMAT_VERSION, ...written.between(from, to) }),
						})),
					}),
		};
	}

	private written(): WrittenPostings {
		const lists = this.lists();
		const written = new WrittenPostings();
		// No two are equal.
		for (const word of [...this.terms.keys()].sort((a, b) => (a < b ? -1 : 1)))
			written.add(word, this.terms.get(word) ?? 0, lists);
		return written;
	}

	private lists(): PostingLists {
		const starts = new Uint32Array(this.held.length + 1);
		this.held.forEach((count, term) => (starts[term + 1] = (starts[term] ?? 0) + count));
		const next = starts.slice();
		const chunks = new Uint32Array(starts.at(-1) ?? 0);
		const repeats = new Uint32Array(chunks.length);
		const skips: number[] = [];
		const repeated: number[] = [];
		let first = 0;
		for (const document of this.documents) {
			const { terms, counts } = document;
			decodeInto(skips, document.skips);
			decodeInto(repeated, document.repeats);
			let posting = 0;
			for (let at = 0; at < terms.length; at++) {
				const term = terms[at] ?? 0;
				let place = next[term] ?? 0;
				let chunk = first;
				for (const end = posting + (counts[at] ?? 0); posting < end; posting++) {
					chunk += skips[posting] ?? 0;
					chunks[place] = chunk++;
					repeats[place++] = repeated[posting] ?? 0;
				}
				next[term] = place;
			}
			first += document.chunks;
		}
		return { starts, chunks, repeats };
	}
}

/** The postings of all terms, ascending, as they are written. */
class WrittenPostings {
	readonly terms: string[] = [];
	private readonly lists = [new NumberWriter(), new NumberWriter(), new NumberWriter()] as const;
	/** Where each term ends in the three lists. */
	private readonly ends: readonly [number[], number[], number[]] = [[0], [0], [0]];

	/** Adds the next term. */
	add(word: string, term: number, { starts, chunks, repeats }: PostingLists): void {
		const start = starts[term] ?? 0;
		const end = starts[term + 1] ?? 0;
		const [counts, skips, repeated] = this.lists;
		this.terms.push(word);
		counts.write(end - start);
		let next = 0;
		for (let at = start; at < end; at++) {
			const chunk = chunks[at] ?? 0;
			skips.write(chunk - next);
			repeated.write(repeats[at] ?? 0);
			next = chunk + 1;
		}
		this.ends[0].push(counts.length);
		this.ends[1].push(skips.length);
		this.ends[2].push(repeated.length);
	}

	/** Runs of terms whose postings make a file of a fair size; a single one where all of them do. */
	parts(): [from: number, to: number][] {
		const { length } = this.terms;
		const sizes = this.terms.map((word, at) => word.length + this.sizeOf(at));
		if (sizes.reduce((sum, size) => sum + size, Math.max(0, length - 1)) <= WHOLE)
			return [[0, length]];
		const parts: [number, number][] = [];
		let from = 0;
		let size = 0;
		sizes.forEach((own, at) => {
			if (at > from && size + own > PART) {
				parts.push([from, at]);
				from = at;
				size = 0;
			}
			size += own;
		});
		return [...parts, [from, length]];
	}

	between(from: number, to: number): Postings {
		const [counts, skips, repeats] = this.lists;
		const slice = (list: NumberWriter, ends: readonly number[]): string =>
			list.slice(ends[from] ?? 0, ends[to] ?? 0);
		return {
			terms: this.terms.slice(from, to).join(' '),
			counts: slice(counts, this.ends[0]),
			skips: slice(skips, this.ends[1]),
			repeats: slice(repeats, this.ends[2]),
		};
	}

	private sizeOf(term: number): number {
		let size = 0;
		for (const ends of this.ends) size += (ends[term + 1] ?? 0) - (ends[term] ?? 0);
		return size;
	}
}

/** The values of documents, one column for each filter that any document has a value for. */
function filtersOf(documents: readonly FilterValues[]): Pick<ShardHead, 'filters'> {
	const filters: Partial<Record<FilterName, FilterColumn>> = {};
	for (const name of filterNames) {
		const values = [...new Set(documents.flatMap(({ [name]: value }) => value ?? []))].sort();
		if (values.length === 0) continue;
		const of = documents.map(({ [name]: value }) => values.indexOf(value ?? '') + 1);
		filters[name] = { values, of: encodeNumbers(of) };
	}
	return Object.keys(filters).length === 0 ? {} : { filters };
}

function startOf(key: string, digits: number): number {
	return Number.parseInt(key.slice(0, digits), 16);
}

function* differences(ascending: readonly number[]): Generator<number> {
	let last = 0;
	for (const number of ascending) {
		yield number - last;
		last = number;
	}
}
