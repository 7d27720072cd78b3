import { describe, expect, it } from 'vitest';
import { policyFrom, specOf } from '../../../integration/src/core/chunks/policies.ts';
import { structure } from '../../../integration/src/core/chunks/structure.ts';
import { cut, textsOf } from './cutting.ts';

describe('policyFrom', () => {
	it.each([
		[
			'structure',
			'structure',
			{ minimum: 48, preferredLow: 128, preferredHigh: 384, hardLimit: 800 },
		],
		['structure:hardLimit=500', 'structure', { minimum: 48, hardLimit: 500 }],
		[
			'structure:minimum=10,preferred=20-60,hardLimit=90,headingPath=true',
			'structure',
			{ minimum: 10, preferredLow: 20, preferredHigh: 60, hardLimit: 90, headingPath: true },
		],
		['paragraph', 'paragraph', {}],
		['fixed-char', 'fixed-char', { size: 80 }],
		['fixed-char:120', 'fixed-char', { size: 120 }],
		['heading-aware:220', 'heading-aware', { size: 220 }],
		['fixed-token:256,32', 'fixed-token', { size: 256, overlap: 32 }],
	])('reads %s', (spec, name, options) => {
		const policy = policyFrom(spec);
		expect(policy.name).toBe(name);
		expect(policy.options).toMatchObject(options);
		// What a generation records names the same policy again.
		expect(policyFrom(specOf(policy)).options).toEqual(policy.options);
	});

	it.each(['', 'structural', 'Structure', 'fixed', 'toString'])('knows no policy “%s”', (spec) => {
		expect(() => policyFrom(spec)).toThrow(
			expect.objectContaining({
				code: 'unknown-policy',
				hint: expect.stringContaining('heading-aware') as string,
			}),
		);
	});

	it.each([
		['structure:minimum=900', 'minimum (900) is greater than preferred[0] (128)'],
		['structure:preferred=300-200', 'preferred[0] (300) is greater than preferred[1] (200)'],
		['structure:hardLimit=100', 'is greater than hardLimit (100)'],
		['structure:hardLimit=1e3.5', 'no whole number'],
		['structure:preferred=300', 'a range such as 128-384'],
		['structure:size=3', '“size=3” is none of'],
		['structure:headingPath=yes', 'true or false'],
		['structure:', 'is none of'],
		['fixed-char:0', 'no whole number from 1'],
		['fixed-char:', 'no whole number'],
		['fixed-char:-5', 'no whole number'],
		['fixed-char:80,20', 'it takes one number'],
		['paragraph:80', 'it takes no numbers'],
		['fixed-token:32,32', 'the overlap must be smaller than the window'],
		['fixed-token:32,1,2', 'it takes up to 2 numbers'],
	])('refuses %s', (spec, reason) => {
		expect(() => policyFrom(spec)).toThrow(
			expect.objectContaining({
				code: 'invalid-bounds',
				message: expect.stringContaining(reason) as string,
			}),
		);
	});

	it('gives a spec and the same options as an object the same identity', () => {
		const bounds = { minimum: 10, preferred: [20, 60], hardLimit: 90 } as const;
		expect(policyFrom('structure:minimum=10,preferred=20-60,hardLimit=90').options).toEqual(
			structure(bounds).options,
		);
	});
});

describe('structure', () => {
	it.each([Number.NaN, 0, -1, 1.5, Number.POSITIVE_INFINITY])(
		'refuses the minimum %d',
		(minimum) => {
			expect(() => structure({ minimum })).toThrow(
				expect.objectContaining({ code: 'invalid-bounds' }),
			);
		},
	);
});

describe('baselines', () => {
	const text = '# Tides\n\nOne two.\nThree.\n\nFour.\n\n\n## Ebb\n\nFive 𝒳 six.\n';

	it('fixed-char cuts windows inside sections and halves no character', () => {
		expect(textsOf(cut(text, policyFrom('fixed-char:8')))).toEqual([
			'\nOne two',
			'.\nThree.',
			'\n\nFour.\n',
			'\nFive 𝒳',
			' six.\n',
		]);
	});

	it('paragraph keeps lines between blank lines, with their last break', () => {
		expect(textsOf(cut(text, policyFrom('paragraph')))).toEqual([
			'One two.\nThree.\n',
			'Four.\n',
			'Five 𝒳 six.\n',
		]);
	});

	it('heading-aware joins paragraphs of a section up to its size', () => {
		expect(textsOf(cut(text, policyFrom('heading-aware:30')))).toEqual([
			'One two.\nThree.\n\nFour.\n',
			'Five 𝒳 six.\n',
		]);
		expect(textsOf(cut(text, policyFrom('heading-aware:10')))).toEqual(
			textsOf(cut(text, policyFrom('paragraph'))),
		);
	});

	it('fixed-token goes on with the end of the window before', () => {
		const letters = 'a b c d e f g h i j k l';
		expect(textsOf(cut(letters, policyFrom('fixed-token:6,2')))).toEqual([
			'a b c d e f',
			' e f g h i j',
			' i j k l',
		]);
	});
});
