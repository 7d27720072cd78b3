import type { GoldQuestion } from './gold.ts';
import type { Expanded, Found, Retrieval, Retriever } from './retriever.ts';
import {
	contains,
	intersectionLength,
	overlapLength,
	totalLength,
	type SourceSpan,
} from './source-spans.ts';

/** How well a set of spans covers what a question needs; all from 0 to 1. */
export interface Coverage {
	/** The share of the gold that is covered; spans that cover it together count as one. */
	readonly recall: number;
	/** The share of the required context that is covered; undefined where none is required. */
	readonly contextRecall: number | undefined;
	/** The share of what was found that is gold or required context. */
	readonly precision: number;
	/** Harmonic mean of precision and the recall of gold and context together. */
	readonly f1: number;
	/** Of gold and context together against what was found: intersection over union. */
	readonly iou: number;
	/** Tokens that it costs. */
	readonly tokens: number;
}

/** Coverage by the first hits. */
export interface CoverageAt extends Coverage {
	readonly hits: number;
	/** The share of the hits' characters that an earlier hit had already. */
	readonly duplicates: number;
	/** Distinct authored units among the hits, as a share of the hits. */
	readonly diversity: number;
	/** With what must travel along. */
	readonly expanded: Coverage | undefined;
}

/** Coverage within a budget of tokens. */
export interface CoverageWithin extends Coverage {
	readonly budget: number;
	readonly expanded: Coverage | undefined;
}

/** How one retriever did on one question. */
export interface QuestionScore {
	readonly id: string;
	readonly kind: string;
	readonly answerable: boolean;
	readonly refused: boolean;
	/** Rank of the first hit that touches the gold, from 1; undefined where none does. */
	readonly firstGold: number | undefined;
	/** Whether one chunk holds a gold span and a span of its context. */
	readonly contained: boolean | undefined;
	readonly at: readonly CoverageAt[];
	readonly within: readonly CoverageWithin[];
	/** Hits on gold whose text is no literal slice. */
	readonly approximate: number;
}

/** Where to cut the lists of hits. */
export interface Cuts {
	/** Numbers of hits. @default [1, 3, 5, 10] */
	readonly hits: readonly number[];
	/** Budgets in tokens. @default [250, 500, 1000, 2000, 4000] */
	readonly budgets: readonly number[];
	/** How many hits are asked for; budgets are filled from these. @default 30 */
	readonly limit: number;
}

export const defaultCuts: Cuts = {
	hits: [1, 3, 5, 10],
	budgets: [250, 500, 1000, 2000, 4000],
	limit: 30,
};

/** Puts a question to a retriever and judges what comes back. */
export async function scoreQuestion(
	retriever: Retriever,
	question: GoldQuestion,
	cuts: Cuts = defaultCuts,
): Promise<QuestionScore> {
	const retrieval = await retriever.retrieve(question.question, cuts.limit);
	const { hits } = retrieval;
	const onGold = (hit: Found): boolean =>
		question.gold.some((gold) => overlapLength(gold, hit.span) > 0);
	const rank = hits.findIndex(onGold);
	const at: CoverageAt[] = [];
	const within: CoverageWithin[] = [];
	if (question.gold.length > 0) {
		for (const limit of cuts.hits) at.push(await coverageAt(question, retrieval, limit));
		for (const budget of cuts.budgets)
			within.push(await coverageWithin(question, retrieval, budget));
	}
	return {
		id: question.id,
		kind: question.kind,
		answerable: question.gold.length > 0,
		refused: retrieval.refused,
		firstGold: rank < 0 ? undefined : rank + 1,
		contained: containment(question, retriever.chunks),
		at,
		within,
		approximate: hits.filter((hit) => !hit.exact && onGold(hit)).length,
	};
}

/**
 * Whether the boundaries leave what belongs together in one piece: some chunk holds a whole gold
 * span and a whole span of its context. Undefined where no context is required.
 */
export function containment(
	question: Pick<GoldQuestion, 'gold' | 'context'>,
	chunks: readonly SourceSpan[] | undefined,
): boolean | undefined {
	if (chunks === undefined || question.context.length === 0) return undefined;
	return chunks.some(
		(chunk) =>
			question.gold.some((span) => contains(chunk, span)) &&
			question.context.some((span) => contains(chunk, span)),
	);
}

/** Judges a set of spans by what a question needs. */
export function coverageOf(
	question: Pick<GoldQuestion, 'gold' | 'context'>,
	spans: readonly SourceSpan[],
	tokens: number,
): Coverage {
	const { gold, context } = question;
	const needed = [...gold, ...context];
	const shared = intersectionLength(needed, spans);
	const neededLength = totalLength(needed);
	const found = totalLength(spans);
	const precision = share(shared, found);
	const recall = share(shared, neededLength);
	return {
		recall: share(intersectionLength(gold, spans), totalLength(gold)),
		contextRecall:
			context.length === 0
				? undefined
				: share(intersectionLength(context, spans), totalLength(context)),
		precision,
		f1: share(2 * precision * recall, precision + recall),
		iou: share(shared, neededLength + found - shared),
		tokens,
	};
}

async function coverageAt(
	question: GoldQuestion,
	retrieval: Retrieval,
	limit: number,
): Promise<CoverageAt> {
	const hits = retrieval.hits.slice(0, limit);
	const spans = hits.map(({ span }) => span);
	const length = spans.reduce((total, span) => total + span.end - span.start, 0);
	return {
		hits: limit,
		...coverageOf(question, spans, tokensOf(hits)),
		duplicates: length === 0 ? 0 : 1 - totalLength(spans) / length,
		diversity: hits.length === 0 ? 0 : new Set(hits.map(({ unit }) => unit)).size / hits.length,
		expanded: judged(question, await retrieval.expand?.(limit)),
	};
}

/** Fills the budget in order of rank; a hit that does not fit is left out, as expansion does. */
async function coverageWithin(
	question: GoldQuestion,
	retrieval: Retrieval,
	budget: number,
): Promise<CoverageWithin> {
	const taken: Found[] = [];
	let left = budget;
	for (const hit of retrieval.hits) {
		if (hit.tokens > left) continue;
		left -= hit.tokens;
		taken.push(hit);
	}
	const spans = taken.map(({ span }) => span);
	const expanded = await retrieval.expand?.(retrieval.hits.length, budget);
	return {
		budget,
		...coverageOf(question, spans, tokensOf(taken)),
		expanded: judged(question, expanded),
	};
}

function judged(question: GoldQuestion, expanded: Expanded | undefined): Coverage | undefined {
	return expanded === undefined ? undefined : coverageOf(question, expanded.spans, expanded.tokens);
}

function tokensOf(hits: readonly Found[]): number {
	return hits.reduce((total, { tokens }) => total + tokens, 0);
}

function share(part: number, whole: number): number {
	return whole === 0 ? 0 : part / whole;
}
