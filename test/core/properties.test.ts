import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CitableError } from '../../integration/src/core/errors.ts';
import { damagedDocuments, documents } from './documents.ts';
import { violations } from './invariants.ts';
import { read, seen } from './reading.ts';

describe.each(['md', 'mdx'] as const)('any %s document', (format) => {
	it('keeps every unit, once, and every quote of what readers see can be found', () => {
		fc.assert(
			fc.property(documents(format), ({ text }) => {
				expect(violations(read(`page.${format}`, text))).toEqual([]);
			}),
			{ numRuns: 200 },
		);
	});

	it('shows readers the words that are for readers, and no others', () => {
		fc.assert(
			fc.property(documents(format), ({ text, visible, hidden }) => {
				const shown = seen(read(`page.${format}`, text)).join('');
				expect(visible.filter((word) => !shown.includes(word))).toEqual([]);
				expect(hidden.filter((word) => shown.includes(word))).toEqual([]);
			}),
			{ numRuns: 200 },
		);
	});

	it('loses nothing where it is damaged, or is refused as a whole', () => {
		fc.assert(
			fc.property(damagedDocuments(format), (text) => {
				expect(refusal(format, text) ?? violations(read(`page.${format}`, text))).toEqual([]);
			}),
			{ numRuns: 300 },
		);
	});
});

/** An empty list where a document is refused for what it holds, undefined where it is read. */
function refusal(format: string, text: string): [] | undefined {
	try {
		read(`page.${format}`, text);
		return undefined;
	} catch (error) {
		if (error instanceof CitableError && error.code === 'invalid-mdx') return [];
		throw error;
	}
}

/** What damaged documents brought to light, kept as it was. */
describe('documents that were once read wrongly', () => {
	it.each([
		['a box with a line break', '- [\n] word\n'],
		['the same in a quote', '> - [\n> ] word\n'],
		['the same in a directive', ':::details y z\n- [\n] one\n\n  - two\n:::\n\nthree *four* five'],
	])('%s', (_, text) => {
		expect(violations(read('page.md', text))).toEqual([]);
	});
});
