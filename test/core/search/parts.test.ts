import { beforeAll, describe, expect, it } from 'vitest';
import { open, type CitableIndex } from '../../../integration/src/client/index.ts';
import { openGeneration } from '../../../integration/src/evaluation/index.ts';
import type { Generation } from '../../../integration/src/core/index.ts';
import type { ShardContent } from '../../../integration/src/core/search/shard.ts';
import { buildSite } from '../site.ts';

/** Words that no stemmer takes for one another: each ends in its own number. */
const word = (number: number): string => `term${String(number)}`;

/** A site whose search file is cut into parts: page n holds the words n to n + 39, and its own. */
function site(pages: number): Record<string, string> {
	return Object.fromEntries(
		Array.from({ length: pages }, (_, page) => [
			`docs/p${String(page)}.md`,
			`# Page ${String(page)}\n\n${Array.from({ length: 40 }, (__, at) => word(page + at)).join(' ')} only${String(page)}\n`,
		]),
	);
}

describe('a large search file', () => {
	let generation: Generation;
	let index: CitableIndex;
	const loaded: string[] = [];
	const searchFiles = (): string[] => loaded.filter((path) => path.startsWith('search/'));

	beforeAll(async () => {
		generation = buildSite(site(600));
		const contents = new Map(generation.files.map(({ path, content }) => [path, content]));
		index = await open({
			name: 'a large site',
			load: (path) => {
				loaded.push(path);
				const content = contents.get(path) ?? '';
				return typeof content === 'string' ? new TextEncoder().encode(content) : content;
			},
		});
	});

	it('is cut into parts that together hold all terms, in order', () => {
		const [entry] = generation.manifest.search;
		const contentOf = (digest: string): unknown =>
			JSON.parse(
				String(generation.files.find(({ path }) => path === `search/${digest}.json`)?.content),
			);
		const content = contentOf(entry?.file ?? '') as ShardContent;
		if (!('parts' in content)) throw new Error('The search file is whole.');
		expect(content.parts.length).toBeGreaterThan(2);
		const terms = content.parts.flatMap(({ first, file }) => {
			const own = (contentOf(file) as { terms: string }).terms.split(' ');
			expect(own[0]).toBe(first);
			return own;
		});
		expect(terms).toEqual([...new Set(terms)].sort());
		expect(terms).toContain('only599');
	});

	it('names documents by first digits of their keys that tell them all apart, in all languages', async () => {
		const pages = Array.from({ length: 900 }, (_, page) => String(page));
		const many = buildSite(
			Object.fromEntries(
				pages.map((page) => [
					`docs/p${page}.md`,
					`---\nlang: ${Number(page) % 2 === 0 ? 'en' : 'fr'}\n---\n\nonly${page} zebra\n`,
				]),
			),
		);
		const opened = await openGeneration(many);
		for (const page of pages) {
			const [hit] = await opened.search(`only${page}`);
			expect(hit?.document.path).toBe(`docs/p${page}.md`);
		}
	});

	it('loads the parts of the words of a query, each once', async () => {
		const [hit] = await index.search('only321');
		expect(hit?.document.path).toBe('docs/p321.md');
		const before = searchFiles().length;
		expect(before).toBeLessThanOrEqual(2);
		await index.search('only321 only322');
		expect(searchFiles().length).toBeLessThanOrEqual(before + 1);
		expect(new Set(searchFiles()).size).toBe(searchFiles().length);
	});

	it('ranks as one file would: by all words, whatever was searched before', async () => {
		const query = `${word(500)} ${word(520)} only510`;
		const hits = await index.search(query, { limit: 40 });
		expect(hits[0]?.document.path).toBe('docs/p510.md');
		const fresh = await open({
			name: 'the same',
			load: (path) => {
				const { content = '' } = generation.files.find((file) => file.path === path) ?? {};
				return typeof content === 'string' ? new TextEncoder().encode(content) : content;
			},
		});
		const again = await fresh.search(query, { limit: 40 });
		expect(again.map(({ chunkId, score }) => [chunkId, score])).toEqual(
			hits.map(({ chunkId, score }) => [chunkId, score]),
		);
		// Behind it, pages that hold both words come before those that hold one.
		const both = hits.map(
			({ text }) => text.includes(`${word(500)} `) && text.includes(`${word(520)} `),
		);
		expect(both.slice(1, 10)).not.toContain(false);
	});

	it('finds misspelt words among those with the same first letters', async () => {
		const [hit] = await index.search('only77x');
		expect(hit?.text).toMatch(/only77\b|only77\d\b/);
	});
});
