import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../integration/src/astro/settings.ts';
import { Workshop } from '../../integration/src/astro/workshop.ts';
import type { CitableOptions } from '../../integration/src/astro/options.ts';

function wanted(collections: CitableOptions['collections'], names: string[]): string[] {
	const unused = (): never => {
		throw new Error('No site is asked for.');
	};
	const foreman = { progress: unused, report: unused };
	return new Workshop(settingsFrom({ collections: collections! }), unused, foreman).wanted(names);
}

describe('the collections of a site', () => {
	it('are taken but for those that are left out', () => {
		expect(wanted({ authors: false }, ['docs', 'authors'])).toEqual(['docs']);
		expect(wanted({ '*': false, docs: {} }, ['docs', 'authors'])).toEqual(['docs']);
	});

	it('are refused where the options name one that there is not', () => {
		expect(() => wanted({ autors: false }, ['docs', 'authors'])).toThrow(
			expect.objectContaining({
				code: 'invalid-options',
				message: expect.stringContaining('collections.autors') as string,
				hint: 'Did you mean collections.authors?',
			}),
		);
		expect(() => wanted({ secret: false }, ['docs'])).toThrow(
			expect.objectContaining({ hint: 'Collections here are docs.' }),
		);
	});
});
