import type { AuthoredNode } from '../nodes/node.ts';
import type { NodeList } from '../nodes/tree.ts';
import type { Span } from '../spans.ts';

/** Blocks whose children are words, not blocks: a piece of one is a piece of the block itself. */
const WORDS = new Set(['paragraph', 'heading', 'tableCell']);

/** Answers, for spans of one document, which nodes they hold or touch. */
export class NodeFinder {
	/** The children of each node, behind those of the document. */
	private readonly children: (AuthoredNode[] | undefined)[];

	constructor(nodes: NodeList) {
		this.children = Array.from({ length: nodes.length + 1 });
		for (const node of nodes) (this.children[node.parent + 1] ??= []).push(node);
	}

	/** The children of a node, or of the document for -1, in order. */
	childrenOf(parent: number): readonly AuthoredNode[] {
		return this.children[parent + 1] ?? [];
	}

	/** The children of a node that share text with a span. */
	within(parent: number, span: Span): AuthoredNode[] {
		const siblings = this.childrenOf(parent);
		let low = 0;
		let high = siblings.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((siblings[middle]?.end ?? 0) <= span.start) low = middle + 1;
			else high = middle;
		}
		const found: AuthoredNode[] = [];
		for (let at = low; at < siblings.length; at++) {
			const node = siblings[at];
			if (node === undefined || node.start >= span.end) break;
			found.push(node);
		}
		return found;
	}

	/** `index` of the outermost nodes that a span holds or touches, in order. */
	outermost(span: Span, parent = -1): number[] {
		return this.within(parent, span).flatMap((node) => {
			if (node.start >= span.start && node.end <= span.end) return [node.index];
			const inside = WORDS.has(node.type) ? [] : this.outermost(span, node.index);
			return inside.length > 0 ? inside : [node.index];
		});
	}
}
