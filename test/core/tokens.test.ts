import fc from 'fast-check';
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import { describe, expect, it } from 'vitest';
import { o200kPieces } from '../../integration/src/core/o200k-pieces.ts';
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
		'\0',
		'elephantiasis',
		'incomprehensibilities',
		'a',
		'_',
	],
);

describe('the pieces of a text', () => {
	it('are those of the pattern, ASCII or not', () => {
		const split = new RegExp(O200K_TOKEN_SPLIT_REGEX);
		fc.assert(
			fc.property(
				fc.oneof(
					fc.array(pieces).map((all) => all.join('')),
					fc.string(),
					fc.string({ unit: 'binary' }),
				),
				(text) => {
					const cut: string[] = [];
					for (let start = 0; start < text.length;) {
						const end = o200kPieces.endOf(text, start);
						cut.push(text.slice(start, end));
						start = end;
					}
					expect(cut).toEqual(text.match(split) ?? []);
				},
			),
			{ numRuns: 20_000, seed: 7 },
		);
	});
});

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
