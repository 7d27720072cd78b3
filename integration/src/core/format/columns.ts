import type { AuthoredNode, Leaf, NodeType } from '../nodes/node.ts';
import type { DocumentFile } from './files.ts';

/**
 * Nodes and segments are written as one list a property, each number relative to the one before:
 * that is small, and compresses to about a tenth of the same as objects.
 */
type NodeColumns = DocumentFile['nodes'];
type TextColumns = DocumentFile['text'];

/** A run of text that readers see: its span, its holder (-1: none), and its value where that differs. */
export interface TextSegment {
	readonly start: number;
	readonly end: number;
	readonly node: number;
	readonly value?: string;
}

export function encodeNodes(nodes: readonly AuthoredNode[]): NodeColumns {
	const types: string[] = [];
	const columns: NodeColumns = {
		types,
		type: [],
		parent: [],
		start: [],
		length: [],
		attributes: [],
	};
	let before = 0;
	for (const node of nodes) {
		let type = types.indexOf(node.type);
		if (type < 0) type = types.push(node.type) - 1;
		columns.type.push(type);
		columns.parent.push(node.parent < 0 ? 0 : node.index - node.parent);
		columns.start.push(node.start - before);
		columns.length.push(node.end - node.start);
		before = node.start;
		if (Object.keys(node.attributes).length > 0)
			columns.attributes.push([node.index, { ...node.attributes }]);
	}
	return columns;
}

export function decodeNodes(columns: NodeColumns): AuthoredNode[] {
	const attributes = new Map(columns.attributes);
	const children = new Map<number, number>();
	let start = 0;
	return columns.type.map((type, index) => {
		start += columns.start[index] ?? 0;
		const back = columns.parent[index] ?? 0;
		const parent = back === 0 ? -1 : index - back;
		const ordinal = children.get(parent) ?? 0;
		children.set(parent, ordinal + 1);
		return {
			type: (columns.types[type] ?? '') as NodeType,
			index,
			parent,
			ordinal,
			start,
			end: start + (columns.length[index] ?? 0),
			attributes: attributes.get(index) ?? {},
		} as AuthoredNode;
	});
}

export function encodeText(leaves: readonly Leaf[]): TextColumns {
	const columns: TextColumns = { skip: [], length: [], node: [], values: [] };
	let at = 0;
	let holder = -1;
	for (const leaf of leaves) {
		for (const segment of leaf.segments) {
			if (segment.value !== undefined) columns.values.push([columns.skip.length, segment.value]);
			columns.skip.push(segment.start - at);
			columns.length.push(segment.end - segment.start);
			columns.node.push(leaf.node - holder);
			at = segment.end;
			holder = leaf.node;
		}
	}
	return columns;
}

export function decodeText(columns: TextColumns): TextSegment[] {
	const values = new Map(columns.values);
	let at = 0;
	let node = -1;
	return columns.skip.map((skip, index) => {
		const start = at + skip;
		const end = start + (columns.length[index] ?? 0);
		const value = values.get(index);
		at = end;
		node += columns.node[index] ?? 0;
		return { start, end, node, ...(value === undefined ? {} : { value }) };
	});
}
