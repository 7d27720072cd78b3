import type { AuthoredNode } from '../nodes/node.ts';
import type { DocumentView } from './document-view.ts';
import { FORBIDDEN } from './partition.ts';
import type { Unit } from './units.ts';

/** How closely a unit belongs to the one before it. */
export interface Tie {
	/** What a cut between the two costs. */
	readonly cost: number;
	/** Set where the unit limits what the one before says. */
	readonly qualifies: boolean;
}

/** What a cut costs between two children of a container, by its type. */
const INSIDE: Readonly<Partial<Record<AuthoredNode['type'], number>>> = {
	list: 0.5,
	table: 0.5,
	listItem: 5,
	blockquote: 3,
	footnoteDefinition: 3,
	callout: 6,
	tableRow: 20,
};
/** Blocks that lean on the paragraph that introduces them. */
const INTRODUCED = new Set(['list', 'code', 'table', 'math']);

/** Says how closely each unit belongs to the one before; the first to none. */
export function tiesOf(view: DocumentView, units: readonly Unit[]): Tie[] {
	return units.map((unit, place) => {
		const before = units[place - 1];
		return before === undefined ? { cost: 0, qualifies: false } : tieOf(view, before, unit);
	});
}

function tieOf(view: DocumentView, before: Unit, unit: Unit): Tie {
	if (unit.node === before.node && unit.cut !== undefined)
		return { cost: unit.cut, qualifies: false };
	const siblings = siblingsAbove(view.nodes, before.node, unit.node);
	if (siblings === undefined) return { cost: 1, qualifies: false };
	const { parent, a, b } = siblings;
	const lead = view.leadOf(b);
	if (a.type === 'heading' || leadsOn(view, a) || closes(view, b))
		return { cost: FORBIDDEN, qualifies: false };
	if (a.type === 'tableRow' && a.attributes.header === true)
		return { cost: FORBIDDEN, qualifies: false };
	if (a.type !== 'thematicBreak' && view.isQualifier(b)) return { cost: 10, qualifies: true };
	const inside = parent === undefined ? 1 : (INSIDE[parent.type] ?? 1);
	if (a.type === 'paragraph') {
		if (/[:：]\s*$/u.test(view.text.slice(a.start, a.end)))
			return { cost: inside + 14, qualifies: false };
		if (INTRODUCED.has(lead.type)) return { cost: inside + 8, qualifies: false };
	}
	// What follows code often explains it.
	if (a.type === 'code' && lead.type === 'paragraph') return { cost: inside + 2, qualifies: false };
	return { cost: inside, qualifies: false };
}

/** The two different nodes under one parent that hold two units. */
function siblingsAbove(
	nodes: readonly AuthoredNode[],
	first: number,
	second: number,
): { parent: AuthoredNode | undefined; a: AuthoredNode; b: AuthoredNode } | undefined {
	const above = new Map<number, AuthoredNode>();
	for (let node = nodes[first]; node !== undefined; node = nodes[node.parent])
		above.set(node.parent, node);
	for (let b = nodes[second]; b !== undefined; b = nodes[b.parent]) {
		const a = above.get(b.parent);
		if (a !== undefined) return a.index === b.index ? undefined : { parent: nodes[b.parent], a, b };
	}
	return undefined;
}

/** Whether a block is a tag that opens what follows, or a place that links lead to. */
function leadsOn(view: DocumentView, node: AuthoredNode): boolean {
	return node.type === 'html' && isBare(view, node) && !isClosing(view, node);
}

/** Whether a block is a tag that closes what stands before. */
function closes(view: DocumentView, node: AuthoredNode): boolean {
	return node.type === 'html' && isBare(view, node) && isClosing(view, node);
}

function isBare(view: DocumentView, node: AuthoredNode): boolean {
	return view.leavesIn(node).length === 0 && view.finder.childrenOf(node.index).length === 0;
}

function isClosing(view: DocumentView, node: AuthoredNode): boolean {
	return view.text.startsWith('</', node.start);
}
