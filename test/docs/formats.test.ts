import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { attributePatterns } from '../../integration/src/core/format/attributes.ts';
import { placePatterns } from '../../integration/src/core/format/places.ts';
import { letters } from '../../integration/src/core/format/tree.ts';

const page = readFileSync(join(import.meta.dirname, '../../content/formats.md'), 'utf8');

describe('the page on formats', () => {
	it.each(Object.entries({ ...placePatterns, attributePatterns }))(
		'has the patterns of %s',
		(_, group) => {
			const lines = page.split('\n').map((line) => line.trim().split(/ {1,}(.*)/s));
			for (const [name, { source }] of Object.entries(group))
				expect(lines).toContainEqual([name, source, '']);
		},
	);

	it('has the letter of every type', () => {
		for (const [type, letter] of Object.entries(letters))
			expect(page).toMatch(new RegExp(`\\| \`${letter}\` \\| ${type} `));
	});
});
