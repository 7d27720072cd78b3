import { describe, expect, it } from 'vitest';
import { CitableError } from '../../integration/src/core/errors.ts';
import { violations } from './invariants.ts';
import { codesOf, nodesOf, read, seen } from './reading.ts';

/** The error with which a document is refused. */
function refusalOf(path: string, content: string | Uint8Array): CitableError {
	try {
		read(path, content);
	} catch (error) {
		if (error instanceof CitableError) return error;
		throw error;
	}
	throw new Error('The document was read.');
}

describe('what is nested deeper than anyone writes', () => {
	it.each([
		['quotations', 'md', `${'> '.repeat(2000)}x`],
		['elements of MDX', 'mdx', `${'<b>'.repeat(2000)}x${'</b>'.repeat(2000)}`],
		['elements of HTML', 'md', `${'<div>'.repeat(2000)}x${'</div>'.repeat(2000)}`],
		['elements that are never closed', 'md', '<div>'.repeat(20_000)],
		['tables in tables', 'md', '<table><tr><td>'.repeat(500)],
	])('is refused: %s', (_, format, text) => {
		expect(refusalOf(`page.${format}`, text).code).toBe('nested-too-deep');
	});

	it('says where', () => {
		const { place } = refusalOf('page.md', `First.\n\n${'> '.repeat(400)}x`);
		expect(place).toMatchObject({ file: 'page.md', line: 3 });
	});

	it('is refused in an expression too', () => {
		const error = refusalOf('page.mdx', `Text {${'('.repeat(20_000)}1${')'.repeat(20_000)}}`);
		expect(['nested-too-deep', 'invalid-mdx']).toContain(error.code);
	});

	it('leaves alone what is only deep', () => {
		const page = read('page.md', `${'> '.repeat(100)}x`);
		expect(nodesOf(page, 'blockquote')).toHaveLength(100);
		expect(violations(page)).toEqual([]);
	});
});

describe('what is long or without meaning', { timeout: 120_000 }, () => {
	const row = (cell: string): string => `|${` ${cell} |`.repeat(200)}`;
	const table = [row('h'), row('-'), ...Array.from({ length: 200 }, () => row('x'))].join('\n');

	it.each([
		['brackets', '['.repeat(20_000)],
		['pairs of brackets', '['.repeat(1000) + ']'.repeat(1000)],
		['emphasis', '*a '.repeat(20_000)],
		['ampersands', '&'.repeat(100_000)],
		['backslashes', '\\'.repeat(100_001)],
		['angle brackets', '<'.repeat(50_000)],
		['comments', '<!-- '.repeat(20_000)],
		['blanks', `${' '.repeat(200_000)}x`],
		['colons', ':::'.repeat(20_000)],
		['pipes', `${'|'.repeat(20_000)}\n${'|-'.repeat(10_000)}`],
		['an open frontmatter', `---\n${'a: b\n'.repeat(2000)}`],
	])('is kept: %s', (_, text) => {
		const page = read('page.md', text);
		expect(page.ledger.reduce((sum, { start, end }) => sum + end - start, 0)).toBe(text.length);
	});

	it('keeps a table of 200 by 200 cells', () => {
		const page = read('page.md', table);
		expect(nodesOf(page, 'tableCell')).toHaveLength(201 * 200);
	});

	it('keeps a fence of a megabyte', () => {
		const code = 'some line of code\n'.repeat(58_000);
		const page = read('page.md', `\`\`\`\n${code}\`\`\`\n`);
		expect(seen(page)).toEqual([code.slice(0, -1)]);
	});

	it('keeps units that are no text', () => {
		const page = read('page.md', 'a\0b \u0001 \u007f \ufffe \uffff');
		expect(page.text).toBe('a\0b \u0001 \u007f \ufffe \uffff');
		expect(seen(page)).toEqual(['a\ufffdb \u0001 \u007f \ufffe \uffff']);
	});
});

describe('bytes that are no UTF-8', () => {
	it.each([
		['a lone high surrogate', [0x61, 0x0a, 0xed, 0xa0, 0x80], 2, 3],
		['a lone low surrogate', [0xed, 0xbf, 0xbf], 1, 1],
		['a byte of continuation', [0x80], 1, 0],
		['a character cut short', [0x61, 0xe2, 0x82], 1, 3],
		['an overlong form', [0xc0, 0xaf], 1, 0],
		['another encoding', [0x4d, 0xfc, 0x6c, 0x6c], 1, 1],
	])('are refused: %s', (_, bytes, line, byte) => {
		const { code, place, details } = refusalOf('page.md', Uint8Array.from(bytes));
		expect({ code, line: place.line, byte: details['byte'] }).toEqual({
			code: 'invalid-utf8',
			line,
			byte,
		});
	});
});

describe('references without a definition', () => {
	it('are reported', () => {
		const page = read(
			'page.md',
			'A [text][label], a [text][known], `a[i][j]`, a[i][j], \\[a][b].\n\n[known]: /x',
		);
		expect(codesOf(page)).toEqual(['reference-undefined']);
	});
});
