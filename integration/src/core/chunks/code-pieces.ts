import { findingAt, type Finding } from '../findings.ts';
import type { AuthoredNode, Segment } from '../nodes/node.ts';
import type { Source } from '../source.ts';
import type { Span } from '../spans.ts';
import { outlineOf } from './code-outline.ts';
import { parseCode } from './grammars.ts';
import type { ChunkContext } from './policy.ts';

/** A run of lines of a code block that is larger than the hard limit. */
export interface CodePiece extends Span {
	/** What a cut before it costs. */
	readonly cut: number;
	/** The imports of the block, and the lines that open what the piece stands in. */
	readonly context: readonly ChunkContext[];
}

/** What a cut costs, by how many declarations and blocks are open there. */
const atDepth = (depth: number): number => 0.5 + 3 * depth;
const AT_BLANK_LINE = 1;
const AT_INDENTED_BLANK_LINE = 4;
const AT_LINE = 8;

/**
 * Cuts a code block at its declarations, or at its lines where no grammar knows it.
 *
 * @param segments The text of the code, as its leaf holds it.
 */
export function codePieces(
	source: Source,
	node: AuthoredNode<'code'>,
	segments: readonly Segment[],
): { readonly pieces: CodePiece[]; readonly findings: Finding[] } {
	const { code, toSource } = readLines(source.text, segments);
	const { language } = node.attributes;
	const parsed = parseCode(code, language);
	const cuts = new Map<number, { cost: number; opened: readonly Span[] }>();
	for (const { at, cost } of blankLineCuts(code)) cuts.set(at, { cost, opened: [] });
	let imports: readonly Span[] = [];
	const findings: Finding[] = [];
	if (parsed.type === 'parsed') {
		const outline = outlineOf(code, parsed.tree);
		({ imports } = outline);
		for (const cut of cuts.values()) cut.cost += AT_LINE;
		for (const { at, depth, opened } of outline.points)
			cuts.set(at, { cost: atDepth(depth), opened });
	} else {
		const reason =
			parsed.type === 'failed' ? 'it does not parse' : 'no grammar is known for its language';
		findings.push(
			findingAt(source, 'code-unparsed', node, { language: language ?? 'unnamed', reason }),
		);
	}
	const place = (span: Span): Span => ({ start: toSource(span.start), end: toSource(span.end) });
	const shared = imports.map((span): ChunkContext => ({ role: 'import', ...place(span) }));
	const pieces: CodePiece[] = [{ start: node.start, end: node.end, cut: 0, context: shared }];
	for (const [at, { cost, opened }] of [...cuts].sort(([a], [b]) => a - b)) {
		const start = physicalLine(source.text, toSource(at));
		const before = pieces.at(-1);
		if (before === undefined || start <= before.start || start >= node.end) continue;
		pieces[pieces.length - 1] = { ...before, end: start };
		const context = [
			...shared,
			...opened.map((span): ChunkContext => ({ role: 'declaration', ...place(span) })),
		];
		pieces.push({ start, end: node.end, cut: cost, context });
	}
	return { pieces, findings };
}

/** Every line, by whether a blank line stands before it and whether it is indented. */
function blankLineCuts(code: string): { at: number; cost: number }[] {
	const cuts: { at: number; cost: number }[] = [];
	let blank = false;
	for (const match of code.matchAll(/[^\n]*(?:\n|$)/g)) {
		const line = match[0];
		if (line.trim() === '') {
			blank = true;
			continue;
		}
		if (match.index > 0) {
			const cost = !blank ? AT_LINE : /^\s/.test(line) ? AT_INDENTED_BLANK_LINE : AT_BLANK_LINE;
			cuts.push({ at: match.index, cost });
		}
		blank = false;
	}
	return cuts;
}

/** The code as its readers see it, with line feeds, and the way back to the source. */
function readLines(
	text: string,
	segments: readonly Segment[],
): { code: string; toSource: (offset: number) => number } {
	let code = '';
	const starts: { at: number; segment: Segment }[] = [];
	for (const segment of segments) {
		starts.push({ at: code.length, segment });
		const value = segment.value ?? text.slice(segment.start, segment.end);
		// One unit a unit, so that offsets stay what they are.
		code += value.replace(/\r(?!\n)/g, '\n');
	}
	const toSource = (offset: number): number => {
		let low = 0;
		let high = starts.length - 1;
		while (low < high) {
			const middle = (low + high + 1) >> 1;
			if ((starts[middle]?.at ?? 0) <= offset) low = middle;
			else high = middle - 1;
		}
		const found = starts[low];
		if (found === undefined) return 0;
		const { at, segment } = found;
		return segment.value === undefined
			? Math.min(segment.end, segment.start + offset - at)
			: offset > at
				? segment.end
				: segment.start;
	};
	return { code, toSource };
}

/** The start of the line of the source, where only indentation and marks of containers stand before. */
function physicalLine(text: string, offset: number): number {
	let at = offset;
	while (at > 0 && /[ \t>]/.test(text.charAt(at - 1))) at--;
	return at === 0 || /[\r\n]/.test(text.charAt(at - 1)) ? at : offset;
}
