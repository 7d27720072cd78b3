import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineIndex, positionAt } from '../../integration/src/core/lines.ts';
import { convertOffset, offsetTable } from '../../integration/src/core/offsets.ts';

/** Texts of characters of every width, with line ends of all kinds. */
const texts = fc
	.array(
		fc.oneof(
			fc.constantFrom('a', 'é', '漢', '𝒳', '\n', '\r\n', '\r', '\ufeff', 'e\u0301', '👩‍👧'),
			fc.string({ unit: 'grapheme', maxLength: 4 }),
		),
		{ maxLength: 40 },
	)
	.map((parts) => parts.join(''));

describe('convertOffset', () => {
	it('agrees with the encodings themselves, at every character', () => {
		fc.assert(
			fc.property(texts, (text) => {
				const table = offsetTable(text);
				let units = 0;
				let bytes = 0;
				let points = 0;
				for (const character of [...Array.from(text), '']) {
					const all = { utf16: units, utf8: bytes, codepoint: points };
					for (const from of ['utf16', 'utf8', 'codepoint'] as const)
						for (const to of ['utf16', 'utf8', 'codepoint'] as const)
							expect(convertOffset(table, all[from], from, to)).toBe(all[to]);
					units += character.length;
					bytes += Buffer.byteLength(character);
					points += 1;
				}
			}),
			{ numRuns: 100 },
		);
	});

	it('takes an offset inside a character for the start of it', () => {
		const table = offsetTable('a𝒳b');
		expect(convertOffset(table, 2, 'utf16', 'utf8')).toBe(1);
		expect(convertOffset(table, 3, 'utf8', 'codepoint')).toBe(1);
	});
});

describe('lineIndex', () => {
	it('counts LF, CRLF and a lone CR as one line end each', () => {
		fc.assert(
			fc.property(texts, (text) => {
				const lines = lineIndex(text);
				expect(lines).toHaveLength(text.split(/\r\n|\r|\n/).length);
				for (const [line, start] of lines.entries())
					expect(positionAt(lines, start)).toEqual({ line: line + 1, column: 1 });
			}),
			{ numRuns: 100 },
		);
	});
});
