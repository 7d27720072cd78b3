import { describe, expect, it } from 'vitest';
import type { Intent } from 'astro-citable/client';
import { openSources, refusal, type Sources } from './opened.ts';

const policies: Sources = {
	'policy-1.md':
		'---\ntitle: Landing policy\nversion: 1\neffective: 2024-01-01\n---\n\nBoats land at the north pier, in any weather.\n',
	'policy-2.md':
		'---\ntitle: Landing policy\nversion: 2\neffective: 2026-01-01\nsupersedes: policy-1\n---\n\nBoats land at the south pier, in fair weather.\n',
	'policy-3.md':
		'---\ntitle: Landing policy\nversion: 3\neffective: 2030-01-01\nsupersedes: policy-2\n---\n\nBoats land at the west pier, by lot.\n',
	'storm.md':
		'---\nexpires: 2025-06-01\n---\n\n# Storm rule\n\nBoats land at the inner pier while the mast is down.\n',
	'old.md': '---\nstatus: withdrawn\n---\n\n# Old rule\n\nBoats land at the beach pier.\n',
	'plain.md': '# Piers\n\nThere are four piers where boats land.\n',
};

async function landing(intent: Intent | undefined, now?: string) {
	const index = await openSources(policies);
	return index.find('where do boats land, at which pier', {
		...(intent === undefined ? {} : { intent }),
		...(now === undefined ? {} : { now }),
	});
}

const entries = (list: readonly { document: { entry: string } }[]) =>
	list.map(({ document }) => document.entry).sort();

describe('a search', () => {
	it('finds what holds now, and says what it withholds', async () => {
		const { hits, withheld } = await landing(undefined, '2026-11-30');
		expect(entries(hits)).toEqual(['plain', 'policy-2']);
		expect(hits.map(({ standing }) => standing)).toEqual(['in-force', 'in-force']);
		expect(hits.map(({ rank }) => rank)).toEqual([1, 2]);
		expect(
			Object.fromEntries(withheld.map(({ document, standing }) => [document.entry, standing])),
		).toEqual({
			'policy-1': 'superseded',
			'policy-3': 'upcoming',
			storm: 'expired',
			old: 'withdrawn',
		});
	});

	it('gives the places of what does not hold to others', async () => {
		const index = await openSources(policies);
		const options = { limit: 1, now: '2026-11-30' };
		const [hit, ...others] = await index.search('boats land in any weather', options);
		expect(others).toEqual([]);
		expect(hit!.standing).toBe('in-force');
	});

	it.each([
		['2023-06-01', ['plain', 'storm']],
		['2024-06-01', ['plain', 'policy-1', 'storm']],
		['2025-12-31', ['plain', 'policy-1']],
		['2026-01-01', ['plain', 'policy-2']],
		['2031-01-01T00:00:00Z', ['plain', 'policy-3']],
	])('as of %s finds what held then', async (asOf, expected) => {
		expect(entries((await landing({ asOf })).hits)).toEqual(expected);
	});

	it('of history finds all, each with its standing', async () => {
		const { hits, withheld } = await landing('historical', '2026-11-30');
		expect(withheld).toEqual([]);
		expect(
			Object.fromEntries(hits.map(({ document, standing }) => [document.entry, standing])),
		).toEqual({
			plain: 'in-force',
			'policy-1': 'superseded',
			'policy-2': 'in-force',
			'policy-3': 'upcoming',
			storm: 'expired',
			old: 'withdrawn',
		});
	});

	it('of history shows a document beside what took its place', async () => {
		const index = await openSources(policies);
		const options = { limit: 2, intent: 'historical', now: '2026-11-30' } as const;
		const hits = await index.search('boats land in any weather', options);
		expect(hits.map(({ document }) => document.entry)).toEqual(['policy-1', 'policy-2']);
		const { relations } = await index.expand(hits);
		expect(relations).toContainEqual({
			type: 'supersedes',
			newer: 'docs/policy-2',
			older: 'docs/policy-1',
		});
		expect(relations).toContainEqual({
			type: 'versions',
			title: 'Landing policy',
			documents: expect.arrayContaining([
				{ id: 'docs/policy-1', version: '1' },
				{ id: 'docs/policy-2', version: '2' },
			]) as unknown,
		});
	});

	it.each([{ asOf: 'yesterday' }, { asOf: '12' }, { asOf: '' }, {} as { asOf: string }])(
		'as of no date is refused',
		async (intent) => {
			expect((await refusal(landing(intent))).code).toBe('invalid-intent');
		},
	);
});

describe('the same text in several places', () => {
	const text = 'A lantern is hung at each end of the pier after dusk.';
	const sources: Sources = {
		'note.md': `# Note of spring\n\n${text}\n\n## More\n\nThe lantern is green.\n`,
		'review.md': `# Review\n\n## What we saw\n\n${text}\n\n## After\n\nOil for the lantern is kept below.\n`,
		'retired.md': `---\nstatus: retired\n---\n\n# Retired\n\n${text}\n`,
		'other.md': '# Other\n\nThe lantern of the harbour master is brass.\n',
	};

	it('is one hit with every place, and no better for it', async () => {
		const index = await openSources(sources, 'paragraph');
		const hits = await index.search('lantern pier dusk');
		const same = hits.filter((hit) => hit.text.trim() === text);
		expect(same).toHaveLength(1);
		const [hit] = same;
		expect(
			[hit!, ...hit!.also].map(({ document, standing }) => [document.entry, standing]).sort(),
		).toEqual([
			['note', 'in-force'],
			['retired', 'withdrawn'],
			['review', 'in-force'],
		]);
		for (const { chunkId } of hit!.also) {
			const { span, document } = await index.cite(chunkId);
			expect(sources[document.path]!.slice(span.start, span.end).trim()).toBe(text);
		}
		expect(hit!.standing).toBe('in-force');
	});

	it('leaves its places to other text', async () => {
		const index = await openSources(sources, 'paragraph');
		const hits = await index.search('lantern', { limit: 4 });
		expect(new Set(hits.map((hit) => hit.text.trim())).size).toBe(4);
	});

	it('is told apart by its words alone', async () => {
		const index = await openSources(
			{ 'a.md': '# A\n\nOne lantern.\n\nTwo lanterns.\n', 'b.md': '# B\n\nOne lantern!\n' },
			'paragraph',
		);
		const hits = await index.search('lantern');
		expect(hits).toHaveLength(3);
		expect(hits.flatMap(({ also }) => also)).toEqual([]);
	});
});
