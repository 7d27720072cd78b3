import { describe, expect, it } from 'vitest';
import type { Citation, CitableIndex } from 'astro-citable/client';
import { openRevisions, openSources, refusal, type Sources } from './opened.ts';

const before: Sources = {
	'ferry.md': `# Ferry

The ferry leaves at nine in the morning, every day of the week.

## Tickets

A ticket for one person and one bicycle costs twelve crowns on board.

Children under six ride free of charge.

## Dogs

Dogs travel on the lower deck, and are kept on a lead.
`,
	'storm.md': '# Storms\n\nNo ferry leaves when the wind is above force nine.\n',
	'old-fares.md': '# Old fares\n\nA ticket cost ten crowns.\n',
	'pier.md': '# Pier\n\nThe pier is open until dusk.\n',
};

const after: Sources = {
	'ferry.md': `# Ferry

A notice for this season stands here now.

The ferry leaves at nine in the morning, every day of the week.

## Tickets

A ticket for one person and one bicycle costs fourteen crowns on board.

## Dogs

Dogs travel on the lower deck,
and are kept on *a lead*.
`,
	'old-fares.md': '---\nsupersededBy: ferry\n---\n# Old fares\n\nA ticket cost ten crowns.\n',
	'jetty.md': before['pier.md']!,
};

async function cited(index: CitableIndex, path: string, quote: string): Promise<Citation> {
	const document = `docs/${path}`;
	const { text } = await index.view(document);
	return index.cite({ document, start: 0, end: text.length }, { quote });
}

async function verdictOf(path: string, quote: string) {
	const { earlier, current } = await openRevisions(before, after);
	const citation = await cited(earlier, path, quote);
	// What is checked has been written to a file and read back.
	return current.verify(JSON.parse(JSON.stringify(citation)));
}

describe('verifying a citation against two revisions', () => {
	it('that still stands is exact', async () => {
		const { verdict, compared } = await verdictOf('ferry', '# Ferry');
		expect(verdict).toBe('exact');
		expect(compared.map((comparison) => comparison.with)).toEqual(['cited', 'current']);
		expect(compared[0]!.revision).not.toBe(compared[1]!.revision);
	});

	it('that stands elsewhere is moved', async () => {
		const quote = 'The ferry leaves at nine in the morning';
		const { verdict, compared } = await verdictOf('ferry', quote);
		const { span } = compared[1]!;
		expect(verdict).toBe('moved');
		expect(after['ferry.md']!.slice(span!.start, span!.end)).toBe(quote);
	});

	it('that reads the same in other markup is moved', async () => {
		const { verdict, compared } = await verdictOf(
			'ferry',
			'on the lower deck, and are kept on a lead',
		);
		expect(verdict).toBe('moved');
		expect(compared[1]!.text).toBe('on the lower deck,\nand are kept on *a lead');
	});

	it('whose words were changed is edited', async () => {
		const { verdict, compared } = await verdictOf('ferry', 'bicycle costs twelve crowns on board');
		expect(verdict).toBe('edited');
		expect(compared[1]!.text).toContain('costs fourteen crowns');
		expect(compared[1]!.similarity).toBeGreaterThan(0.5);
		expect(compared[1]!.similarity).toBeLessThan(1);
	});

	it('whose words are gone is deleted', async () => {
		const { verdict, compared } = await verdictOf('ferry', 'Children under six ride free');
		expect(verdict).toBe('deleted');
		expect(compared[1]).not.toHaveProperty('span');
	});

	it('whose document is gone is deleted', async () => {
		const { verdict, compared } = await verdictOf('storm', 'above force nine');
		expect(verdict).toBe('deleted');
		expect(compared[1]).not.toHaveProperty('revision');
	});

	it('whose file was renamed is followed by its bytes', async () => {
		const { verdict, compared } = await verdictOf('pier', 'open until dusk');
		expect(verdict).toBe('exact');
		expect(compared[1]!.document).toBe('docs/jetty');
	});

	it('whose document is superseded says by what', async () => {
		const { verdict, supersededBy, compared } = await verdictOf('old-fares', 'cost ten crowns');
		expect(verdict).toBe('superseded');
		expect(supersededBy).toEqual(['docs/ferry']);
		expect(compared[1]!.outcome).toBe('moved');
	});

	it('whose document will be superseded still stands until then', async () => {
		const index = await openSources({
			'now.md': '# Now\n\nThe gate is shut at ten.\n',
			'next.md': '---\neffective: 2031-05-01\nsupersedes: now\n---\n\n# Next\n\nAt eleven.\n',
		});
		const citation = await cited(index, 'now', 'shut at ten');
		const verdictAt = async (now: string) => (await index.verify(citation, { now })).verdict;
		expect(await verdictAt('2031-04-30')).toBe('exact');
		expect(await verdictAt('2031-05-01')).toBe('superseded');
	});

	it('whose document says that it is superseded needs no other to be so', async () => {
		const index = await openSources({ 'a.md': '---\nstatus: superseded\n---\n\nIt was so.\n' });
		const { verdict, supersededBy } = await index.verify(await cited(index, 'a', 'It was so'));
		expect({ verdict, supersededBy }).toEqual({ verdict: 'superseded', supersededBy: [] });
	});

	it('of a generation that is not retained is unknown', async () => {
		const { earlier } = await openRevisions(before, after);
		const citation = await cited(earlier, 'ferry', 'at nine');
		const { verdict, message } = await (await openSources(after)).verify(citation);
		expect(verdict).toBe('unknown-generation');
		expect(message).toContain(citation.generation);
	});

	it('of another revision than its generation holds is wrong', async () => {
		const { earlier, current } = await openRevisions(before, after);
		const citation = await cited(earlier, 'ferry', 'every day of the week');
		const { chunk, ...claim } = citation;
		expect(chunk).toBeDefined();
		const { verdict, compared } = await current.verify({
			...claim,
			generation: current.generation,
		});
		expect(verdict).toBe('wrong-revision');
		expect(compared[0]).toMatchObject({ with: 'cited', outcome: 'moved' });
	});

	it('of a document that its generation does not show is outside the scope', async () => {
		const { earlier, current } = await openRevisions(before, after);
		const citation = await cited(earlier, 'storm', 'force nine');
		const { verdict } = await current.verify({ ...citation, generation: current.generation });
		expect(verdict).toBe('outside-scope');
	});
});

describe('verifying a citation against evidence', () => {
	it('finds spans inside it, across its pieces too', async () => {
		const index = await openSources(before, 'paragraph');
		const hits = await index.search('ticket bicycle', { limit: 1 });
		const evidence = await index.expand(hits, { radius: 1 });
		const quote = 'on board. Children under six';
		const { verdict } = await index.verify(await cited(index, 'ferry', quote), { evidence });
		expect(verdict).toBe('exact');
	});

	it('refuses spans that are not in it', async () => {
		const index = await openSources(before, 'paragraph');
		const hits = await index.search('ticket bicycle', { limit: 1 });
		const evidence = await index.expand(hits, { radius: 0 });
		for (const quote of ['Children under six', 'on board. Children', 'Tickets A ticket']) {
			const { verdict } = await index.verify(await cited(index, 'ferry', quote), { evidence });
			expect(verdict).toBe('outside-evidence');
		}
	});
});

describe('verifying a citation against given sources', () => {
	it.each([
		['exact', before['ferry.md']!],
		['moved', after['ferry.md']!],
		['edited', before['ferry.md']!.replace('every day of', 'all the days in')],
		['deleted', '# Ferry\n\nClosed.\n'],
	])('says that it is %s', async (verdict, text) => {
		const index = await openSources(before);
		const citation = await cited(
			index,
			'ferry',
			'The ferry leaves at nine in the morning, every day of the week.',
		);
		const verification = await index.verify(citation, { sources: { 'ferry.md': text } });
		expect(verification.verdict).toBe(verdict);
		expect(verification.compared[1]!.with).toBe('given');
	});

	it('says that it is deleted where the file is not among them', async () => {
		const index = await openSources(before);
		const citation = await cited(index, 'ferry', 'at nine');
		expect((await index.verify(citation, { sources: {} })).verdict).toBe('deleted');
	});
});

describe('a citation that was tampered with', () => {
	it('is not taken for the source', async () => {
		const index = await openSources(before);
		const citation = await cited(index, 'ferry', 'costs twelve crowns');
		const { selectors, ...claim } = citation;
		expect(selectors).toHaveLength(2);
		const edited = await index.verify({
			...claim,
			quote: 'one person and one bicycle costs eleven crowns on board.',
		});
		expect(edited.verdict).toBe('edited');
		const shifted = { start: citation.span.start - 2, end: citation.span.end - 2 };
		expect((await index.verify({ ...claim, span: shifted })).verdict).toBe('moved');
		const invented = await index.verify({ ...claim, quote: 'Penguins board through the funnel' });
		expect(invented.verdict).toBe('deleted');
	});

	it.each([
		['nothing', () => null],
		['a text', () => 'costs twelve crowns'],
		['no document', (good: Citation) => ({ ...good, document: undefined })],
		['a short revision', (good: Citation) => ({ ...good, revision: 'abc' })],
		['no generation', (good: Citation) => ({ ...good, generation: 1 })],
		['no span', (good: Citation) => ({ ...good, span: undefined })],
		['an empty span', (good: Citation) => ({ ...good, span: { start: 4, end: 4 } })],
		['no quote', (good: Citation) => ({ ...good, quote: '' })],
		['another chunk', (good: Citation) => ({ ...good, chunk: good.chunk!.replace(/.$/, 'g') })],
		['a span outside its chunk', (good: Citation) => ({ ...good, span: { start: 0, end: 7 } })],
		['a selector of another quote', (good: Citation) => ({ ...good, quote: 'twelve' })],
	])('is refused with %s', async (_, tamper) => {
		const index = await openSources(before);
		const citation = await cited(index, 'ferry', 'costs twelve crowns');
		expect((await refusal(index.verify(tamper(citation)))).code).toBe('invalid-citation');
	});
});
