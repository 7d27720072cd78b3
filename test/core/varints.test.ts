import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeNumbers, encodeNumbers } from '../../integration/src/core/varints.ts';

describe('numbers as text', () => {
	it('take a character for what is small', () => {
		expect(encodeNumbers([0, 9, 31, 32, 1000])).toBe('09VW1eV');
		expect(decodeNumbers('')).toEqual([]);
	});

	it('come back as they were', () => {
		fc.assert(
			fc.property(fc.array(fc.nat({ max: Number.MAX_SAFE_INTEGER })), (numbers) => {
				expect(decodeNumbers(encodeNumbers(numbers))).toEqual(numbers);
			}),
		);
	});

	it('are refused where they are none', () => {
		expect(() => decodeNumbers('1!')).toThrow('! is no digit');
		expect(() => decodeNumbers('W')).toThrow('cut off');
	});
});
