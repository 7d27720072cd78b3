import type { AuthoredNode, NodeType } from './nodes/node.ts';
import { childrenOf, type NodeList } from './nodes/tree.ts';
import { contains, type Span } from './spans.ts';

/** Blocks that hold others. Each of these can be read alone beside what the rules require for it. */
const HOLDING: ReadonlySet<NodeType> = new Set(['list', 'table', 'component', 'directive', 'html']);

/**
 * The nodes of a chunk that can travel without the rest of it: its blocks, the items of its lists,
 * the rows of its tables, in source order. Headings are none; paths name them.
 */
export function partsOf(
	nodes: NodeList,
	chunk: Span & { readonly nodes: readonly number[] },
): AuthoredNode[] {
	const within = (node: AuthoredNode): AuthoredNode[] => {
		if (node.type === 'heading' || !contains(chunk, node)) return [];
		const held = HOLDING.has(node.type) ? childrenOf(nodes, node.index).flatMap(within) : [];
		return held.length > 0 ? held : [node];
	};
	return chunk.nodes.flatMap((index) => {
		const node = nodes[index];
		return node === undefined ? [] : within(node);
	});
}
