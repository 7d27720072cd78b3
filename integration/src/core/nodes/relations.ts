import type { AuthoredNode } from './node.ts';
import { childrenOf, type NodeList } from './tree.ts';

/** Why one node needs another beside it to be understood. */
export const relationRoles = [
	/** A list or code: the paragraph that introduces it. */
	'introduction',
	/** A table: the paragraph that explains it. */
	'caption',
	/** A table: the row that names its columns. */
	'header',
	/** A block: the callout right after, which qualifies it. */
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

/** Finds the relations that structure alone shows. */
export function relationsOf(nodes: NodeList): Relation[] {
	const relations: Relation[] = [];
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
		} else if (node.type === 'list' || node.type === 'code') {
			if (before?.type === 'paragraph')
				relations.push({ from: node.index, role: 'introduction', to: before.index });
		} else if (node.type === 'table') {
			if (before?.type === 'paragraph')
				relations.push({ from: node.index, role: 'caption', to: before.index });
			const header = childrenOf(nodes, node.index).find(
				(row) => row.type === 'tableRow' && row.attributes.header === true,
			);
			if (header !== undefined)
				relations.push({ from: node.index, role: 'header', to: header.index });
		} else if (node.type === 'callout') {
			if (before !== undefined && before.type !== 'heading')
				relations.push({ from: before.index, role: 'qualifier', to: node.index });
		}
	}
	return relations;
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
	return label.replace(/\s+/g, ' ').trim().toLowerCase();
}
