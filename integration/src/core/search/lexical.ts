import type { SearchResult } from 'minisearch';
import type { Analyzer } from './analyzer.ts';
import type { EngineHit, EngineOptions, SearchEngine } from './engine.ts';
import type { OpenShard } from './shard.ts';
import { wordsOf } from './words.ts';

/**
 * How a chunk is ranked. Chosen on questions over three documentation sites; each value lies on a
 * plateau, so that neighbouring values find about as much.
 */
const ranking = {
	/** BM25 of a chunk. */
	bm25: { k: 1.2, b: 0.7, d: 0 },
	/** What the document, and the part of it under one outermost heading, say of the query. */
	document: 1,
	heading: 0.4,
	/** BM25 of documents and parts, over the sums of their chunks. */
	group: { k: 1.2, b: 0.75 },
	/** How much more a chunk counts that matches the whole query. */
	coverage: 1,
	/** What a synonym counts beside the word itself. */
	synonym: 0.5,
	/** What a word counts that is near a misspelt one. */
	misspelt: 0.5,
} as const;

/** A word of the query with the chunks that hold it, each scored. */
interface Concept {
	readonly word: string;
	readonly chunks: ReadonlyMap<number, { readonly score: number; readonly term: string }>;
	/** How much the word tells: high where it is rare. */
	readonly rarity: number;
}

/** Chunks and groups of chunks with what they score. */
interface Group {
	readonly of: Int32Array;
	readonly sizes: Float64Array;
	readonly weight: number;
}

/**
 * Finds chunks by their words, with MiniSearch's index. A chunk counts by the words of the query
 * that it holds, by those that its document and its part of it hold, and by how much of the query it
 * matches. Each word counts by its best term: the word itself, or a synonym for less. Only a word
 * that the index does not have is taken for the start of one or for misspelt, so nothing that is
 * nearly right comes before what is right.
 */
export class LexicalEngine implements SearchEngine {
	readonly name = 'minisearch';
	private readonly shard: OpenShard;
	private readonly analyzer: Analyzer;
	private readonly groups: readonly Group[];

	constructor(shard: OpenShard, analyzer: Analyzer) {
		this.shard = shard;
		this.analyzer = analyzer;
		this.groups = [
			groupOf(shard.documentOf, ranking.document),
			groupOf(shard.headingOf, ranking.heading),
		];
	}

	search(query: string, { limit, accept }: EngineOptions): EngineHit[] {
		const { shard } = this;
		const concepts = this.conceptsOf(query);
		const scores = new Map<number, { own: number; covered: number }>();
		let total = 0;
		for (const { chunks, rarity } of concepts) {
			total += rarity;
			for (const [chunk, { score }] of chunks) {
				const sum = scores.get(chunk) ?? { own: 0, covered: 0 };
				sum.own += score;
				sum.covered += Math.min(rarity, score);
				scores.set(chunk, sum);
			}
		}
		const groupScores = this.groups.map((group) => scoresOf(group, concepts));
		const accepted = new Map<number, boolean>();
		const ranked: { chunk: number; score: number; coverage: number }[] = [];
		for (const [chunk, { own, covered }] of scores) {
			const document = shard.documentOf[chunk] ?? 0;
			if (accept !== undefined) {
				let may = accepted.get(document);
				if (may === undefined)
					accepted.set(document, (may = accept(shard.documents[document] ?? '')));
				if (!may) continue;
			}
			const coverage = covered / total;
			const around = this.groups.reduce(
				(sum, { of, weight }, at) => sum + weight * (groupScores[at]?.[of[chunk] ?? 0] ?? 0),
				0,
			);
			ranked.push({ chunk, score: (own + around) * (1 + ranking.coverage * coverage), coverage });
		}
		ranked.sort((a, b) => b.score - a.score || a.chunk - b.chunk);
		return ranked.slice(0, limit).map(({ chunk, score, coverage }) => {
			const document = shard.documentOf[chunk] ?? 0;
			const matches: Record<string, string[]> = {};
			for (const { word, chunks } of concepts) {
				const match = chunks.get(chunk);
				if (match !== undefined) matches[word] = [match.term];
			}
			return {
				document: shard.documents[document] ?? '',
				order: chunk - (shard.firstChunk[document] ?? 0),
				score,
				matches,
				coverage,
			};
		});
	}

	/** Which words of a query some texts hold, themselves, in another form or by a synonym. */
	wordsIn(query: string, texts: readonly string[]): { found: string[]; missing: string[] } {
		const held = new Set(texts.flatMap((text) => this.analyzer.terms(text)));
		const found: string[] = [];
		const missing: string[] = [];
		const asked = new Map<string, string>();
		for (const { text, whole } of wordsOf(query)) {
			const term = whole ? text : this.analyzer.term(text);
			if (!asked.has(term)) asked.set(term, text);
		}
		const telling = [...asked].filter(([term]) => !this.shard.stop.has(term));
		for (const [term, word] of telling) {
			const forms = [term, ...(this.shard.synonyms.get(term) ?? [])];
			(forms.some((form) => held.has(form)) ? found : missing).push(word);
		}
		return { found, missing };
	}

	/** Words of the query; stop words only where there are no others. */
	private conceptsOf(query: string): Concept[] {
		const words = [...new Set(this.analyzer.terms(query))];
		const telling = words.filter((word) => !this.shard.stop.has(word));
		const asked = telling.length === 0 ? words : telling;
		return asked.map((word, place) => this.conceptOf(word, place === asked.length - 1));
	}

	private conceptOf(word: string, last: boolean): Concept {
		const chunks = new Map<number, { score: number; term: string }>();
		const take = (results: readonly SearchResult[], weight: number): void => {
			for (const result of results) {
				const score = weight * result.score;
				const chunk = result.id as number;
				const best = chunks.get(chunk);
				if (best === undefined || best.score < score)
					chunks.set(chunk, { score, term: result.terms[0] ?? word });
			}
		};
		const exact = this.lookUp(word);
		take(exact, 1);
		for (const synonym of this.shard.synonyms.get(word) ?? [])
			take(this.lookUp(synonym), ranking.synonym);
		if (chunks.size === 0) take(this.lookAround(word, last), ranking.misspelt);
		const held = exact.length > 0 ? exact.length : chunks.size;
		return { word, chunks, rarity: rarityOf(held, this.shard.documentOf.length) };
	}

	private lookUp(term: string): SearchResult[] {
		return this.shard.index.search(term, { bm25: ranking.bm25 });
	}

	/** Terms that begin with a word that is still being typed, or differ from it by a slip or two. */
	private lookAround(word: string, last: boolean): SearchResult[] {
		const length = word.length;
		return this.shard.index.search(word, {
			bm25: ranking.bm25,
			prefix: last && length > 1,
			fuzzy: length < 4 ? false : length < 8 ? 1 : 2,
		});
	}
}

/** BM25's weight of a term that `held` of `all` hold. */
function rarityOf(held: number, all: number): number {
	return Math.log(1 + (all - held + 0.5) / (held + 0.5));
}

function groupOf(of: Int32Array, weight: number): Group {
	const sizes = new Float64Array(of.length === 0 ? 0 : (of[of.length - 1] ?? 0) + 1);
	for (const group of of) sizes[group] = (sizes[group] ?? 0) + 1;
	return { of, sizes, weight };
}

/** BM25 once more, over groups: a word counts in a group as often as in its chunks together. */
function scoresOf({ of, sizes }: Group, concepts: readonly Concept[]): Float64Array {
	const { k, b } = ranking.group;
	const totals = new Float64Array(sizes.length);
	const mean = of.length / sizes.length;
	for (const { chunks, rarity } of concepts) {
		const sums = new Map<number, number>();
		for (const [chunk, { score }] of chunks) {
			const group = of[chunk] ?? 0;
			sums.set(group, (sums.get(group) ?? 0) + score / rarity);
		}
		const weight = rarityOf(sums.size, sizes.length);
		for (const [group, sum] of sums) {
			const normal = sum / (1 - b + (b * (sizes[group] ?? 0)) / mean);
			totals[group] = (totals[group] ?? 0) + (weight * normal * (k + 1)) / (normal + k);
		}
	}
	return totals;
}
