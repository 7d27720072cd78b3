import { OPENING_LENGTH, opensQualifier } from '../chunks/qualifiers.ts';
import { onOneLine } from '../one-line.ts';
import { captionOf } from './captions.ts';
import type { AuthoredNode, Leaf } from './node.ts';
import { childrenOf, closest, type NodeList } from './tree.ts';

/** Why one node needs another beside it to be understood. */
export const relationRoles = [
	/** A list, code or formula: the paragraph that introduces it. */
	'introduction',
	/** A table: its caption or the paragraph that explains it. An image: the caption of its figure. */
	'caption',
	/** A table: the row that names its columns. */
	'header',
	/** A block: the callouts and paragraphs right after that limit what it says. */
	'qualifier',
	/** A footnote's mark: the definition. */
	'footnote',
] as const;

export type RelationRole = (typeof relationRoles)[number];

/** One node that another needs; both by `index`. A relation of a node holds for all inside it. */
export interface Relation {
	readonly from: number;
	readonly role: RelationRole;
	readonly to: number;
}

/** Finds the relations that structure and the first words of paragraphs show. */
export function relationsOf(
	text: string,
	{ nodes, leaves }: { readonly nodes: NodeList; readonly leaves: readonly Leaf[] },
): Relation[] {
	const relations: Relation[] = [];
	/** What each qualifier limits: several in a row limit the block before the first. */
	const limited = new Map<number, number>();
	const openings = openingsOf(text, nodes, leaves);
	const definitions = new Map<string, AuthoredNode>();
	for (const node of nodes) {
		if (node.type !== 'footnoteDefinition') continue;
		const label = normal(node.attributes.label);
		if (!definitions.has(label)) definitions.set(label, node);
	}
	const previous = previousSiblings(nodes);
	for (const node of nodes) {
		const before = previous[node.index];
		if (node.type === 'footnoteReference') {
			const definition = definitions.get(normal(node.attributes.label));
			if (definition !== undefined)
				relations.push({ from: node.index, role: 'footnote', to: definition.index });
		} else if (node.type === 'list' || node.type === 'code' || node.type === 'math') {
			if (before?.type === 'paragraph')
				relations.push({ from: node.index, role: 'introduction', to: before.index });
		} else if (node.type === 'table') {
			const caption = captionOf(nodes, node) ?? (before?.type === 'paragraph' ? before : undefined);
			if (caption !== undefined)
				relations.push({ from: node.index, role: 'caption', to: caption.index });
			const header = childrenOf(nodes, node.index).find(
				(row) => row.type === 'tableRow' && row.attributes.header === true,
			);
			if (header !== undefined)
				relations.push({ from: node.index, role: 'header', to: header.index });
		} else if (node.type === 'image') {
			const caption = captionOf(nodes, node);
			if (caption !== undefined)
				relations.push({ from: node.index, role: 'caption', to: caption.index });
		}
		if (before === undefined || STANDS_APART.has(before.type)) continue;
		const qualifies =
			node.type === 'callout'
				? node.attributes.severity !== 'details'
				: node.type === 'paragraph' && opensQualifier(openings.get(node.index) ?? '');
		if (qualifies) {
			const from = limited.get(before.index) ?? before.index;
			limited.set(node.index, from);
			relations.push({ from, role: 'qualifier', to: node.index });
		}
	}
	return relations;
}

/** Nothing after these limits them. */
const STANDS_APART: ReadonlySet<string> = new Set(['heading', 'thematicBreak']);

/** The first words of each paragraph, as readers see them. */
function openingsOf(
	text: string,
	nodes: NodeList,
	leaves: readonly Leaf[],
): ReadonlyMap<number, string> {
	const openings = new Map<number, string>();
	let holder = -1;
	let paragraph: AuthoredNode | undefined;
	for (const leaf of leaves) {
		// Most leaves stand in the same node as the one before.
		if (leaf.node !== holder) paragraph = closest(nodes, leaf.node, 'paragraph');
		holder = leaf.node;
		if (paragraph === undefined) continue;
		let opening = openings.get(paragraph.index) ?? '';
		if (opening.length >= OPENING_LENGTH) continue;
		for (const { value, start, end } of leaf.segments)
			opening += value ?? text.slice(start, Math.min(end, start + OPENING_LENGTH));
		openings.set(paragraph.index, opening);
	}
	return openings;
}

/**
 * The block before each node under the same parent. What comes first in a component that only
 * arranges its children looks to what stands before the component.
 */
function previousSiblings(nodes: NodeList): (AuthoredNode | undefined)[] {
	const previous: (AuthoredNode | undefined)[] = [];
	const last = new Map<number, AuthoredNode>();
	for (const node of nodes) {
		const parent = nodes[node.parent];
		let before = last.get(node.parent);
		if (
			before === undefined &&
			parent?.type === 'component' &&
			parent.attributes.title === undefined
		) {
			before = previous[parent.index];
		}
		previous.push(before);
		last.set(node.parent, node);
	}
	return previous;
}

/** Labels match without regard to case and white space, as GFM has it. */
function normal(label: string): string {
	return onOneLine(label).toLowerCase();
}
