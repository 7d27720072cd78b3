import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import * as library from 'satteri';
import { describe, expect, it } from 'vitest';
import { adapterRegistry } from '../../../integration/src/core/adapters/adapter.ts';
import { defaultPresets } from '../../../integration/src/core/adapters/presets.ts';
import { CitableError } from '../../../integration/src/core/errors.ts';
import { readNodes, type AuthoredTree } from '../../../integration/src/core/nodes/read.ts';
import {
	defaultSyntax,
	type Parser,
	type SyntaxOptions,
} from '../../../integration/src/core/parse/parser.ts';
import { remark } from '../../../integration/src/core/parse/remark.ts';
import { SATTERI_VERSION, satteriParser } from '../../../integration/src/core/parse/satteri.ts';
import { readSource, type Source } from '../../../integration/src/core/source.ts';
import { parserFor } from '../../../integration/src/node/parsers.ts';
import { describeShared } from '../../corpora.ts';
import { documents } from '../documents.ts';

const options = { adapters: adapterRegistry(defaultPresets), callouts: {} };
const encoder = new TextEncoder();

/** Why remark read the last source; empty where it did not. */
const doubts: string[] = [];
const satteri = satteriParser(library, (_, { message }) => doubts.push(message));

function nodesWith(parser: Parser, source: Source, syntax: SyntaxOptions): AuthoredTree | string {
	try {
		return readNodes(source, parser.parse(source, syntax), { ...options, syntax });
	} catch (error) {
		if (error instanceof CitableError) return error.message;
		throw error;
	}
}

/**
 * Expects that a source gives the same nodes, leaves, syntax and findings with both parsers.
 *
 * @returns whether Sätteri read it.
 */
function expectSame(
	path: string,
	content: string | Uint8Array,
	given?: Partial<SyntaxOptions>,
): boolean {
	const source = readSource(path, typeof content === 'string' ? encoder.encode(content) : content);
	const syntax = { ...defaultSyntax, ...given };
	doubts.length = 0;
	const actual = nodesWith(satteri, source, syntax);
	if (doubts.length > 0) return false;
	const expected = nodesWith(remark, source, syntax);
	// Vitest compares big trees slowly: it is only to say what differs.
	if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
	return true;
}

function filesUnder(folder: string): string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && /\.mdx?$/.test(entry.name))
		.map((entry) => join(entry.parentPath, entry.name))
		.sort();
}

describeShared('Sätteri and remark over the corpora', 'corpora', (folder) => {
	it('give the same nodes; remark reads at most 2% of the files', { timeout: 300_000 }, () => {
		const files = filesUnder(folder);
		const left = files.filter((file) => !expectSame(relative(folder, file), readFileSync(file)));
		expect(files.length).toBeGreaterThan(1000);
		expect(left.length / files.length).toBeLessThan(0.02);
	});
});

describeShared('Sätteri and remark over the cases', 'cases', (folder) => {
	it.each(filesUnder(folder).map((file) => relative(folder, file)))('%s', (file) => {
		expectSame(file, readFileSync(join(folder, file)));
		expectSame(file, readFileSync(join(folder, file)), { textDirectives: true, math: 'dollar' });
		expectSame(file, readFileSync(join(folder, file)), { directives: false, math: false });
	});
});

describe.each(['md', 'mdx'] as const)('Sätteri and remark over made-up %s', (format) => {
	it('give the same nodes', () => {
		fc.assert(
			fc.property(documents(format), ({ text }) => {
				expectSame(`page.${format}`, text);
			}),
			{ numRuns: 300, seed: 7 },
		);
	});
});

describe('what Sätteri leaves out is read from the source', () => {
	it.each([
		['attributes', '<Card\n\ttitle="a &amp; b" d=\'x\' {...p} e={1} f={`a ${b}`} g />\n'],
		['expressions', '## T {/* id */}\n\n{"str"} {`t`} {2} {x}\n'],
		['imports', "import A, { b as c } from './a.mdx'\nimport * as d from 'd'\n\n<A />\n"],
		['indented scripts', '<A>\n\t<B\n\t\tc={[\n\t\t\t1,\n\t\t]}\n\t/>\n</A>\n'],
		['directives', ':::note[Hi *you*]{a=b}\ntext\n:::\n\n:::tip Title x\nbody\n:::\n'],
		['what is no text directive', ':::note\nat 12:30pm, localhost:4321\n:::\n'],
		['tasks', '- [ ] `code` first\n- [x] text first\n'],
		['a byte-order mark', '\ufeff# One\n\n<A b="c" />\n'],
		['a tag in the line behind a list', '<p>\n\n- `a`\n<B c="d" />\n</p>\n\n> e\n{f}\n'],
		['a list behind a blank line of a quotation', '> a\n>\n> - b\n>   c\n> - d\n'],
	])('%s', (_, text) => {
		expect(expectSame('page.mdx', text)).toBe(true);
	});
});

describe('what Sätteri may read otherwise is read by remark', () => {
	it.each([
		['a unit that is no character', 'a\0b\n'],
		['a file that does not parse', '<A>\n'],
		['imports that are no script', 'import x from\n\nfoo\n'],
		['a lone carriage return', 'a\rb\n'],
		['a directive without an end', ':::note\na\n'],
		['a directive in one with as many colons', ':::note\n:::tip\na\n:::\n:::\n'],
		['a table at the end of a directive', ':::note\n| a |\n| - |\n:::\n'],
		['a task of another block', '- [ ] | a |\n  | - |\n'],
		['a tag of several lines behind a list', '- a\n<B>\nc\n</B>\n'],
		['a list between blank lines of a quotation', '> - a\n>\n> - b\n'],
		['a definition in an element', '<A>\n\n[b]: /c\n\n</A>\n'],
		['a footnote in a list', '- [^a]: b\n\n      c\n'],
		['text after imports', "import x from 'y'\nfoo\n"],
		['a directive inside a line with more than a name', ':::note\na :b[c]\n:::\n'],
		['a template of several lines', '<A b={`c\n  d`} />\n'],
		['a string of several lines with references', '<A b="c &amp;\n  d" />\n'],
	])('%s', (_, text) => {
		expect(expectSame('page.mdx', text)).toBe(false);
	});
});

describe('the choice of a parser', () => {
	it('follows the processor of the site', async () => {
		expect((await parserFor('auto')).name).toBe('satteri');
		expect((await parserFor('auto', 'unified')).name).toBe('remark');
		expect((await parserFor('satteri', 'unified')).name).toBe('satteri');
		expect((await parserFor('remark')).name).toBe('remark');
	});

	it('records the version that is installed', () => {
		const entry = createRequire(import.meta.url).resolve('satteri');
		const path = join(dirname(entry), '..', 'package.json');
		const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string };
		expect(SATTERI_VERSION).toBe(version);
	});
});
