import { describe, expect, it } from 'vitest';
import { openSources } from './opened.ts';

const sources = {
	'rule.md': `---
title: Retry rule
version: 2
effective: 2026-01-01
supersedes: note
---

## Adapters without lookup

These adapters are never retried:

- those without a status query
- those that answer late
`,
	'note.md':
		'---\ntitle: Retry rule\nversion: 1\n---\n\n## Adapters\n\nEvery adapter is retried at once.\n',
};
const now = '2026-11-30';

describe('answerability', () => {
	it('finds no gaps where words and context are there', async () => {
		const index = await openSources(sources);
		const question = 'Is an adapter without a status query retried?';
		const evidence = await index.expand(await index.search(question, { now }));
		expect(await index.answerability(question, evidence, { now })).toEqual({
			outcome: 'no-gaps-found',
			found: ['adapter', 'status', 'query', 'retried'],
			missing: [],
			incomplete: [],
			notInForce: [],
			relations: [],
			says: [],
		});
	});

	it('names the words that the evidence does not hold', async () => {
		const index = await openSources(sources);
		const question = 'Which firmware of the adapters is never retried?';
		const evidence = await index.expand(await index.search(question, { now }));
		const { outcome, missing, says } = await index.answerability(question, evidence, { now });
		expect({ outcome, missing }).toEqual({ outcome: 'gaps', missing: ['firmware'] });
		expect(says).toEqual(['The evidence does not speak of “firmware”.']);
	});

	it('names the context that a claim lacks', async () => {
		const index = await openSources(sources, 'paragraph');
		const question = 'those that answer late';
		const hits = await index.search(question, { now, limit: 1 });
		const options = { radius: 0, relationTokens: 1 };
		const evidence = await index.expand(hits, options);
		const { outcome, incomplete, says } = await index.answerability(question, evidence, { now });
		expect(outcome).toBe('gaps');
		expect(incomplete).toEqual([
			{ evidence: evidence.units[0]!.id, document: 'docs/rule', roles: ['introduction'] },
		]);
		expect(says).toEqual(['What was found in docs/rule lacks its introduction.']);
	});

	it('names documents that do not hold, and how they bear on others', async () => {
		const index = await openSources(sources);
		const question = 'Is every adapter retried at once?';
		const hits = await index.search(question, { intent: 'historical', now });
		const evidence = await index.expand(hits);
		const today = await index.answerability(question, evidence, { now });
		expect(today.notInForce).toEqual([{ document: 'docs/note', standing: 'superseded' }]);
		expect(today.says).toContain('docs/rule takes the place of docs/note.');
		expect(today.says).toContain('“Retry rule” is there in several versions: 1, 2.');
		const then = await index.answerability(question, evidence, { intent: { asOf: '2025-01-01' } });
		expect(then.notInForce).toEqual([{ document: 'docs/rule', standing: 'upcoming' }]);
		const ever = await index.answerability(question, evidence, { intent: 'historical' });
		expect(ever.notInForce).toEqual([]);
		expect(ever.relations).toHaveLength(2);
	});

	it('says that there is no evidence', async () => {
		const index = await openSources(sources);
		const evidence = await index.expand([]);
		const { outcome, missing } = await index.answerability('What is a cone?', evidence);
		expect(outcome).toBe('no-evidence');
		expect(missing).toContain('cone');
	});
});
