import { beforeAll, describe, expect, it } from 'vitest';
import type { CitableIndex, SearchEngine } from '../../integration/src/client/index.ts';
import { openSite } from '../opened.ts';

const page = (fields: string, text: string): string =>
	`---\n${fields}\n---\n\n# Mooring\n\n${text}\n`;

const site = {
	'docs/one.md': page('version: "1"', 'A boat is tied at the quay by one rope.'),
	'docs/two.md': page('version: "2"\nstatus: accepted', 'A boat is tied at the quay by two ropes.'),
	'docs/three.md': page(
		'version: "3"\nstatus: draft',
		'A boat is tied at the quay by three ropes.',
	),
	'docs/none.md': page('title: Mooring', 'A boat is tied at the quay by ropes.'),
};

describe('a narrower search', () => {
	let index: CitableIndex;
	beforeAll(async () => {
		index = await openSite(
			site,
			{},
			{
				search: {
					synonyms: [
						['quay', 'wharf'],
						['tied', 'Moored'],
					],
				},
			},
		);
	});

	const paths = async (
		...[query, options]: Parameters<CitableIndex['search']>
	): Promise<string[]> =>
		(await index.search(query, options)).map(({ document }) => document.entry).sort();

	it('gives documents of the versions and statuses alone', async () => {
		expect(await paths('quay')).toEqual(['none', 'one', 'three', 'two']);
		expect(await paths('quay', { version: '2' })).toEqual(['two']);
		expect(await paths('quay', { version: ['1', '3'] })).toEqual(['one', 'three']);
		expect(await paths('quay', { version: ['1', '2'], status: 'accepted' })).toEqual(['two']);
		expect(await paths('quay', { version: '9' })).toEqual([]);
		expect(await paths('quay', { version: '2', limit: 1 })).toEqual(['two']);
	});

	it('narrows what an engine finds that knows of no filters', async () => {
		const documents = await index.documents();
		const engine: SearchEngine = {
			name: 'all',
			search: (_, { limit, accept }) =>
				documents
					.filter(({ key }) => accept?.(key) ?? true)
					.map(({ key }) => ({ document: key, order: 0, score: 1, matches: {}, coverage: 1 }))
					.slice(0, limit),
		};
		expect(await paths('anything', { engine, version: '3', limit: 1 })).toEqual(['three']);
	});

	it('finds words of the site by one another', async () => {
		expect(await paths('wharf', { version: '1' })).toEqual(['one']);
		expect(await paths('moored', { version: '2' })).toEqual(['two']);
	});

	it.each([
		[undefined, {}, 'The query is undefined'],
		[42, {}, 'The query is 42'],
		[['quay'], {}, 'The query is ["quay"]'],
		['quay', { limit: -1 }, 'The limit is -1'],
		['quay', { limit: 0 }, 'The limit is 0'],
		['quay', { limit: NaN }, 'The limit is NaN'],
		['quay', { limit: 1.5 }, 'The limit is 1.5'],
		['quay', { limit: '5' }, 'The limit is "5"'],
		['quay', { version: 2 }, 'The version is 2'],
		['quay', { status: [] }, 'The status is []'],
	])('refuses %j with %j, and says why', async (query, options, reason) => {
		await expect(index.search(query as never, options as never)).rejects.toMatchObject({
			code: 'invalid-query',
			message: expect.stringContaining(reason) as string,
		});
	});
});
