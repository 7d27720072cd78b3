import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { o200k } from '../../integration/src/core/tokens.ts';

const pieces = fc.constantFrom(
	...['word', 'Word', "don't", "we'Ve", "'", '123', '45678', ' ', '  ', '\t', '\n', '\r\n', '\n\n'],
	...[
		'(',
		'/',
		'...//',
		'```',
		'漢字',
		'é',
		'e\u0301',
		'𝒳',
		'👩‍👧',
		'\u00a0',
		'\u3000',
		'<|endoftext|>',
		'a',
		'_',
	],
);

describe('the measure of a text', () => {
	it('counts each slice as the tokenizer counts it alone', () => {
		fc.assert(
			fc.property(
				fc.array(pieces, { maxLength: 40 }).map((all) => all.join('')),
				fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 8 }),
				(text, ends) => {
					const measure = o200k.measure?.(text);
					for (const [first, second] of ends) {
						const [start = 0, end = 0] = [first, second]
							.map((offset) => offset % (text.length + 1))
							.sort((a, b) => a - b);
						expect(measure?.(start, end)).toBe(o200k.count(text.slice(start, end)));
					}
				},
			),
			{ numRuns: 3000, seed: 7 },
		);
	});
});
