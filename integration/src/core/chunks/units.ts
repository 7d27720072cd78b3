import type { AuthoredNode } from '../nodes/node.ts';
import { overlapLength, type Span } from '../spans.ts';
import type { Bounds } from './bounds.ts';
import { codePieces, type CodePiece } from './code-pieces.ts';
import type { DocumentView } from './document-view.ts';
import { piecesOf, wordPieces } from './pieces.ts';
import type { ChunkContext } from './policy.ts';

/** What chunks are put together from, and never cut. */
export interface Unit extends Span {
	/** `index` of the block that it is, or is a piece of; -1 for text that no block holds. */
	readonly node: number;
	/** Nodes above the hard limit that it is a piece of, outermost first. */
	readonly inside: readonly number[];
	/** For a piece of a block of words or code: what a cut before it costs. */
	readonly cut?: number;
	/** For a piece of code: what it needs beside it. */
	readonly context?: readonly ChunkContext[];
}

/** Whole up to the hard limit, wherever it stands. */
const WHOLE = new Set(['callout', 'code', 'math', 'paragraph', 'heading', 'tableRow']);
/** These only arrange what they hold; others say that they are split. */
const ARRANGING = new Set(['component', 'html', 'directive']);

/**
 * The units of a run of a section: blocks, where they are small or must stay whole, and what they
 * hold where they are too large. None is larger than the hard limit.
 *
 * @param heading The heading right above the run, which is part of the first unit.
 */
export function unitsOf(
	view: DocumentView,
	run: Span,
	heading: AuthoredNode | undefined,
	bounds: Bounds,
): Unit[] {
	const units = trimmed(view, childUnits(view, run, -1, [], bounds));
	const first = units[0];
	if (first === undefined || heading === undefined)
		return units.flatMap((unit) => fitted(view, unit, bounds));
	// A heading that is a text by itself is a unit by itself.
	if (view.tokens.count(heading.start, heading.end) > bounds.hardLimit / 2)
		units.unshift(...nodeUnits(view, heading, heading, [], bounds));
	else units[0] = { ...first, start: heading.start };
	return units.flatMap((unit) => fitted(view, unit, bounds));
}

/** A unit that only the marks, tags or heading around its block make too large, cut once more. */
function fitted(view: DocumentView, unit: Unit, bounds: Bounds): Unit[] {
	const { hardLimit } = bounds;
	const tokens = view.tokens.count(unit.start, unit.end);
	if (tokens <= hardLimit) return [unit];
	const node = view.nodes[unit.node];
	const body = { start: node?.start ?? unit.start, end: node?.end ?? unit.end };
	const around = tokens - view.tokens.count(body.start, body.end);
	if (node !== undefined && unit.cut === undefined && around > 0 && around < hardLimit / 2) {
		const room = hardLimit - around;
		const [low, high] = bounds.preferred;
		const tighter: Bounds = { ...bounds, preferred: [low, Math.min(high, room)], hardLimit: room };
		const units = trimmed(view, nodeUnits(view, node, body, unit.inside, tighter));
		const fits = spread(units, unit);
		if (fits.every(({ start, end }) => view.tokens.count(start, end) <= hardLimit)) return fits;
	}
	return wordPieces(view, unit, unit.node, bounds.preferred[1]).map((piece, place) => ({
		...piece,
		node: unit.node,
		inside: [...unit.inside, unit.node].filter((index) => {
			const holder = view.nodes[index];
			return holder !== undefined && overlapLength(piece, holder) > 0;
		}),
		...(place === 0 && unit.cut === undefined
			? {}
			: { cut: place === 0 ? (unit.cut ?? 0) : piece.cut }),
	}));
}

/** Units of which the first and the last reach to the ends of a span. */
function spread(units: readonly Unit[], { start, end }: Span): Unit[] {
	const all = [...units];
	const first = all[0];
	if (first !== undefined) all[0] = { ...first, start };
	const last = all.at(-1);
	if (last !== undefined) all[all.length - 1] = { ...last, end };
	return all;
}

function childUnits(
	view: DocumentView,
	run: Span,
	parent: number,
	inside: readonly number[],
	bounds: Bounds,
): Unit[] {
	const children = view.finder.within(parent, run);
	const units = children.flatMap((node) => nodeUnits(view, node, run, inside, bounds));
	if (parent >= 0) return units;
	// Text at the top level that no node holds is a unit too.
	const bare = view
		.leavesIn(run)
		.filter((leaf) => leaf.node === -1)
		.map((leaf) => ({ start: leaf.start, end: leaf.end, node: -1, inside: [] }));
	return bare.length === 0 ? units : [...units, ...bare].sort((a, b) => a.start - b.start);
}

function nodeUnits(
	view: DocumentView,
	node: AuthoredNode,
	run: Span,
	inside: readonly number[],
	bounds: Bounds,
): Unit[] {
	const start = Math.max(node.start, run.start);
	const end = Math.min(node.end, run.end);
	const cutByRun = start !== node.start || end !== node.end;
	const tokens = view.tokens.count(start, end);
	const oversize = tokens > bounds.hardLimit;
	const whole = { start, end, node: node.index, inside };
	if (!cutByRun && !oversize && (tokens <= bounds.preferred[1] || WHOLE.has(node.type)))
		return [whole];
	const broken = oversize ? !ARRANGING.has(node.type) : cutByRun && WHOLE.has(node.type);
	const within = broken ? [...inside, node.index] : inside;
	if (view.isContainer(node)) {
		const units = childUnits(view, { start, end }, node.index, within, bounds);
		// The marks and tags around what a container holds go with its first and its last unit.
		if (units.length > 0) return spread(units, { start, end });
	}
	if (!oversize) return [{ ...whole, inside: within }];
	const pieces =
		node.type === 'code'
			? codeUnits(view, node, bounds)
			: piecesOf(view, node, { start, end }, bounds);
	return pieces.map((piece) => ({ ...piece, node: node.index, inside: [...inside, node.index] }));
}

/** Runs of lines; a line that is too large by itself is cut as words are. */
function codeUnits(view: DocumentView, node: AuthoredNode<'code'>, bounds: Bounds): CodePiece[] {
	const segments = view.leavesIn(node).flatMap((leaf) => leaf.segments);
	const { pieces, findings } = codePieces(view.source, node, segments);
	view.findings.push(...findings);
	return pieces.flatMap((piece) =>
		piecesOf(view, node, piece, bounds).map((part, place) => ({
			...part,
			cut: place === 0 ? piece.cut : part.cut,
			context: piece.context,
		})),
	);
}

/** Units that are no whole nodes, without blanks at their ends; of what is blank there is none. */
function trimmed({ text, nodes }: DocumentView, units: readonly Unit[]): Unit[] {
	return units.flatMap((unit) => {
		const node = nodes[unit.node];
		if (node !== undefined && node.start >= unit.start && node.end === unit.end) return [unit];
		const slice = text.slice(unit.start, unit.end);
		const blank = slice.length - slice.trimStart().length;
		const end = unit.end - slice.length + slice.trimEnd().length;
		// A piece of code keeps the indentation of its first line.
		const lines = /^[^]*[\r\n]/.exec(slice.slice(0, blank))?.[0].length ?? 0;
		const start = unit.start + (unit.cut === undefined ? blank : lines);
		return start < end ? [{ ...unit, start, end }] : [];
	});
}
