import type { Code, InlineCode } from 'mdast';
import type { InlineMath, Math as MathBlock } from 'mdast-util-math';
import { lineAt } from '../lines.ts';
import { endOfLine, lineEndAt, lineEndBefore, startOfLine } from './line-ends.ts';
import type { NodeReader } from './reader.ts';
import { alignLines, type Reading } from './segments.ts';

/** What containers put in front of a line. */
const CONTAINER_MARKS = ' \t>';
/** What a line that opens or closes a block may start with inside containers. */
const INDENT = /^[\s>]*/;

export function readCode(
	reader: NodeReader,
	node: Code,
	start: number,
	whole: number,
	parent: number,
): number {
	const end = endOf(reader, start, whole);
	const title = /\btitle=(?:"([^"]*)"|'([^']*)')/.exec(node.meta ?? '');
	const { index } = reader.add('code', start, end, parent, {
		...(node.lang == null ? {} : { language: node.lang }),
		...(node.meta == null ? {} : { meta: node.meta }),
		...(title === null ? {} : { title: title[1] ?? title[2] ?? '' }),
	});
	if (/^(?:`{3}|~{3})/.test(reader.text.slice(start, start + 3))) {
		readFenced(reader, 'code', start, end, index, node.value);
	} else {
		readLines(reader, 'code', start, end, index, node.value);
	}
	return end;
}

export function readMath(
	reader: NodeReader,
	node: MathBlock,
	start: number,
	whole: number,
	parent: number,
): number {
	const end = endOf(reader, start, whole);
	const { index } = reader.add('math', start, end, parent, { display: true });
	readFenced(reader, 'math', start, end, index, node.value);
	return end;
}

export function readInlineCode(
	reader: NodeReader,
	node: InlineCode,
	start: number,
	end: number,
	parent: number,
): number {
	readDelimited(reader, 'code', start, end, parent, node.value, '`', 'code');
	return end;
}

export function readInlineMath(
	reader: NodeReader,
	node: InlineMath,
	start: number,
	end: number,
	parent: number,
): number {
	const { index } = reader.add('math', start, end, parent, { display: false });
	readDelimited(reader, 'math', start, end, index, node.value, '$', 'code');
	return end;
}

/** Where a block ends: one that was never closed goes on to the line break behind its last line, and to
 * the marks of containers behind that. */
function endOf(reader: NodeReader, start: number, end: number): number {
	let to = end;
	while (to > start && CONTAINER_MARKS.includes(reader.text.charAt(to - 1))) to--;
	const lineEnd = to > start ? lineEndBefore(reader.text, to) : 0;
	return lineEnd > 0 ? to - lineEnd : end;
}

/** A block between a line that opens and a line that closes it. */
function readFenced(
	reader: NodeReader,
	kind: 'code' | 'math',
	start: number,
	end: number,
	node: number,
	value: string,
): void {
	const { text } = reader;
	const fence = /^(?:`{3,}|~{3,}|\${2,})/.exec(text.slice(start, end))?.[0] ?? '';
	const opened = endOfLine(text, start, end);
	const last = startOfLine(text, end, start);
	const closing = text.slice(last, end).replace(INDENT, '').trimEnd();
	const closed =
		last > opened &&
		closing.startsWith(fence) &&
		closing === fence.charAt(0).repeat(closing.length);
	if (!closed) {
		reader.report(
			'fence-unclosed',
			{ start, end: opened },
			{ line: lineAt(reader.source.lines, start), fence },
		);
	}
	const from = Math.min(end, opened + lineEndAt(text, opened));
	const to = closed ? Math.max(from, last - lineEndBefore(text, last)) : end;
	reader.addSyntax('fence', start, from);
	readLines(reader, kind, from, to, node, value);
	reader.addSyntax('fence', to, end);
}

/** The lines of a block, each freed of its indentation and of the marks of its containers. */
function readLines(
	reader: NodeReader,
	kind: 'code' | 'math',
	start: number,
	end: number,
	node: number,
	value: string,
): void {
	if (value === '') {
		reader.addSyntax('blank', start, end);
		return;
	}
	const segments = alignLines(reader.text, start, end, value);
	if (segments === undefined) reader.report('text-unmapped', { start, end });
	reader.addLeaf(kind, start, end, node, segments ?? [{ start, end, value }]);
}

/** A span between two equal runs of a mark, with one blank cut on both sides. */
function readDelimited(
	reader: NodeReader,
	kind: 'code' | 'math',
	start: number,
	end: number,
	node: number,
	value: string,
	mark: string,
	reading: Reading,
): void {
	let marks = 0;
	while (reader.text.charAt(start + marks) === mark) marks++;
	const inner = reader.text.slice(start + marks, end - marks);
	// Whether a blank was cut shows in what the value lacks.
	const from = start + marks + (/^\s/.test(inner) && !/^\s/.test(value) ? 1 : 0);
	const to = end - marks - (/\s$/.test(inner) && !/\s$/.test(value) ? 1 : 0);
	reader.addSyntax('marker', start, from);
	reader.addAligned(kind, from, to, node, value, reading);
	reader.addSyntax('marker', to, end);
}
