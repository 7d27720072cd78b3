import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readGold } from '../../integration/src/evaluation/index.ts';
import { describeShared, shared } from '../corpora.ts';

const text = [
	'# Queues',
	'',
	'A worker may take a job twice when its lease runs out.',
	'',
	'Jobs are kept for seven days. Jobs are kept longer on request.',
	'',
].join('\n');
const sources = (path: string): string | undefined => (path === 'queues.md' ? text : undefined);

function read(span: object, over: object = {}): ReturnType<typeof readGold> {
	return readGold(
		{
			corpus: 'queues',
			questions: [
				{ id: 'q1', question: 'Twice?', kind: 'fact', path: 'queues.md', gold: [span], ...over },
			],
		},
		sources,
	);
}

describe('gold questions', () => {
	it('take a quote that is unique, offsets, or both', () => {
		const quote = 'A worker may take a job twice';
		const start = text.indexOf(quote);
		const span = { path: 'queues.md', start, end: start + quote.length, quote };
		for (const given of [
			{ quote },
			{ start, end: start + quote.length },
			{ start, end: start + quote.length, quote },
			{ path: 'queues.md', quote },
		])
			expect(read(given).questions[0]?.gold).toEqual([span]);
	});

	it('follow a quote that has moved', () => {
		const quote = 'seven days';
		expect(read({ start: 2, end: 12, quote }).questions[0]?.gold[0]?.start).toBe(
			text.indexOf(quote),
		);
	});

	it('have no spans where the corpus does not answer', () => {
		const gold = readGold(
			{ corpus: 'queues', questions: [{ id: 'u', question: 'Why?', kind: 'unanswerable' }] },
			sources,
		);
		expect(gold.questions[0]).toMatchObject({ gold: [], context: [] });
	});

	it('are stale where the quote is gone, and show the nearest text', () => {
		expect(() => read({ quote: 'A worker can take one job twice if its lease runs out' })).toThrow(
			/queues\.md:3: The quote of question q1 is no longer there: “A worker can take.*Nearest is line 3: “A worker may take a job twice when its lease runs out”/,
		);
	});

	it('are refused where a quote stands more than once', () => {
		expect(() => read({ quote: 'Jobs are kept' })).toThrow('stands 2 times');
		const start = text.lastIndexOf('Jobs are kept');
		expect(read({ start, end: start + 13, quote: 'Jobs are kept' }).questions[0]?.gold[0]).toEqual({
			path: 'queues.md',
			start,
			end: start + 13,
			quote: 'Jobs are kept',
		});
	});

	it.each([
		[{ quote: 'x', path: 'gone.md' }, 'question q1 names gone.md, which is not there'],
		[{ start: 3 }, 'a span of question q1 has only one bound'],
		[{}, 'a span of question q1 has neither offsets nor a quote'],
		[{ start: 4, end: 4 }, 'is empty or reaches past the end'],
		[{ start: 4, end: 4000 }, 'is empty or reaches past the end'],
	])('say what is wrong with %j', (span, message) => {
		expect(() => read(span)).toThrow(message);
	});

	it('say where the file does not have their shape', () => {
		expect(() => readGold({ corpus: 'x', questions: [] }, sources)).toThrow('questions');
		expect(() => read({ quote: 'twice' }, { kind: 3 })).toThrow('questions.0.kind');
		expect(() =>
			readGold(
				{
					corpus: 'x',
					questions: [
						{ id: 'a', question: 'Why?', kind: 'unanswerable' },
						{ id: 'a', question: 'How?', kind: 'unanswerable' },
					],
				},
				sources,
			),
		).toThrow('two questions have the id a');
	});
});

describeShared('the shared gold', 'gold/astro-docs-en.json', (file) => {
	it('still lies where it says', () => {
		const root = shared('corpora/astro-docs/en') ?? '';
		const value = JSON.parse(readFileSync(file, 'utf8')) as {
			questions: { gold: { start: number }[] }[];
		};
		const gold = readGold(value, (path) => readFileSync(join(root, path), 'utf8'));
		expect(gold.questions).toHaveLength(48);
		expect(gold.questions.map(({ gold: spans }) => spans.map(({ start }) => start))).toEqual(
			value.questions.map(({ gold: spans }) => spans.map(({ start }) => start)),
		);
	});
});
