import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VisibleText } from '../../integration/src/core/quotes.ts';
import { documents } from './documents.ts';
import { read, readMarkdown, readMdx, type ReadDocument } from './reading.ts';

function visibleTextOf({ text, tree }: ReadDocument): VisibleText {
	const segments = tree.leaves.flatMap(({ node, segments: of }) =>
		of.map((segment) => ({ ...segment, node })),
	);
	return new VisibleText(text, tree.nodes, segments);
}

const flat = (text: string): string => text.replace(/[\s\u200b\ufeff]+/g, ' ').trim();

describe.each(['md', 'mdx'] as const)(
	'any quote of what readers see of a %s document',
	(format) => {
		it('is found in the source, and reads there as it was quoted', () => {
			fc.assert(
				fc.property(documents(format), fc.nat(), fc.nat({ max: 80 }), ({ text }, place, length) => {
					const visible = visibleTextOf(read(`page.${format}`, text));
					const whole = flat(visible.valueOf({ start: 0, end: text.length }));
					const start = place % (whole.length + 1);
					const quote = flat(whole.slice(start, start + length + 1));
					const found = visible.locate(quote);
					expect(found.length > 0 || quote === '').toBe(true);
					for (const { match, ...span } of found) {
						if (match === 'visible') expect(flat(visible.valueOf(span))).toContain(quote);
						else expect(flat(text.slice(span.start, span.end))).toBe(quote);
					}
				}),
				{ numRuns: 100 },
			);
		});
	},
);

describe('a quote across seams', () => {
	it.each([
		['marks', 'A *soft* and **loud** word.', 'soft and loud', 'soft* and **loud'],
		['an entity', 'Fish &amp; chips', 'Fish & chips', 'Fish &amp; chips'],
		['an escape', 'Two \\* three', 'Two * three', 'Two \\* three'],
		['quotation marks', '> one\n> two\nthree', 'one two three', 'one\n> two\nthree'],
		['items', '- one\n- two', 'one two', 'one\n- two'],
		['blocks', 'End.\n\n## Start', 'End. Start', 'End.\n\n## Start'],
		['a link', 'See [the page](/x) now.', 'See the page now', 'See [the page](/x) now'],
		['elements', '<p>One <b>two</b></p>', 'One two', 'One <b>two'],
		['cells', '| a | b |\n| - | - |\n| c | d |', 'c d', 'c | d'],
	])('is found over %s', (_, text, quote, slice) => {
		const [found] = visibleTextOf(readMarkdown(text)).locate(quote);
		expect(text.slice(found?.start, found?.end)).toBe(slice);
	});

	it('is found over components', () => {
		const text = 'A <Badge text="New" /> word.';
		const [found] = visibleTextOf(readMdx(text)).locate('A New word.');
		expect(text.slice(found?.start, found?.end)).toBe(text);
	});

	it('is not found where no reader sees it', () => {
		const visible = visibleTextOf(readMarkdown('One <!-- two --> three'));
		expect(visible.locate('One two three')).toEqual([]);
	});
});
