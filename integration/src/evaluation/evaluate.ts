import { codes, fill } from '../core/codes.ts';
import { compareValues, estimate, type Difference, type Estimate } from './bootstrap.ts';
import type { GoldQuestion, GoldSet } from './gold.ts';
import type { Retriever } from './retriever.ts';
import {
	defaultCuts,
	scoreQuestion,
	type Coverage,
	type Cuts,
	type QuestionScore,
} from './score.ts';

/** A measure that has one value a question; undefined where it does not apply to the question. */
export type Measure = (score: QuestionScore) => number | undefined;

/** How one retriever did on all questions. */
export interface RetrieverReport {
	readonly name: string;
	/** Chunks of the corpus, where the retriever tells. */
	readonly chunks: number | undefined;
	readonly measures: Readonly<Record<string, Estimate>>;
	/** The same by kind of question. */
	readonly kinds: Readonly<Record<string, Readonly<Record<string, Estimate>>>>;
	readonly questions: readonly QuestionScore[];
	readonly warnings: readonly string[];
}

/** How far one retriever is ahead of another in one measure. */
export interface Comparison {
	readonly measure: string;
	readonly first: string;
	readonly second: string;
	readonly difference: Difference;
}

/** Everything that was measured, for a table, a page or another program. */
export interface Evaluation {
	readonly corpus: string;
	readonly answerable: number;
	readonly unanswerable: number;
	readonly cuts: Cuts;
	readonly retrievers: readonly RetrieverReport[];
	/** The first retriever against each other one. */
	readonly comparisons: readonly Comparison[];
}

/** Puts all questions to all retrievers. The first is compared with each of the others. */
export async function evaluate(
	retrievers: readonly Retriever[],
	gold: GoldSet,
	cuts: Cuts = defaultCuts,
): Promise<Evaluation> {
	const measures = measuresFor(cuts);
	const reports: RetrieverReport[] = [];
	for (const retriever of retrievers)
		reports.push(await reportOn(retriever, gold.questions, cuts, measures));
	const [first, ...others] = reports;
	return {
		corpus: gold.corpus,
		answerable: gold.questions.filter(isAnswerable).length,
		unanswerable: gold.questions.filter((question) => !isAnswerable(question)).length,
		cuts,
		retrievers: reports,
		comparisons:
			first === undefined
				? []
				: others.flatMap((second) =>
						[...measures].flatMap(([measure, of]) => compare(measure, of, first, second)),
					),
	};
}

function compare(
	measure: string,
	of: Measure,
	first: RetrieverReport,
	second: RetrieverReport,
): Comparison[] {
	const pairs = first.questions.flatMap((score, index) => {
		const other = second.questions[index];
		const [a, b] = [of(score), other === undefined ? undefined : of(other)];
		return a === undefined || b === undefined ? [] : [{ a, b }];
	});
	if (pairs.length === 0) return [];
	const difference = compareValues(
		pairs.map(({ a }) => a),
		pairs.map(({ b }) => b),
	);
	return [{ measure, first: first.name, second: second.name, difference }];
}

async function reportOn(
	retriever: Retriever,
	questions: readonly GoldQuestion[],
	cuts: Cuts,
	measures: ReadonlyMap<string, Measure>,
): Promise<RetrieverReport> {
	const scores: QuestionScore[] = [];
	for (const question of questions) scores.push(await scoreQuestion(retriever, question, cuts));
	const kinds = [...new Set(questions.map(({ kind }) => kind))];
	const approximate = scores.reduce((total, score) => total + score.approximate, 0);
	return {
		name: retriever.name,
		chunks: retriever.chunks?.length,
		measures: estimates(scores, measures),
		kinds: Object.fromEntries(
			kinds.map((kind) => [
				kind,
				estimates(
					scores.filter((score) => score.kind === kind),
					measures,
				),
			]),
		),
		questions: scores,
		warnings:
			approximate === 0 ? [] : [fill(codes['approximate-spans'].message, { count: approximate })],
	};
}

function estimates(
	scores: readonly QuestionScore[],
	measures: ReadonlyMap<string, Measure>,
): Record<string, Estimate> {
	const all: Record<string, Estimate> = {};
	for (const [name, of] of measures) {
		const values = scores.map(of).filter((value) => value !== undefined);
		if (values.length > 0) all[name] = estimate(values);
	}
	return all;
}

/** The measures of an evaluation by name: `recall@5`, `context within 1000`, … */
export function measuresFor(cuts: Cuts): Map<string, Measure> {
	const measures = new Map<string, Measure>();
	cuts.hits.forEach((hits, index) => {
		const add = (
			name: string,
			of: (at: QuestionScore['at'][number]) => number | undefined,
		): void => {
			measures.set(`${name}@${hits}`, (score) => {
				const at = score.at[index];
				return at === undefined ? undefined : of(at);
			});
		};
		add('recall', (at) => at.recall);
		add('context', (at) => at.contextRecall);
		add('precision', (at) => at.precision);
		add('f1', (at) => at.f1);
		add('iou', (at) => at.iou);
		add('duplicates', (at) => at.duplicates);
		add('diversity', (at) => at.diversity);
		add('tokens', (at) => at.tokens);
		add('expanded recall', (at) => at.expanded?.recall);
		add('expanded context', (at) => at.expanded?.contextRecall);
		add('expanded tokens', (at) => at.expanded?.tokens);
		add('context of found gold', (at) =>
			at.recall === 0 ? undefined : (at.expanded ?? at).contextRecall,
		);
	});
	cuts.budgets.forEach((budget, index) => {
		const add = (name: string, of: (coverage: Coverage) => number | undefined): void => {
			measures.set(`${name} within ${budget}`, (score) => {
				const within = score.within[index];
				return within === undefined ? undefined : of(within);
			});
			measures.set(`expanded ${name} within ${budget}`, (score) => {
				const expanded = score.within[index]?.expanded;
				return expanded === undefined ? undefined : of(expanded);
			});
		};
		add('recall', (coverage) => coverage.recall);
		add('context', (coverage) => coverage.contextRecall);
		add('precision', (coverage) => coverage.precision);
		add('f1', (coverage) => coverage.f1);
		add('iou', (coverage) => coverage.iou);
	});
	measures.set('expanded context over budgets', ({ within }) => {
		const values = within.flatMap(({ expanded }) => expanded?.contextRecall ?? []);
		return values.length === 0
			? undefined
			: values.reduce((sum, value) => sum + value, 0) / values.length;
	});
	measures.set('first gold (1/rank)', (score) =>
		score.answerable ? 1 / (score.firstGold ?? Infinity) : undefined,
	);
	measures.set('contained', (score) =>
		score.contained === undefined ? undefined : Number(score.contained),
	);
	measures.set('refused rightly', (score) =>
		score.answerable ? undefined : Number(score.refused),
	);
	measures.set('refused wrongly', (score) =>
		score.answerable ? Number(score.refused) : undefined,
	);
	return measures;
}

function isAnswerable(question: GoldQuestion): boolean {
	return question.gold.length > 0;
}
