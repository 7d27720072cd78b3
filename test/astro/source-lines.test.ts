import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeText, markup } from '../../integration/src/astro/pages/markup.ts';
import { sourceBlocks } from '../../integration/src/astro/pages/source-blocks.ts';
import { linesHtml } from '../../integration/src/astro/pages/source-lines.ts';
import { tokensOf } from '../../integration/src/astro/pages/source-tokens.ts';
import {
	configure,
	indexDocument,
	policyFrom,
	type IndexedDocument,
} from '../../integration/src/core/index.ts';

function indexed(text: string, policy = 'structure'): IndexedDocument {
	return indexDocument(
		{ collection: 'docs', entry: 'page', path: 'page.md', bytes: new TextEncoder().encode(text) },
		configure({ policy: policyFrom(policy) }),
	);
}

/** The text of HTML that holds no entities but those that are written for text. */
function textOf(html: string): string {
	const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
	return html
		.replace(/<[^>]*>/g, '')
		.replace(/&(?:#(\d+)|(\w+));/g, (_, code: string | undefined, name: string | undefined) =>
			code === undefined ? (entities[name ?? ''] ?? '') : String.fromCharCode(Number(code)),
		);
}

function shown(document: IndexedDocument): string {
	const tokens = tokensOf(document);
	return sourceBlocks(document)
		.map((block) => linesHtml(document.source, tokens, block, new Map()))
		.join('');
}

const line = fc.oneof(
	fc.constantFrom(
		'# A',
		'- one',
		'  two',
		'> q',
		'| a | b |',
		'| --- | --- |',
		'```js',
		'> ```py',
		'```',
		'',
	),
	fc.constantFrom(
		'```astro',
		'---',
		'const a = `x ${1}',
		'def f(x): # y',
		'"a',
		'/* b',
		'\u202ec\u2066d',
	),
	fc.constantFrom('<script>alert(1)</script>', '&amp; & <b> "x" \'y\'', '<!-- c -->', '[^1]: note'),
	fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => text.replace(/\0/g, '')),
);
const source = fc
	.tuple(fc.array(line, { maxLength: 25 }), fc.constantFrom('\n', '\r\n', '\r'))
	.map(([lines, end]) => lines.join(end));

describe('a source on its page', () => {
	it.each(['structure', 'fixed-token:8,3', 'fixed-char:20', 'paragraph'])(
		'is shown unit by unit, with the policy %s',
		(policy) => {
			fc.assert(
				fc.property(source, (text) => {
					const document = indexed(text, policy);
					expect(textOf(shown(document))).toBe(document.source.text);
				}),
				{ numRuns: 60 },
			);
		},
	);

	it('has an element or an anchor for each chunk, once', () => {
		const document = indexed(
			'One two three four five six seven eight nine ten.\n'.repeat(4),
			'fixed-token:8,3',
		);
		const html = shown(document);
		expect(document.chunks.length).toBeGreaterThan(4);
		for (const { id } of document.chunks) expect(html.split(`id="${id}"`)).toHaveLength(2);
	});

	it.each([
		['ts', 'const a = 1; // one', ['w const', 'n 1', 'o // one']],
		[
			'astro',
			'---\nconst a = 1;\n---\n<b class="x">{a}</b>',
			['w const', 'p <b', 'r class', 'a "x"'],
		],
		['python', 'def f(x):\n    return "x"', ['w def', 'd f', 'w return', 'a "x"']],
		['json', '{ "a": true }', ['r "a"', 'n true']],
		['js', '/* a\nb */ c();', ['o /* a\n', 'o b */', 'd c']],
	])('has colours for code in %s, inside of a quote too', (language, code, expected) => {
		const lines = ['```' + language, ...code.split('\n'), '```'];
		const document = indexed(lines.map((line) => `> ${line}\n`).join(''));
		const { text } = document.source;
		const tokens = tokensOf(document).map(
			({ start, end, kind }) => `${kind} ${text.slice(start, end)}`,
		);
		expect(tokens).toEqual(expect.arrayContaining(expected));
	});

	it('shuts in what turns the direction of text, and names it', () => {
		const html = shown(indexed('a \u202eb\u202c c'));
		expect(html).toContain('<span class="v" data-name="RLO">\u202e</span>b');
		expect(textOf(html)).toBe('a \u202eb\u202c c');
	});

	it('cuts blocks between chunks, so that all lines are in exactly one', () => {
		const document = indexed('---\ntitle: T\n---\n\nText.\n\n## A\n\nMore.\n\n## B\n\nEnd.\n');
		const blocks = sourceBlocks(document);
		expect(blocks[0]).toMatchObject({ firstLine: 1, chunks: [] });
		let next = 1;
		for (const { firstLine, lastLine } of blocks) {
			expect(firstLine).toBe(next);
			next = lastLine + 1;
		}
		expect(next).toBe(14);
	});
});

describe('markup', () => {
	it('takes what is filled in for text', () => {
		const name = '<img src=x onerror="alert(1)">';
		expect(markup`<p title="${name}">${name}</p>`.html).toBe(
			`<p title="${escapeText(name)}">${escapeText(name)}</p>`,
		);
		expect(escapeText(name)).not.toMatch(/[<>"]/);
		expect(markup`${[markup`<b>${1}</b>`, false, undefined]}`.html).toBe('<b>1</b>');
	});
});
