import type { ContainerDirective, LeafDirective, TextDirective } from 'mdast-util-directive';
import { lineAt } from '../lines.ts';
import { calloutSeverity } from './callouts.ts';
import { endOfLine, startOfLine } from './line-ends.ts';
import type { AuthoredNode } from './node.ts';
import { BLOCKS, type Between, type MdastNode, type NodeReader } from './reader.ts';

const INLINE: Between = { kind: 'fence', first: /^:{1,2}[^\s:]/, last: /^[\]{]/ };
const BLOCK: Between = {
	kind: 'fence',
	first: /^(?:(?::{3,}[^\s:]|[\]{])[^\r\n]*)?[\s>]*(?::{3,})?$/,
	last: /^[\s>]*:{3,}[\s>]*$/,
};
const BEFORE_LABEL = /^:{3,}[^\s[{]+\[$/;

/** Reads `:::name` blocks, of which those with the name of a callout are one, `::name` and `:name`. */
export function readDirective(
	reader: NodeReader,
	node: ContainerDirective | LeafDirective | TextDirective,
	start: number,
	end: number,
	parent: number,
): number {
	const to = reader.trimmedEnd(start, end);
	if (node.type !== 'containerDirective') {
		const { index } = reader.add('directive', start, to, parent, { name: node.name });
		return reader.visitChildren(node.children, start, to, index, INLINE);
	}
	const added = addBlock(reader, node, start, to, parent);
	const [label, ...blocks] = node.children;
	const labelled = label?.type === 'paragraph' && label.data?.directiveLabel === true;
	const from = labelled
		? readLabel(reader, label.children, start, added)
		: readTitle(reader, start, added);
	const closed = reader.visitBlocks(
		labelled ? blocks : node.children,
		from,
		to,
		added.index,
		BLOCK,
	);
	(added as { end: number }).end = closed;
	return closed;
}

function addBlock(
	reader: NodeReader,
	{ name }: ContainerDirective,
	start: number,
	end: number,
	parent: number,
): AuthoredNode<'callout' | 'directive'> {
	const severity = calloutSeverity(name, reader.options.callouts);
	const opening = { start, end: endOfLine(reader.text, start, end) };
	if (severity === undefined) reader.report('directive-unknown', opening, { name });
	const last = startOfLine(reader.text, end, start);
	if (last <= opening.end || !/^[\s>]*:{3,}$/.test(reader.text.slice(last, end))) {
		const fence = /^:+/.exec(reader.text.slice(start, opening.end))?.[0] ?? '';
		reader.report('directive-unclosed', opening, {
			line: lineAt(reader.source.lines, start),
			fence,
		});
	}
	if (severity === undefined) return reader.add('directive', start, end, parent, { name });
	return reader.add('callout', start, end, parent, { severity, name });
}

/** The label is the title: its text belongs to the block itself. */
function readLabel(
	reader: NodeReader,
	label: readonly MdastNode[],
	start: number,
	block: AuthoredNode<'callout' | 'directive'>,
): number {
	const first = label[0];
	const last = label.at(-1);
	if (first === undefined || last === undefined) return start;
	const from = reader.startOf(first);
	const to = reader.endOf(last);
	const firstLeaf = reader.leaves.length;
	reader.between(start, from, 'fence', BEFORE_LABEL);
	reader.visitChildren(label, from, to, block.index, BLOCKS);
	Object.assign(block.attributes, { title: reader.visibleFrom(firstLeaf).trim() });
	return to;
}

/** A title without brackets: the rest of the opening line, which the parser does not take for text. */
function readTitle(
	reader: NodeReader,
	start: number,
	block: AuthoredNode<'callout' | 'directive'>,
): number {
	const line = reader.text.slice(start, endOfLine(reader.text, start, block.end));
	const match = /^(:{3,}[^\s[{]+[ \t]+)([^\s[{].*)$/.exec(line.trimEnd());
	const title = match?.[2];
	if (match === null || title === undefined) return start;
	const from = start + (match[1] ?? '').length;
	reader.between(start, from, 'fence', BLOCK.first ?? /^/);
	reader.addLeaf('text', from, from + title.length, block.index);
	Object.assign(block.attributes, { title });
	return from + title.length;
}
