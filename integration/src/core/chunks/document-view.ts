import type { Finding } from '../findings.ts';
import type { AuthoredNode, Leaf } from '../nodes/node.ts';
import type { Source } from '../source.ts';
import type { Span } from '../spans.ts';
import type { Tokenizer } from '../tokens.ts';
import { NodeFinder } from './outermost.ts';
import type { ChunkableDocument } from './policy.ts';
import { OPENING_LENGTH, opensQualifier } from './qualifiers.ts';
import { TokenCounter } from './token-counter.ts';

/** Containers whose text may stand between their children, or is their children's. */
const CONTAINERS = new Set([
	'list',
	'listItem',
	'table',
	'component',
	'directive',
	'blockquote',
	'callout',
	'footnoteDefinition',
	'html',
]);

/** A document with the answers that cutting it takes, each worked out once. */
export class DocumentView {
	readonly source: Source;
	readonly text: string;
	/** What is found while the document is cut. */
	readonly findings: Finding[] = [];
	readonly nodes: readonly AuthoredNode[];
	readonly leaves: readonly Leaf[];
	readonly finder: NodeFinder;
	readonly tokens: TokenCounter;
	/** `index` of nodes that hold words of their own between or behind what else they hold. */
	private readonly worded = new Set<number>();

	constructor({ source, tree }: ChunkableDocument, tokenizer: Tokenizer) {
		this.source = source;
		this.text = source.text;
		this.nodes = tree.nodes;
		this.leaves = tree.leaves;
		this.finder = new NodeFinder(tree.nodes);
		this.tokens = new TokenCounter(source.text, tokenizer);
		for (const leaf of tree.leaves) {
			if (leaf.kind === 'attribute' || leaf.kind === 'break' || leaf.node < 0) continue;
			// Words before all children are the container's title.
			const first = this.finder.childrenOf(leaf.node)[0];
			if (first === undefined || first.start < leaf.start) this.worded.add(leaf.node);
		}
	}

	/** Whether a node consists of blocks, so that it can be cut between them. */
	isContainer(node: AuthoredNode): boolean {
		return CONTAINERS.has(node.type) && !this.worded.has(node.index);
	}

	/** The leaves that share text with a span, in order. */
	leavesIn(span: Span): Leaf[] {
		let low = 0;
		let high = this.leaves.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((this.leaves[middle]?.end ?? 0) <= span.start) low = middle + 1;
			else high = middle;
		}
		const found: Leaf[] = [];
		for (let at = low; at < this.leaves.length; at++) {
			const leaf = this.leaves[at];
			if (leaf === undefined || leaf.start >= span.end) break;
			found.push(leaf);
		}
		return found;
	}

	/** The block that readers meet first in a node: itself, or the first in a container without words. */
	leadOf(node: AuthoredNode): AuthoredNode {
		if (!isTransparent(node)) return node;
		const first = this.finder.childrenOf(node.index)[0];
		return first === undefined ? node : this.leadOf(first);
	}

	/** Whether a block limits the block right before it. */
	isQualifier(node: AuthoredNode): boolean {
		const lead = this.leadOf(node);
		if (lead.type === 'callout') return lead.attributes.severity !== 'details';
		if (lead.type !== 'paragraph') return false;
		let start = '';
		for (const leaf of this.leavesIn(lead)) {
			for (const segment of leaf.segments)
				start += segment.value ?? this.text.slice(segment.start, segment.end);
			if (start.length >= OPENING_LENGTH) break;
		}
		return opensQualifier(start.slice(0, OPENING_LENGTH));
	}
}

/** Whether a node only arranges what it holds. */
function isTransparent(node: AuthoredNode): boolean {
	return node.type === 'html' || (node.type === 'component' && node.attributes.title === undefined);
}
