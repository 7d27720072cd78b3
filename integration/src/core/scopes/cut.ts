import type { AuthoredNode } from '../nodes/node.ts';
import type { AuthoredTree } from '../nodes/read.ts';
import { childrenOf } from '../nodes/tree.ts';
import { contains, type Span } from '../spans.ts';

/** A text without what an audience may not read. */
export interface CutText {
	readonly text: string;
	/** Where something was cut, as offsets of the text that is left; ascending, each once. */
	readonly cuts: readonly number[];
}

/**
 * Cuts nodes out of a text as though nobody had ever written them: with the lines they stand on and
 * the blank lines that set them apart, and with the lists and quotes that hold nothing else.
 */
export function cutText(
	text: string,
	tree: AuthoredTree,
	hidden: readonly AuthoredNode[],
	statements: readonly Span[],
): CutText {
	const spans = merged([
		...withEmptyHolders(tree, hidden).map((span) => widened(text, span)),
		...statements.map((span) => widened(text, span)),
	]);
	let left = '';
	let at = 0;
	const cuts: number[] = [];
	const blocks = new Set(spans.filter((span) => !statements.some((one) => contains(span, one))));
	for (const span of spans) {
		left += text.slice(at, span.start);
		if (blocks.has(span) && cuts.at(-1) !== left.length) cuts.push(left.length);
		at = span.end;
	}
	// What ends a file with a block ends it with that block's line.
	if (at === text.length) left = left.replace(/(\r\n|\r|\n)(?:[ \t]*(?:\r\n|\r|\n))+$/, '$1');
	const end = left.length + text.length - at;
	return {
		text: left + text.slice(at),
		cuts: [...new Set(cuts.map((cut) => Math.min(cut, end)))],
	};
}

/** Containers that say nothing once what they hold is gone. */
const HOLDERS = new Set(['paragraph', 'listItem', 'list', 'blockquote']);

function withEmptyHolders(tree: AuthoredTree, hidden: readonly AuthoredNode[]): AuthoredNode[] {
	const gone = new Map(hidden.map((node) => [node.index, node]));
	for (let parents = [...gone.values()]; parents.length > 0;) {
		const next: AuthoredNode[] = [];
		for (const { parent } of parents) {
			const holder = tree.nodes[parent];
			if (holder === undefined || gone.has(parent) || !HOLDERS.has(holder.type)) continue;
			const children = childrenOf(tree.nodes, parent);
			if (!children.every(({ index }) => gone.has(index))) continue;
			const spans = children.map(({ index }) => gone.get(index) ?? holder);
			const ownText = tree.leaves.some(
				(leaf) => contains(holder, leaf) && !spans.some((span) => contains(span, leaf)),
			);
			if (ownText) continue;
			gone.set(parent, holder);
			next.push(holder);
		}
		parents = next;
	}
	return [...gone.values()];
}

/** A block takes its lines and the blank lines behind it along, words in a line one space. */
function widened(text: string, { start, end }: Span): Span {
	const lineStart =
		Math.max(text.lastIndexOf('\n', start - 1), text.lastIndexOf('\r', start - 1)) + 1;
	const rest = /^[ \t]*(?:\r\n|\r|\n|$)/.exec(text.slice(end, endOfLine(text, end)));
	const alone = /^[\s>]*$/.test(text.slice(lineStart, start)) && rest !== null;
	if (!alone) {
		if (/[ \t]/.test(text[start - 1] ?? '') && /^(?:[ \t]|[\r\n]|$)/.test(text[end] ?? ''))
			return { start: start - 1, end };
		return { start, end };
	}
	const behind = end + rest[0].length;
	if (depthOf(text, behind) < depthOf(text, lineStart)) {
		// The last block of a quote takes the empty lines of the quote before it along.
		const before = /(?:[ \t]*>[ \t>]*(?:\r\n|\r|\n))*$/.exec(text.slice(0, lineStart));
		return { start: before?.index ?? lineStart, end: behind };
	}
	// What stands right before stays apart from what follows.
	if (!/^[ \t>]*$/.test(lineBefore(text, lineStart))) return { start: lineStart, end: behind };
	const blank = /^(?:[ \t>]*(?:\r\n|\r|\n))*/.exec(text.slice(behind))?.[0].length ?? 0;
	return { start: lineStart, end: behind + blank };
}

/** The line above a line, without its break; empty at the top. */
function lineBefore(text: string, lineStart: number): string {
	const end = lineStart - (text.startsWith('\r\n', lineStart - 2) ? 2 : 1);
	const start = Math.max(text.lastIndexOf('\n', end - 1), text.lastIndexOf('\r', end - 1)) + 1;
	return text.slice(start, Math.max(start, end));
}

/** How many quotes a line is in. */
function depthOf(text: string, lineStart: number): number {
	return (/^[ \t>]*/.exec(text.slice(lineStart))?.[0] ?? '').split('>').length - 1;
}

/** Behind the line break that ends the line of an offset. */
function endOfLine(text: string, at: number): number {
	const found = /\r\n|\r|\n/g;
	found.lastIndex = at;
	const match = found.exec(text);
	return match === null ? text.length : match.index + match[0].length;
}

function merged(spans: readonly Span[]): Span[] {
	const result: { start: number; end: number }[] = [];
	for (const { start, end } of [...spans].sort((a, b) => a.start - b.start || a.end - b.end)) {
		const last = result.at(-1);
		if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
		else result.push({ start, end });
	}
	return result;
}
