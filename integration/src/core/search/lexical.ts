import type { Analyzer } from './analyzer.ts';
import type { EngineHit, EngineOptions, SearchEngine } from './engine.ts';
import type { OpenShard, ScoredTerm } from './shard.ts';
import { wordsIn, type QueryWords } from './words-in.ts';

/**
 * How a chunk is ranked. Chosen on questions over three documentation sites; each value lies on a
 * plateau, so that neighbouring values find about as much.
 */
const ranking = {
	/** What the document, and the part of it under one outermost heading, say of the query. */
	document: 0.3,
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

/** A word of the query with the terms that stand for it, each with its weight. */
interface Concept {
	readonly word: string;
	readonly terms: readonly (ScoredTerm & { readonly weight: number })[];
	/** How much the word tells: high where it is rare. */
	readonly rarity: number;
	/** The best score of each chunk that holds one of the terms; the place of the term among them. */
	readonly chunks: ReadonlyMap<number, { readonly score: number; readonly term: number }>;
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

	async search(query: string, { limit, accept, filters }: EngineOptions): Promise<EngineHit[]> {
		const { shard } = this;
		const concepts = await this.conceptsOf(query);
		const own = new Float64Array(shard.documentOf.length);
		const covered = new Float64Array(shard.documentOf.length);
		const matching = new Set<number>();
		let total = 0;
		for (const { chunks, rarity } of concepts) {
			total += rarity;
			for (const [chunk, { score }] of chunks) {
				matching.add(chunk);
				own[chunk] = (own[chunk] ?? 0) + score;
				covered[chunk] = (covered[chunk] ?? 0) + Math.min(rarity, score);
			}
		}
		const groupScores = this.groups.map((group) => ({ group, scores: scoresOf(group, concepts) }));
		const accepted = new Map<number, boolean>();
		const matches = filters === undefined ? undefined : shard.matcherOf(filters);
		const ranked: { chunk: number; score: number; coverage: number }[] = [];
		for (const chunk of matching) {
			const document = shard.documentOf[chunk] ?? 0;
			if (matches?.(document) === false) continue;
			if (accept !== undefined) {
				let may = accepted.get(document);
				if (may === undefined)
					accepted.set(document, (may = accept(shard.documents[document] ?? '')));
				if (!may) continue;
			}
			const coverage = (covered[chunk] ?? 0) / total;
			let sum = own[chunk] ?? 0;
			for (const { group, scores } of groupScores)
				sum += group.weight * (scores[group.of[chunk] ?? 0] ?? 0);
			ranked.push({ chunk, score: sum * (1 + ranking.coverage * coverage), coverage });
		}
		ranked.sort((a, b) => b.score - a.score || a.chunk - b.chunk);
		return ranked.slice(0, limit).map(({ chunk, score, coverage }) => {
			const document = shard.documentOf[chunk] ?? 0;
			const matches: Record<string, string[]> = {};
			for (const { word, chunks, terms } of concepts) {
				const match = chunks.get(chunk);
				if (match !== undefined) matches[word] = [terms[match.term]?.term ?? word];
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
	wordsIn(query: string, texts: readonly string[]): QueryWords {
		return wordsIn(query, texts, this.analyzer, this.shard);
	}

	/** Words of the query; stop words only where there are no others. */
	private conceptsOf(query: string): Promise<Concept[]> {
		const words = [...new Set(this.analyzer.terms(query))];
		const telling = words.filter((word) => !this.shard.stop.has(word));
		const asked = telling.length === 0 ? words : telling;
		return Promise.all(
			asked.map((word, place) => this.conceptOf(word, place === asked.length - 1)),
		);
	}

	private async conceptOf(word: string, last: boolean): Promise<Concept> {
		const { shard } = this;
		const [exact, ...synonyms] = await shard.termsOf([word, ...(shard.synonyms.get(word) ?? [])]);
		const terms: (ScoredTerm & { weight: number })[] = [];
		if (exact !== undefined) terms.push({ ...exact, weight: 1 });
		for (const synonym of synonyms)
			if (synonym !== undefined) terms.push({ ...synonym, weight: ranking.synonym });
		if (terms.length === 0) {
			const near = await shard.termsAround(word, last);
			if (near !== undefined) terms.push({ ...near, weight: ranking.misspelt });
		}
		const chunks = new Map<number, { score: number; term: number }>();
		terms.forEach(({ chunks: holding, scores, weight }, term) => {
			holding.forEach((chunk, at) => {
				const score = weight * (scores[at] ?? 0);
				const best = chunks.get(chunk);
				if (best === undefined || best.score < score) chunks.set(chunk, { score, term });
			});
		});
		const held = exact?.chunks.length ?? chunks.size;
		return { word, terms, chunks, rarity: rarityOf(held, shard.documentOf.length) };
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
