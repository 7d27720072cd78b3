import { lastLineOf, lineAt, type LineIndex } from '../lines.ts';
import type { Span } from '../spans.ts';
import { valueOf, type AuthoredNode, type Leaf, type LeafKind, type NodeType } from './node.ts';
import type { AuthoredTree } from './read.ts';

/** A node as people look at it: with its lines, and with what it holds in authored order. */
export interface ViewNode extends Span {
	readonly type: NodeType;
	/** 1-based, both included. */
	readonly lines: readonly [number, number];
	readonly attributes: Readonly<Record<string, unknown>>;
	readonly content: readonly (ViewNode | ViewText)[];
}

/** A run of text that readers see. */
export interface ViewText extends Span {
	readonly kind: LeafKind;
	/** What readers see. */
	readonly text: string;
	/** The slice of the source, where readers see something else. */
	readonly source?: string;
}

/**
 * What was read of a source, nested as it was written, to lay beside the source: every node and
 * every run of text once, with nothing in between.
 */
export function viewOf(
	source: { readonly text: string; readonly lines: LineIndex },
	tree: Pick<AuthoredTree, 'nodes' | 'leaves'>,
): (ViewNode | ViewText)[] {
	const contents = new Map<number, (ViewNode | ViewText)[]>([[-1, []]]);
	const put = (holder: number, item: ViewNode | ViewText): void => {
		contents.get(holder)?.push(item);
	};
	for (const node of tree.nodes) {
		const content: (ViewNode | ViewText)[] = [];
		contents.set(node.index, content);
		put(node.parent, viewOfNode(source.lines, node, content));
	}
	for (const leaf of tree.leaves) put(leaf.node, viewOfLeaf(source.text, leaf));
	for (const content of contents.values()) content.sort((a, b) => a.start - b.start);
	return contents.get(-1) ?? [];
}

function viewOfNode(
	lines: LineIndex,
	node: AuthoredNode,
	content: readonly (ViewNode | ViewText)[],
): ViewNode {
	const { type, start, end, attributes } = node;
	return {
		type,
		start,
		end,
		lines: [lineAt(lines, start), lastLineOf(lines, node)],
		attributes: { ...attributes },
		content,
	};
}

function viewOfLeaf(text: string, leaf: Leaf): ViewText {
	const { kind, start, end } = leaf;
	const seen = valueOf(text, leaf);
	const source = text.slice(start, end);
	return { kind, start, end, text: seen, ...(seen === source ? {} : { source }) };
}
