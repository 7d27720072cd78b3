import { ownText } from '../own-text.ts';
import { decodeSmall, NumberWriter } from '../varints.ts';
import type { Postings } from './shard.ts';

/** A document of which the terms wait where its record is. */
export interface TermedDocument {
	/** Differs where its terms do, or who it is. */
	readonly name: string;
	/** How many chunks it has. */
	readonly chunks: number;
	/** Its terms in any order, and the chunks that hold them, of which its first is the first. */
	readonly terms: () => Postings;
}

/** The postings of many documents, as one build leaves them to the next. */
export interface KeptPostings {
	/** In the order in which their chunks are numbered. */
	readonly documents: readonly Pick<TermedDocument, 'name' | 'chunks'>[];
	readonly postings: Postings;
}

/** Where postings wait for the next build, by language. */
export interface PostingsStore {
	findPostings(language: string): KeptPostings | undefined;
	keepPostings(language: string, postings: KeptPostings): void;
}

/**
 * The postings of documents, of which chunks are numbered through all.
 *
 * @param earlier What an earlier build left: the same comes out with it and without, but the terms of
 * documents that it has are not read again.
 */
export function postingsOf(
	documents: readonly TermedDocument[],
	earlier: KeptPostings | undefined,
): WrittenPostings {
	const firsts = firstChunks(documents);
	const known = new Map(earlier?.documents.map(({ name }, at) => [name, at]));
	const fresh = documents.flatMap((document, at) =>
		known.has(document.name) ? [] : [{ document, first: firsts[at] ?? 0 }],
	);
	if (earlier === undefined || 2 * fresh.length > documents.length)
		return merged(
			emptyLists(),
			gathered(documents.map((document, at) => ({ document, first: firsts[at] ?? 0 }))),
		);
	const places = new Map(documents.map(({ name }, at) => [name, firsts[at] ?? 0]));
	return merged(moved(earlier, places), gathered(fresh));
}

/** Terms in ascending order, and which chunks hold each, one term behind the other. */
interface PostingLists {
	readonly terms: readonly string[];
	/** Where the chunks of each term start and end. */
	readonly starts: ArrayLike<number>;
	readonly ends: ArrayLike<number>;
	readonly chunks: Uint32Array;
	readonly repeats: Uint32Array;
}

function emptyLists(): PostingLists {
	return { terms: [], starts: [], ends: [], chunks: new Uint32Array(), repeats: new Uint32Array() };
}

/** Number of the first chunk of each document. */
function firstChunks(documents: readonly { readonly chunks: number }[]): number[] {
	let next = 0;
	return documents.map(({ chunks }) => (next += chunks) - chunks);
}

/** The lists of documents, read from their terms. */
function gathered(
	documents: readonly { readonly document: TermedDocument; readonly first: number }[],
): PostingLists {
	const numbers = new Map<string, number>();
	const counts: number[] = [];
	const read = documents.map(({ document, first }) => {
		const { terms, counts: own, skips, repeats } = document.terms();
		const words = split(terms);
		const held = decodeSmall(own);
		const numbered = new Uint32Array(words.length);
		words.forEach((word, at) => {
			let number = numbers.get(word);
			if (number === undefined) {
				number = counts.push(0) - 1;
				numbers.set(ownText(word), number);
			}
			counts[number] = (counts[number] ?? 0) + (held[at] ?? 0);
			numbered[at] = number;
		});
		return { first, numbered, held, skips: ownText(skips), repeats: ownText(repeats) };
	});
	// No two are equal.
	const terms = [...numbers.keys()].sort((a, b) => (a < b ? -1 : 1));
	const starts = new Uint32Array(terms.length);
	/** By number of the term. */
	const next = new Uint32Array(terms.length);
	let postings = 0;
	terms.forEach((term, at) => {
		const number = numbers.get(term) ?? 0;
		starts[at] = next[number] = postings;
		postings += counts[number] ?? 0;
	});
	const chunks = new Uint32Array(postings);
	const repeats = new Uint32Array(postings);
	for (const { first, numbered, held, ...written } of read) {
		const skipped = decodeSmall(written.skips);
		const repeated = decodeSmall(written.repeats);
		let posting = 0;
		for (let at = 0; at < numbered.length; at++) {
			const number = numbered[at] ?? 0;
			let place = next[number] ?? 0;
			let chunk = first;
			for (const end = posting + (held[at] ?? 0); posting < end; posting++) {
				chunk += skipped[posting] ?? 0;
				chunks[place] = chunk++;
				repeats[place++] = repeated[posting] ?? 0;
			}
			next[number] = place;
		}
	}
	const ends = terms.map((term) => next[numbers.get(term) ?? 0] ?? 0);
	return { terms, starts, ends, chunks, repeats };
}

/**
 * The lists of an earlier build, without documents that are gone. Those that stayed stand in the order
 * in which they stood.
 *
 * @param places Number of the first chunk of each document by name.
 */
function moved(
	{ documents, postings }: KeptPostings,
	places: ReadonlyMap<string, number>,
): PostingLists {
	const numbers: number[] = [];
	for (const { name, chunks } of documents) {
		const first = places.get(name);
		for (let chunk = 0; chunk < chunks; chunk++)
			numbers.push(first === undefined ? -1 : first + chunk);
	}
	const terms = split(postings.terms);
	const counts = decodeSmall(postings.counts);
	const chunks = decodeSmall(postings.skips);
	const repeats = decodeSmall(postings.repeats);
	const starts = new Uint32Array(terms.length);
	const ends = new Uint32Array(terms.length);
	let read = 0;
	let written = 0;
	for (let at = 0; at < terms.length; at++) {
		starts[at] = written;
		let chunk = 0;
		for (const end = read + (counts[at] ?? 0); read < end; read++) {
			chunk += chunks[read] ?? 0;
			const number = numbers[chunk++] ?? -1;
			if (number < 0) continue;
			// What is written is never ahead of what is read.
			chunks[written] = number;
			repeats[written++] = repeats[read] ?? 0;
		}
		ends[at] = written;
	}
	return { terms, starts, ends, chunks, repeats };
}

/** Both lists in one. No chunk is in both. */
function merged(a: PostingLists, b: PostingLists): WrittenPostings {
	const written = new WrittenPostings();
	let inA = 0;
	let inB = 0;
	while (inA < a.terms.length || inB < b.terms.length) {
		const ofA = a.terms[inA];
		const ofB = b.terms[inB];
		const term = ofB === undefined || (ofA !== undefined && ofA < ofB) ? (ofA ?? '') : ofB;
		const startA = a.starts[inA] ?? 0;
		const startB = b.starts[inB] ?? 0;
		const endA = term === ofA ? (a.ends[inA++] ?? 0) : startA;
		const endB = term === ofB ? (b.ends[inB++] ?? 0) : startB;
		if (endB === startB) written.add(term, a.chunks, a.repeats, startA, endA);
		else if (endA === startA) written.add(term, b.chunks, b.repeats, startB, endB);
		else {
			const { chunks, repeats } = zipped(a, startA, endA, b, startB, endB);
			written.add(term, chunks, repeats, 0, chunks.length);
		}
	}
	return written;
}

/** The chunks of one term in both lists, ascending. */
function zipped(
	a: PostingLists,
	startA: number,
	endA: number,
	b: PostingLists,
	startB: number,
	endB: number,
): Pick<PostingLists, 'chunks' | 'repeats'> {
	const chunks = new Uint32Array(endA - startA + endB - startB);
	const repeats = new Uint32Array(chunks.length);
	let atA = startA;
	let atB = startB;
	for (let at = 0; at < chunks.length; at++) {
		const ofA = atA < endA ? (a.chunks[atA] ?? 0) : Infinity;
		const ofB = atB < endB ? (b.chunks[atB] ?? 0) : Infinity;
		chunks[at] = Math.min(ofA, ofB);
		repeats[at] = (ofA < ofB ? a.repeats[atA++] : b.repeats[atB++]) ?? 0;
	}
	return { chunks, repeats };
}

/** The postings of all terms, ascending, as they are written. */
export class WrittenPostings {
	readonly terms: string[] = [];
	private readonly counts = new NumberWriter();
	private readonly skips = new NumberWriter();
	private readonly repeats = new NumberWriter();
	/** Where each term ends in these lists; before the first is 0. */
	private readonly countEnds = [0];
	private readonly skipEnds = [0];
	private readonly repeatEnds = [0];

	/** Adds the next term, with chunks that hold it; what none holds is no term. */
	add(term: string, chunks: Uint32Array, repeats: Uint32Array, from: number, to: number): void {
		if (from === to) return;
		this.terms.push(term);
		this.counts.write(to - from);
		this.skips.writeSkips(chunks, from, to);
		this.repeats.writeAll(repeats, from, to);
		this.countEnds.push(this.counts.length);
		this.skipEnds.push(this.skips.length);
		this.repeatEnds.push(this.repeats.length);
	}

	has(term: string): boolean {
		let low = 0;
		let high = this.terms.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((this.terms[middle] ?? '') < term) low = middle + 1;
			else high = middle;
		}
		return this.terms[low] === term;
	}

	/** Characters of a term and of its postings. */
	sizeOf(at: number): number {
		const { terms, countEnds, skipEnds, repeatEnds } = this;
		const end = (countEnds[at + 1] ?? 0) + (skipEnds[at + 1] ?? 0) + (repeatEnds[at + 1] ?? 0);
		const start = (countEnds[at] ?? 0) + (skipEnds[at] ?? 0) + (repeatEnds[at] ?? 0);
		return (terms[at] ?? '').length + end - start;
	}

	/** The postings of some terms. */
	between(from: number, to: number): Postings {
		const slice = (list: NumberWriter, ends: readonly number[]): string =>
			list.slice(ends[from] ?? 0, ends[to] ?? 0);
		return {
			terms: this.terms.slice(from, to).join(' '),
			counts: slice(this.counts, this.countEnds),
			skips: slice(this.skips, this.skipEnds),
			repeats: slice(this.repeats, this.repeatEnds),
		};
	}
}

function split(terms: string): string[] {
	return terms === '' ? [] : terms.split(' ');
}
