import type { AuthoredNode } from './nodes/node.ts';
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

/** Class of the element that stands before a code block, which highlighters replace. */
export const CODE_ANCHOR = 'citable-anchor';

/** Types of nodes whose blocks have anchors in rendered pages. */
const ANCHORED = new Set(['paragraph', 'listItem', 'tableRow', 'blockquote', 'code']);

/**
 * The fragment under which the rendered page shows what a span begins with: the block at its start,
 * or the section that holds it. Undefined where the page has no anchor for it.
 */
export function anchorOf(
	revision: string,
	nodes: readonly AuthoredNode[],
	span: Span,
): string | undefined {
	const anchor = (node: AuthoredNode): string =>
		node.type === 'heading' ? node.attributes.slug : blockAnchor(revision, node.start);
	let section: AuthoredNode | undefined;
	let around: AuthoredNode | undefined;
	for (const node of nodes) {
		if (node.type !== 'heading' && !ANCHORED.has(node.type)) continue;
		if (node.start > span.start) {
			if (around === undefined && node.start < span.end) around = node;
			break;
		}
		if (node.type === 'heading') section = node;
		if (node.end > span.start) around = node;
	}
	const found = around ?? section;
	return found === undefined ? undefined : anchor(found);
}
