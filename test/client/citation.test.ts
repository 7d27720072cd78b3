import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openSources, refusal } from './opened.ts';

const text = `---
title: Bell 🔔 tower
---

The bell 🔔 rings *at noon*,
and &mdash; on [feast days](/feasts/) &mdash; at midnight.

> Never ring it
> in *a storm*: the **rope
> conducts**.

- One stroke
  for the hour.
- Two\\
  strokes.

Use \`ring --now\` to ring.

| Day | Strokes |
| --- | ------- |
| Monday | 3 \\| 4 |
`;

describe('a citation', () => {
	it('of a chunk says where the text is from', async () => {
		const index = await openSources({ 'bell.md': text });
		const [hit] = await index.search('storm');
		const citation = await index.cite(hit!);
		const view = await index.view(hit!.chunkId);
		expect(citation).toMatchObject({
			document: { id: 'docs/bell', path: 'bell.md', title: 'Bell 🔔 tower' },
			revision: view.description.revision,
			generation: index.generation,
			chunk: hit!.chunkId,
			quote: hit!.text,
			provenance: `/citable/source/docs/bell/#${hit!.chunkId}`,
		});
		expect(text.slice(citation.span.start, citation.span.end)).toBe(citation.quote);
	});

	it('counts positions in code points and quotes with its surroundings', async () => {
		const index = await openSources({ 'bell.md': text });
		const citation = await index.cite(
			{ document: 'docs/bell', start: 0, end: text.length },
			{ quote: 'on feast days' },
		);
		const [position, quote] = citation.selectors;
		expect(Array.from(text).slice(position.start, position.end).join('')).toBe(citation.quote);
		expect(position.start).toBeLessThan(citation.span.start);
		expect(text).toContain(quote.prefix + quote.exact + quote.suffix);
		expect(quote.prefix).toHaveLength(32);
		expect(citation.provenance).toBe(
			`/citable/source/docs/bell/?revision=${citation.revision.slice(0, 12)}#char=${String(citation.span.start)},${String(citation.span.end)}`,
		);
	});

	it.each([
		['a soft line break and emphasis', 'rings at noon, and', 'rings *at noon*,\nand'],
		[
			'entities and a link',
			'and — on feast days — at',
			'and &mdash; on [feast days](/feasts/) &mdash; at',
		],
		[
			'lines of a block quote',
			'in a storm: the rope conducts.',
			'in *a storm*: the **rope\n> conducts**.',
		],
		['the whole of a block quote', 'Never ring it in a storm', 'Never ring it\n> in *a storm'],
		['a line that a list continues', 'One stroke for the hour', 'One stroke\n  for the hour'],
		['two items of a list', 'for the hour. Two', 'for the hour.\n- Two'],
		['a hard line break', 'Two strokes.', 'Two\\\n  strokes.'],
		['code in a line', 'Use ring --now to', 'Use `ring --now` to'],
		['an escaped pipe', '3 | 4', '3 \\| 4'],
		['two cells', 'Monday 3 | 4', 'Monday | 3 \\| 4'],
		['markup with other white space', '**rope > conducts**', '**rope\n> conducts**'],
		['the source itself', '[feast days](/feasts/)', '[feast days](/feasts/)'],
	])('finds a quote across %s', async (_, quote, slice) => {
		const index = await openSources({ 'bell.md': text });
		const citation = await index.cite(
			{ document: 'docs/bell', start: 0, end: text.length },
			{ quote },
		);
		expect(citation.quote).toBe(slice);
		expect(text.slice(citation.span.start, citation.span.end)).toBe(slice);
		expect((await index.verify(citation)).verdict).toBe('exact');
	});

	it('says what readers see where that differs', async () => {
		const index = await openSources({ 'bell.md': text });
		const of = { document: 'docs/bell', start: 0, end: text.length };
		expect((await index.cite(of, { quote: 'on feast days' })).visible).toBe('on feast days');
		expect(await index.cite(of, { quote: 'rings' })).not.toHaveProperty('visible');
	});

	it('refuses what is not there', async () => {
		const index = await openSources({ 'bell.md': text }, 'paragraph');
		const [hit] = await index.search('storm');
		const code = async (citing: Promise<unknown>) => (await refusal(citing)).code;
		expect(await code(index.cite(hit!, { quote: 'ring --now' }))).toBe('quote-not-found');
		expect(await code(index.cite(hit!, { quote: '' }))).toBe('quote-not-found');
		expect(await code(index.cite(hit!, { quote: ' ' }))).toBe('quote-not-found');
		expect(await code(index.cite(hit!, { span: { start: 0, end: 5 } }))).toBe('span-outside-chunk');
		const place = (start: number, end: number) => ({ document: 'docs/bell', start, end });
		for (const [start, end] of [
			[-1, 5],
			[5, 5],
			[6, 5],
			[0.5, 5],
			[0, text.length + 1],
			[Number.NaN, 5],
		] as const) {
			expect(await code(index.cite(place(start, end)))).toBe('invalid-span');
		}
	});

	it('of any span is its slice, between its surroundings', async () => {
		const index = await openSources({ 'bell.md': text });
		const view = await index.view('docs/bell');
		await fc.assert(
			fc.asyncProperty(
				fc.nat(text.length - 1),
				fc.integer({ min: 1, max: 80 }),
				async (start, units) => {
					const end = Math.min(text.length, start + units);
					const citation = await index.cite({ document: 'docs/bell', start, end });
					expect(citation.quote).toBe(text.slice(start, end));
					expect(citation.visible ?? citation.quote).toBe(view.visible.valueOf({ start, end }));
					const [, { prefix, exact, suffix }] = citation.selectors;
					expect(exact).toBe(citation.quote);
					expect(text.slice(0, start).endsWith(prefix)).toBe(true);
					expect(text.startsWith(suffix, end)).toBe(true);
				},
			),
		);
	});
});

describe('a citation of no hit', () => {
	it('is refused as a chunk that there is not', async () => {
		const index = await openSources({ 'bell.md': 'The bell rings.\n' });
		const [none] = await index.search('nowhere');
		expect((await refusal(index.cite(none!))).code).toBe('unknown-chunk');
		expect((await refusal(index.expand([none!]))).code).toBe('unknown-chunk');
	});
});
