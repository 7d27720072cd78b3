import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toAnnotation, type CitableIndex } from 'astro-citable/client';
import { openSources, refusal } from './opened.ts';

const text = `# Bell 🔔 tower

The bell 🔔 rings *at noon*, and &mdash; on [feast days](/feasts/) &mdash; at midnight.

The bell is oiled in spring. The bell is hung in a frame-like yoke, 90% oak.

> Never ring it
> in *a storm*.

- One stroke for the hour.
- Two strokes for the half.

The bell is oiled in spring, and once more before the frost.

A noted word[^1] is here.

![A drawing of the yoke](yoke.png)

\`\`\`sh
ring --now
ring --later
\`\`\`

[^1]: See the log.
`;

const sources = { 'bell.md': text };

async function cite(index: CitableIndex, quote: string) {
	return index.cite({ document: 'docs/bell', start: 0, end: text.length }, { quote });
}

describe('selectors', () => {
	it('of a citation lead back to its span, alone and together', async () => {
		const index = await openSources(sources);
		const view = await index.view('docs/bell');
		await fc.assert(
			fc.asyncProperty(
				fc.nat(text.length - 2),
				fc.integer({ min: 8, max: 60 }),
				async (from, length) => {
					// A code point is never cut.
					const whole = (at: number) => (/[\udc00-\udfff]/.test(text.charAt(at)) ? at + 1 : at);
					const start = whole(from);
					const end = Math.min(text.length, whole(start + length));
					const { span, selectors, provenance } = await index.cite({
						document: 'docs/bell',
						start,
						end,
					});
					expect(await index.locate('docs/bell', selectors[0])).toMatchObject(span);
					expect(await index.locate('docs/bell', selectors)).toMatchObject(span);
					const found = await index.locate('docs/bell', selectors[1]);
					expect(view.text.slice(found.start, found.end)).toBe(selectors[1].exact);
					if (provenance!.includes('#char='))
						expect(await index.locate('docs/bell', provenance!)).toMatchObject(span);
				},
			),
		);
	});

	it('with surroundings tell equal quotes apart', async () => {
		const index = await openSources(sources);
		const second = text.lastIndexOf('The bell is oiled');
		const { selectors } = await index.cite({
			document: 'docs/bell',
			start: second,
			end: second + 'The bell is oiled in spring'.length,
		});
		expect((await index.locate('docs/bell', selectors[1])).start).toBe(second);
		expect((await index.locate('docs/bell', { ...selectors[1], prefix: '' })).start).toBe(second);
		const bare = { type: 'TextQuoteSelector', exact: selectors[1].exact } as const;
		expect((await index.locate('docs/bell', bare)).start).toBeLessThan(second);
		const moved = [{ ...selectors[0], start: selectors[0].start - 3 }, bare];
		expect((await index.locate('docs/bell', moved)).start).toBe(second);
	});

	it('find what readers see', async () => {
		const index = await openSources(sources);
		const exact = 'on feast days — at midnight';
		const found = await index.locate('docs/bell', { type: 'TextQuoteSelector', exact });
		expect(text.slice(found.start, found.end)).toBe(
			'on [feast days](/feasts/) &mdash; at midnight',
		);
		const fragment = { type: 'FragmentSelector', value: 'char=2,6' } as const;
		expect(await index.locate('docs/bell', fragment)).toMatchObject({ start: 2, end: 6 });
	});

	it('that lead nowhere are refused', async () => {
		const index = await openSources(sources);
		const code = async (selector: Parameters<CitableIndex['locate']>[1]) =>
			(await refusal(index.locate('docs/bell', selector))).code;
		expect(await code({ type: 'TextQuoteSelector', exact: 'The gong' })).toBe('quote-not-found');
		expect(await code({ type: 'TextPositionSelector', start: 5, end: 5 })).toBe('invalid-span');
		expect(await code('#char=4,99999')).toBe('invalid-span');
		expect(await code('/x/?revision=0123456789ab#char=2,6')).toBe('invalid-span');
		expect(await code('#:~:text=gong')).toBe('quote-not-found');
		expect(await code('#:~:text=%E0%A4%A')).toBe('quote-not-found');
		expect(await code('#heading')).toBe('quote-not-found');
		expect(await code([])).toBe('quote-not-found');
	});

	it('make an annotation whose target is the exact source', async () => {
		const index = await openSources(sources);
		const citation = await cite(index, 'at noon');
		const annotation = toAnnotation(citation);
		expect(annotation.target.source).toBe(
			`/citable/source/docs/bell/?revision=${citation.revision.slice(0, 12)}`,
		);
		const { selector } = annotation.target;
		expect(await index.locate('docs/bell', selector)).toMatchObject(citation.span);
	});
});

describe('the address of the rendered page', () => {
	it.each([
		['at noon', ':~:text=at%20noon'],
		['rings at noon, and', ':~:text=rings%20at%20noon%2C%20and'],
		['frame-like yoke, 90% oak', ':~:text=frame%2Dlike%20yoke%2C%2090%25%20oak'],
		['Never ring it in a storm.', ':~:text=Never%20ring%20it%20in%20a%20storm.'],
		['for the hour. Two strokes', ':~:text=for%20the%20hour.,Two%20strokes'],
		['spring, and once', ':~:text=spring%2C%20and%20once'],
	])('marks “%s”', async (quote, fragment) => {
		const index = await openSources(sources);
		const { url, span } = await cite(index, quote);
		expect(url).toBe(`/bell/#${fragment}`);
		const view = await index.view('docs/bell');
		const found = await index.locate('docs/bell', url!);
		expect(view.visible.valueOf(found)).toBe(view.visible.valueOf(span));
	});

	it('tells equal quotes apart', async () => {
		const index = await openSources(sources);
		const start = text.lastIndexOf('The bell is oiled');
		const citation = await index.cite({ document: 'docs/bell', start, end: start + 17 });
		expect(citation.url).toMatch(/#:~:text=[^,]+-,The%20bell%20is%20oiled,-in%20spring/);
		expect((await index.locate('docs/bell', citation.url!)).start).toBe(start);
	});

	it.each([
		['a part of a word', 'oon, and'],
		['the mark of a footnote', 'noted word[^1] is'],
		['an image', 'A drawing of the yoke'],
		['lines of code', 'ring --now\nring --later'],
	])('marks nothing for %s', async (_, quote) => {
		const index = await openSources(sources);
		expect((await cite(index, quote)).url).toBe('/bell/');
	});

	it('leads back to what readers see of any span for which it marks something', async () => {
		const index = await openSources(sources);
		const view = await index.view('docs/bell');
		let marked = 0;
		await fc.assert(
			fc.asyncProperty(
				fc.nat(text.length - 2),
				fc.integer({ min: 1, max: 250 }),
				async (start, length) => {
					const end = Math.min(text.length, start + length);
					const { url } = await index.cite({ document: 'docs/bell', start, end });
					if (!url!.includes(':~:')) return;
					marked++;
					const found = await index.locate('docs/bell', url!);
					const seen = (value: string) => value.replace(/\s+/g, ' ').trim();
					expect(seen(view.visible.valueOf(found))).toBe(
						seen(view.visible.valueOf({ start, end })),
					);
				},
			),
		);
		expect(marked).toBeGreaterThan(0);
	});
});
