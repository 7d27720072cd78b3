import { describe, expect, it } from 'vitest';
import {
	evaluate,
	scoreQuestion,
	sourceSpan,
	tableOf,
	type Found,
	type GoldQuestion,
	type GoldSet,
	type Retriever,
} from '../../integration/src/evaluation/index.ts';

const cuts = { hits: [1, 2], budgets: [100], limit: 5 };
const span = (start: number, end: number, path = 'a.md') => sourceSpan(path, start, end);
const hit = (start: number, end: number, over: Partial<Found> = {}): Found => ({
	span: span(start, end),
	tokens: 40,
	exact: true,
	unit: `section at ${String(start)}`,
	...over,
});

function finding(hits: readonly Found[], over: Partial<Retriever> = {}): Retriever {
	return {
		name: 'fixed',
		retrieve: () => Promise.resolve({ hits, refused: hits.length === 0 }),
		...over,
	};
}

const question = (over: Partial<GoldQuestion> = {}): GoldQuestion => ({
	id: 'q',
	question: 'What?',
	kind: 'qualifier',
	gold: [{ ...span(100, 200), quote: '' }],
	context: [{ ...span(200, 250), quote: '' }],
	...over,
});

describe('a question', () => {
	it('counts gold that two hits cover together', async () => {
		const score = await scoreQuestion(finding([hit(100, 150), hit(150, 230)]), question(), cuts);
		expect(score.at[0]).toMatchObject({ recall: 0.5, contextRecall: 0, precision: 1 });
		expect(score.at[1]).toMatchObject({ recall: 1, contextRecall: 0.6, precision: 1 });
		expect(score.at[1]?.f1).toBeCloseTo((2 * (130 / 150)) / (1 + 130 / 150));
		expect(score.at[1]?.iou).toBeCloseTo(130 / 150);
		expect(score.firstGold).toBe(1);
	});

	it('gives credit once: a duplicate uses up its place and its tokens', async () => {
		const score = await scoreQuestion(
			finding([hit(0, 200, { unit: 's' }), hit(50, 200, { unit: 's' }), hit(200, 260)]),
			question(),
			cuts,
		);
		expect(score.at[1]).toMatchObject({ recall: 1, contextRecall: 0, diversity: 0.5, tokens: 80 });
		expect(score.at[1]?.duplicates).toBeCloseTo(150 / 350);
		expect(score.at[0]).toMatchObject({ duplicates: 0, diversity: 1 });
	});

	it('fills a budget by rank and leaves out what does not fit', async () => {
		const hits = [hit(0, 50), hit(50, 90, { tokens: 70 }), hit(100, 200), hit(200, 250)];
		const score = await scoreQuestion(finding(hits), question(), cuts);
		expect(score.within[0]).toMatchObject({ recall: 1, contextRecall: 0, tokens: 80 });
		expect(score.firstGold).toBe(3);
	});

	it('tells what expansion adds', async () => {
		const retriever = finding([], {
			retrieve: () =>
				Promise.resolve({
					hits: [hit(100, 200)],
					refused: false,
					expand: (limit, budget) =>
						Promise.resolve({
							spans: [span(100, budget === undefined ? 250 : 225)],
							tokens: limit,
						}),
				}),
		});
		const score = await scoreQuestion(retriever, question(), cuts);
		expect(score.at[0]).toMatchObject({ contextRecall: 0, expanded: { contextRecall: 1 } });
		expect(score.within[0]).toMatchObject({ contextRecall: 0, expanded: { contextRecall: 0.5 } });
	});

	it('checks whether boundaries keep an instruction and its qualifier together', async () => {
		const contained = async (...chunks: [number, number][]): Promise<boolean | undefined> => {
			const retriever = finding([hit(0, 10)], { chunks: chunks.map(([a, b]) => span(a, b)) });
			return (await scoreQuestion(retriever, question(), cuts)).contained;
		};
		expect(await contained([0, 200], [200, 300])).toBe(false);
		expect(await contained([0, 100], [100, 250])).toBe(true);
		expect((await scoreQuestion(finding([]), question(), cuts)).contained).toBeUndefined();
	});

	it('is not judged by hits in another source', async () => {
		const score = await scoreQuestion(
			finding([{ ...hit(0, 0), span: span(100, 250, 'b.md') }]),
			question(),
			cuts,
		);
		expect(score).toMatchObject({ firstGold: undefined });
		expect(score.at[0]).toMatchObject({ recall: 0, precision: 0, f1: 0, iou: 0 });
	});
});

const gold: GoldSet = {
	corpus: 'test',
	questions: [
		...Array.from({ length: 12 }, (_, at) => question({ id: `q${String(at)}` })),
		question({ id: 'u', kind: 'unanswerable', gold: [], context: [] }),
	],
};

describe('an evaluation', () => {
	it('reports means, kinds, refusals and who is ahead', async () => {
		const good = { ...finding([hit(100, 250)]), name: 'good' };
		const silent = { ...finding([]), name: 'silent' };
		const result = await evaluate([good, silent], gold, cuts);
		expect(result).toMatchObject({ answerable: 12, unanswerable: 1 });
		const [first, second] = result.retrievers;
		expect(first?.measures['recall@1']).toEqual({ mean: 1, low: 1, high: 1, count: 12 });
		expect(first?.kinds['qualifier']?.['context@1']?.mean).toBe(1);
		expect(first?.measures['refused rightly']?.mean).toBe(0);
		expect(second?.measures['refused rightly']?.mean).toBe(1);
		expect(second?.measures['refused wrongly']?.mean).toBe(1);
		const ahead = result.comparisons.find(({ measure }) => measure === 'recall@1');
		expect(ahead).toMatchObject({
			first: 'good',
			second: 'silent',
			difference: { mean: 1, winner: 'first' },
		});
		expect(JSON.parse(JSON.stringify(result))).toMatchObject({ corpus: 'test' });
	});

	it('warns where what it judges is no literal slice', async () => {
		const result = await evaluate([finding([hit(100, 250, { exact: false })])], gold, cuts);
		expect(result.retrievers[0]?.warnings).toEqual([
			'12 of the chunks that were judged are not literal slices of their source, so what is measured of them is an estimate.',
		]);
		expect(tableOf(result)).toContain('warning: fixed: 12 of the chunks');
		const exact = await evaluate([finding([hit(100, 250)])], gold, cuts);
		expect(exact.retrievers[0]?.warnings).toEqual([]);
	});

	it('lays a table out with one row a retriever, and names no winner without need', async () => {
		const one = { ...finding([hit(100, 250)]), name: 'one' };
		const other = { ...finding([hit(100, 250)]), name: 'other' };
		const lines = tableOf(await evaluate([one, other], gold)).split('\n');
		expect(lines[0]).toBe(
			'test: 12 questions with an answer, 1 without. Means, with the interval that holds 95 of 100 resamplings of the first.',
		);
		expect(lines.find((line) => line.startsWith('one '))).toContain('1.000 [1.00, 1.00]');
		expect(lines.filter((line) => line.includes('the interval names no winner'))).toHaveLength(1);
	});
});
