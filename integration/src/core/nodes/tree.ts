import type { Span } from '../spans.ts';
import type { AuthoredNode, NodeType } from './node.ts';

/** Nodes of a document; `nodes[i].index === i`, parents before children. */
export type NodeList = readonly AuthoredNode[];

/** The children of a node, or of the document for -1, in order. */
export function childrenOf(nodes: NodeList, parent: number): AuthoredNode[] {
	const children: AuthoredNode[] = [];
	for (let at = parent + 1; at < nodes.length; at++) {
		const node = nodes[at];
		if (node === undefined) break;
		if (node.parent === parent) children.push(node);
		else if (node.parent < parent) break;
	}
	return children;
}

/** The nearest node above, or the node itself, that has one of the types. */
export function closest<Type extends NodeType>(
	nodes: NodeList,
	index: number,
	...types: readonly Type[]
): AuthoredNode<Type> | undefined {
	for (let node = nodes[index]; node !== undefined; node = nodes[node.parent]) {
		if ((types as readonly NodeType[]).includes(node.type)) return node as AuthoredNode<Type>;
	}
	return undefined;
}

/** Ordinals from the top of the document down to a node: `[2, 0, 1]`. */
export function structuralPath(nodes: NodeList, index: number): number[] {
	const path: number[] = [];
	for (let node = nodes[index]; node !== undefined; node = nodes[node.parent])
		path.push(node.ordinal);
	return path.reverse();
}

/** The outermost nodes that a span holds or touches. */
export function outermostIn(nodes: NodeList, span: Span): AuthoredNode[] {
	const found: AuthoredNode[] = [];
	for (let at = 0; at < nodes.length; at++) {
		const node = nodes[at];
		if (node === undefined || node.start >= span.end) break;
		if (node.end <= span.start) continue;
		const inside = node.start >= span.start && node.end <= span.end;
		const inFound = found.some((other) => other.start <= node.start && node.end <= other.end);
		if (inFound) continue;
		if (inside || !hasChildIn(nodes, node, span)) found.push(node);
	}
	return found;
}

/** Whether a node has children that account for what it shares with the span. */
function hasChildIn(nodes: NodeList, node: AuthoredNode, span: Span): boolean {
	if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell')
		return false;
	for (let at = node.index + 1; at < nodes.length; at++) {
		const child = nodes[at];
		if (child === undefined || child.start >= node.end) break;
		if (child.parent === node.index && child.start < span.end && child.end > span.start)
			return true;
	}
	return false;
}
