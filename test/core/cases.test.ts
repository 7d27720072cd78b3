import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CitableError } from '../../integration/src/core/errors.ts';
import { lineAt } from '../../integration/src/core/lines.ts';
import { valueOf } from '../../integration/src/core/nodes/node.ts';
import type { Span } from '../../integration/src/core/spans.ts';
import { describeShared } from '../corpora.ts';
import { violations } from './invariants.ts';
import { read, slice, type ReadDocument } from './reading.ts';

/** What is certain of a case whatever the chunk policy; the words are those of its `expect.json`. */
interface Expectations {
	readonly mustBeInOneNode?: readonly { quote: string; type: string }[];
	readonly mustNotBeInNode?: readonly { quote: string; type: string }[];
	readonly mustNotBeHeading?: readonly string[];
	readonly headingPath?: readonly { quote: string; path: readonly string[] }[];
	readonly mustBeCovered?: readonly string[];
	readonly mustNotBeCovered?: readonly string[];
	readonly values?: readonly { quote: string; value: string }[];
	readonly lines?: readonly { quote: string; line: number }[];
	readonly anchors?: readonly { quote: string; slug: string; file?: string }[];
	readonly failed?: { line: number };
	readonly findings?: readonly string[];
}

/** The codes that stand for the words in which cases expect findings. */
const FINDINGS: readonly (readonly [RegExp, string])[] = [
	[/^warning: (?:code fence|two code fences)/, 'fence-unclosed'],
	[/^heading level skipped/, 'heading-skipped'],
	[/^document (?:has no body|is empty)/, 'document-empty'],
	[/^warning: ::: block/, 'directive-unclosed'],
	[/^sections? without/, 'section-empty'],
	[/^more than one h1/, 'heading-multiple-h1'],
	[/^duplicate heading/, 'heading-duplicate'],
	[/no definition/, 'footnote-undefined'],
	[/never referred to/, 'footnote-unused'],
	[/^empty heading/, 'heading-empty'],
	[/^prop .* is an expression/, 'attribute-dynamic'],
	[/^unknown components/, 'component-unknown'],
	[/^text depends on expressions/, 'expression-dynamic'],
];

describeShared('the shared cases', 'cases', (folder) => {
	const names = readdirSync(folder, { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map((entry) => entry.name);
	it.each(names)('%s holds', (name) => {
		expect(wrongIn(join(folder, name))).toEqual([]);
	});
});

/** Says what is wrong with a case; an empty list where its expectations hold. */
function wrongIn(folder: string): string[] {
	const expected = JSON.parse(readFileSync(join(folder, 'expect.json'), 'utf8')) as Expectations;
	const input = readdirSync(folder).find((file) => file.startsWith('input.')) ?? '';
	const bytes = readFileSync(join(folder, input));
	let document: ReadDocument;
	try {
		document = read(input, bytes);
	} catch (error) {
		if (!(error instanceof CitableError) || expected.failed === undefined) throw error;
		const { line } = error.place;
		return line === expected.failed.line ? [] : [`fails on line ${String(line)}: ${error.message}`];
	}
	if (expected.failed !== undefined) return ['does not fail'];
	return [
		...violations(document),
		...wrongNodes(document, expected),
		...wrongSections(document, expected),
		...wrongFindings(document, expected.findings ?? []),
	];
}

function wrongNodes(document: ReadDocument, expected: Expectations): string[] {
	const { nodes } = document.tree;
	const wrong: string[] = [];
	const typesOf = (quote: string): string[] =>
		nodes.filter((node) => holds(node, spanOf(document, quote))).map((node) => node.type);
	for (const { quote, type } of expected.mustBeInOneNode ?? []) {
		if (!typesOf(quote).some((found) => type.split('|').includes(found)))
			wrong.push(`no ${type} holds ${JSON.stringify(quote)}, but ${typesOf(quote).join(', ')}`);
	}
	for (const { quote, type } of expected.mustNotBeInNode ?? []) {
		if (typesOf(quote).some((found) => type.split('|').includes(found)))
			wrong.push(`a ${type} holds ${JSON.stringify(quote)}`);
	}
	for (const quote of expected.mustNotBeHeading ?? []) {
		const at = spanOf(document, quote);
		if (nodes.some((node) => node.type === 'heading' && touches(node, at)))
			wrong.push(`a heading holds ${JSON.stringify(quote)}`);
	}
	for (const { quote, value } of expected.values ?? []) {
		const at = spanOf(document, quote);
		if (!nodes.some((node) => touches(node, at) && visible(document, node).includes(value)))
			wrong.push(`nothing at ${JSON.stringify(quote)} reads ${JSON.stringify(value)}`);
	}
	for (const { quote, line } of expected.lines ?? []) {
		const found = lineAt(document.source.lines, spanOf(document, quote).start);
		if (found !== line) wrong.push(`${JSON.stringify(quote)} is on line ${String(found)}`);
	}
	for (const { quote, slug, file } of expected.anchors ?? []) {
		if (file !== undefined) continue;
		const at = spanOf(document, quote);
		const heading = nodes.find((node) => node.type === 'heading' && touches(node, at));
		const found = heading?.type === 'heading' ? heading.attributes.slug : undefined;
		if (found !== slug) wrong.push(`${JSON.stringify(quote)} has the slug ${String(found)}`);
	}
	return wrong;
}

function wrongSections(document: ReadDocument, expected: Expectations): string[] {
	const { tree, sections } = document;
	const wrong: string[] = [];
	for (const { quote, path } of expected.headingPath ?? []) {
		const at = spanOf(document, quote);
		const section = sections.find((candidate) => touches(candidate, at));
		const titles = (section?.path ?? []).map((index) => {
			const heading = tree.nodes[index];
			return heading?.type === 'heading' ? heading.attributes.title : '';
		});
		if (
			section === undefined ||
			path.some((title, place) => titles.at(place - path.length) !== title)
		)
			wrong.push(`${JSON.stringify(quote)} stands under ${JSON.stringify(titles)}`);
	}
	// Whatever its policy, an index covers stretches and headings and nothing else.
	const coverable = sections.flatMap(({ start, bodyStart, stretches }) => [
		{ start, end: bodyStart },
		...stretches,
	]);
	const covered = (offset: number): boolean =>
		coverable.some(({ start, end }) => start <= offset && offset < end);
	for (const quote of expected.mustBeCovered ?? []) {
		const { start, end } = spanOf(document, quote);
		for (let at = start; at < end; at++) {
			if (covered(at) || document.text.charAt(at).trim() === '') continue;
			wrong.push(`${JSON.stringify(quote)} is not covered`);
			break;
		}
	}
	for (const quote of expected.mustNotBeCovered ?? []) {
		const at = spanOf(document, quote);
		if (tree.leaves.some((leaf) => touches(leaf, at)))
			wrong.push(`readers are said to see ${JSON.stringify(quote)}`);
	}
	return wrong;
}

/** Every finding that a case expects is there, on the lines it names. */
function wrongFindings({ findings }: ReadDocument, expected: readonly string[]): string[] {
	const wrong: string[] = [];
	for (const words of expected) {
		const code = FINDINGS.find(([pattern]) => pattern.test(words))?.[1];
		// What depends on options, or on other files, has tests of its own.
		if (code === undefined) {
			if (!/^if |^content of imported partial/.test(words)) wrong.push(`what code has: ${words}?`);
			continue;
		}
		const found = findings.filter((finding) => finding.code === code).map(({ line }) => line);
		const lines = [...words.matchAll(/\b(?:lines?|and|,) (\d+)/g)].map((match) => Number(match[1]));
		// A repeated title is reported where it is repeated.
		const needed = code === 'heading-duplicate' ? lines.slice(1) : lines;
		const missing = needed.filter((line) => !found.includes(line));
		if (found.length === 0 || missing.length > 0) {
			const all = findings.map((finding) => `${finding.code}:${String(finding.line)}`);
			wrong.push(`not found: ${words}; there are ${all.join(' ')}`);
		}
	}
	return wrong;
}

function spanOf({ text }: ReadDocument, quote: string): Span {
	const start = text.indexOf(quote);
	if (start < 0) throw new Error(`The input lacks ${JSON.stringify(quote)}.`);
	return { start, end: start + quote.length };
}

function holds(outer: Span, inner: Span): boolean {
	return outer.start <= inner.start && inner.end <= outer.end;
}

function touches(a: Span, b: Span): boolean {
	return a.start < b.end && b.start < a.end;
}

function visible(document: ReadDocument, node: Span): string {
	const leaves = document.tree.leaves.filter((leaf) => holds(node, leaf));
	return leaves.length === 0
		? slice(document, node)
		: leaves.map((leaf) => valueOf(document.text, leaf)).join('');
}
