import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
	budgetLines,
	evaluate,
	indexRetriever,
	kindTable,
	openGeneration,
	readGold,
} from 'astro-citable/evaluation';
import { buildFolder, readOptions } from 'astro-citable/node';

const root = resolve(import.meta.dirname, '..', '..');

describe('the results page of the demo site', async () => {
	const options = await readOptions(resolve(root, 'citable.config.mjs'));
	const { generation } = await buildFolder(resolve(root, 'content'), options);
	const texts = new Map(generation.documents.map(({ source }) => [source.path, source.text]));
	const file: unknown = JSON.parse(
		await readFile(resolve(root, 'fixtures/gold/docs.json'), 'utf8'),
	);
	// Fails where a page has changed under a question.
	const gold = readGold(file, (path) => texts.get(path));
	const retriever = await indexRetriever(await openGeneration(generation), { name: 'structure' });
	const evaluation = await evaluate([retriever], gold);

	it('has a point for each budget, with its interval around it', () => {
		for (const measure of ['recall', 'context'] as const) {
			const [line] = budgetLines(evaluation, measure);
			expect(line?.points.map(({ x }) => x)).toEqual(evaluation.cuts.budgets);
			for (const { y, low, high } of line?.points ?? []) {
				expect(y).toBeGreaterThan(0);
				expect(low).toBeLessThanOrEqual(y);
				expect(high).toBeGreaterThanOrEqual(y);
			}
		}
	});

	it('has a value for each kind of question that has answers', () => {
		const { kinds, rows } = kindTable(evaluation, 'recall@5');
		const answered = gold.questions.filter((question) => question.gold.length > 0);
		expect([...kinds].sort()).toEqual([...new Set(answered.map(({ kind }) => kind))].sort());
		expect(rows[0]?.values.map((value) => value?.count)).toEqual(
			kinds.map((kind) => answered.filter((question) => question.kind === kind).length),
		);
	});
});
