import type { AuthoredNode } from './nodes/node.ts';
import type { Source } from './source.ts';
import type { Span } from './spans.ts';

/**
 * The id of a block in the rendered page, from where it stands in its source. The revision is part
 * of it, so that an anchor never leads to what happens to stand there in another source.
 */
export function blockAnchor(revision: string, start: number): string {
	return `${anchorPrefix(revision)}${String(start)}`;
}

/** What all anchors of a revision start with; the offset follows. */
export function anchorPrefix(revision: string): string {
	return `src-${revision.slice(0, 8)}-`;
}

/**
 * The address of a span on the provenance page of its document. It names the revision, since the same
 * place in another holds something else, and the span as RFC 5147 has it, in UTF-16 code units.
 */
export function spanAddress(page: string, revision: string, { start, end }: Span): string {
	return `${page}?revision=${revision.slice(0, 12)}#char=${String(start)},${String(end)}`;
}

/** The revision that an address of a span names, as far as it is written; undefined where none is. */
export function revisionOf(address: string): string | undefined {
	return /[?&]revision=([0-9a-f]+)/.exec(address.replace(/#.*$/s, ''))?.[1];
}

/** Class of the element that stands before a code block, which highlighters replace. */
export const CODE_ANCHOR = 'citable-anchor';

/** Types of nodes whose blocks have anchors in rendered pages. */
const ANCHORED = new Set(['paragraph', 'listItem', 'tableRow', 'blockquote', 'code', 'heading']);

/** Types of nodes that hold text and no other blocks. */
const TEXT_BLOCKS = new Set(['paragraph', 'tableRow', 'code', 'heading']);

/**
 * The fragment under which the rendered page shows what a span begins with: the block of text that
 * its start lies in, or the first block that starts in it, or the section that holds it. Undefined
 * where the page has no anchor for it.
 */
export function anchorOf(
	source: Pick<Source, 'revision' | 'text'>,
	nodes: readonly AuthoredNode[],
	span: Span,
): string | undefined {
	let section: AuthoredNode | undefined;
	let around: AuthoredNode | undefined;
	let inside: AuthoredNode | undefined;
	for (const node of nodes) {
		if (node.start >= span.end) break;
		if (!ANCHORED.has(node.type)) continue;
		const anchored = !isBare(source, node, nodes);
		if (node.start <= span.start && span.start < node.end && TEXT_BLOCKS.has(node.type))
			return fragmentOf(source, anchored ? node : (around ?? section));
		if (node.start >= span.start) {
			if (anchored) inside ??= node;
		} else {
			if (node.type === 'heading') section = node;
			if (anchored && node.end > span.start) around = node;
		}
	}
	return fragmentOf(source, inside ?? around ?? section);
}

function fragmentOf(
	{ revision }: Pick<Source, 'revision'>,
	node: AuthoredNode | undefined,
): string | undefined {
	if (node?.type === 'heading') return node.attributes.slug;
	return node === undefined ? undefined : blockAnchor(revision, node.start);
}

/**
 * Whether a page shows a node without an element that is known: a paragraph in a tight list has none,
 * and what shows the code of a component is the component's own.
 */
function isBare(
	{ text }: Pick<Source, 'text'>,
	node: AuthoredNode,
	nodes: readonly AuthoredNode[],
): boolean {
	if (node.type === 'code') return text.startsWith('<', node.start);
	const item = node.type === 'paragraph' ? nodes[node.parent] : undefined;
	const list = item?.type === 'listItem' ? nodes[item.parent] : undefined;
	return list?.type === 'list' && list.attributes.tight;
}
