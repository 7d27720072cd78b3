import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SliceTable } from '../../integration/src/core/slice-table.ts';

describe('a table of slices', () => {
	it('gives each slice its own value, and works it out once', () => {
		const pieces = fc.array(
			fc.string({ unit: fc.constantFrom('a', 'b', '\0', 'é', '😀'), maxLength: 6 }),
		);
		fc.assert(
			fc.property(pieces, (texts) => {
				const made: string[] = [];
				const table = new SliceTable((text) => {
					made.push(text);
					return `<${text}>`;
				});
				const whole = texts.join('');
				let start = 0;
				for (const text of texts) {
					const end = start + text.length;
					expect(table.get(whole, start, end)).toBe(`<${text}>`);
					start = end;
				}
				expect(made).toEqual([...new Set(texts)]);
			}),
		);
	});

	it('grows with what it holds', () => {
		let made = 0;
		const table = new SliceTable((text) => {
			made++;
			return Number(text);
		});
		const get = (number: number): number => table.get(`n${number}`, 1, 1 + `${number}`.length);
		for (let number = 0; number < 10_000; number++) expect(get(number)).toBe(number);
		for (let number = 0; number < 10_000; number++) expect(get(number)).toBe(number);
		expect(made).toBe(10_000);
	});
});
