import type { AuthoredNode } from '../nodes/node.ts';
import type { Span } from '../spans.ts';
import type { Bounds } from './bounds.ts';
import type { DocumentView } from './document-view.ts';
import { piecesOf } from './pieces.ts';

/** What chunks are put together from, and never cut. */
export interface Unit extends Span {
	/** `index` of the block that it is, or is a piece of; -1 for text that no block holds. */
	readonly node: number;
	/** Nodes above the hard limit that it is a piece of, outermost first. */
	readonly inside: readonly number[];
	/** For a piece of a block of words or code: what a cut before it costs. */
	readonly cut?: number;
}

/** Whole up to the hard limit, wherever it stands. */
const WHOLE = new Set(['callout', 'code', 'math', 'paragraph', 'heading', 'tableRow']);
/** Above the hard limit these say that they are split; others only arrange what they hold. */
const ARRANGING = new Set(['component', 'html', 'directive']);

/**
 * The units of a run of a section: blocks, where they are small or must stay whole, and what they
 * hold where they are too large.
 */
export function unitsOf(view: DocumentView, run: Span, bounds: Bounds): Unit[] {
	return trimmed(view, childUnits(view, run, -1, [], bounds));
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
	const within = oversize && !ARRANGING.has(node.type) ? [...inside, node.index] : inside;
	if (view.isContainer(node)) {
		const units = childUnits(view, { start, end }, node.index, within, bounds);
		// The marks and tags around what a container holds go with its first and its last unit.
		const first = units[0];
		if (first !== undefined) {
			units[0] = { ...first, start };
			const last = units.at(-1);
			if (last !== undefined) units[units.length - 1] = { ...last, end };
			return units;
		}
	}
	if (!oversize) return [whole];
	return piecesOf(view, node, { start, end }, bounds).map((piece) => ({
		...piece,
		node: node.index,
		inside: [...inside, node.index],
	}));
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
