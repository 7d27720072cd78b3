import type { AuthoredNode } from './node.ts';
import type { NodeList } from './tree.ts';

/** The caption in the markup of a table or of the figure around an image. */
export function captionOf(nodes: NodeList, node: AuthoredNode): AuthoredNode | undefined {
	if (node.type === 'table') return elementIn(nodes, node, 'caption');
	for (let above = nodes[node.parent]; above !== undefined; above = nodes[above.parent]) {
		if (elementName(above) === 'figure') return elementIn(nodes, above, 'figcaption');
	}
	return undefined;
}

/** The first element of a name inside a node. */
function elementIn(nodes: NodeList, holder: AuthoredNode, name: string): AuthoredNode | undefined {
	for (let at = holder.index + 1; at < nodes.length; at++) {
		const node = nodes[at];
		if (node === undefined || node.start >= holder.end) return undefined;
		if (elementName(node) === name) return node;
	}
	return undefined;
}

function elementName(node: AuthoredNode): string | undefined {
	return node.type === 'html' || node.type === 'component' ? node.attributes.name : undefined;
}
