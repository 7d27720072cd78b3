import type { AuthoredTree } from './nodes/read.ts';
import type { AuthoredNode } from './nodes/node.ts';
import type { Source } from './source.ts';
import type { Span } from './spans.ts';

/**
 * A heading and what follows it up to the next heading. Text before the first heading is a section
 * without a heading.
 */
export interface Section extends Span {
	/** Place in authored order, from 0. */
	readonly order: number;
	/** `index` of the heading node; -1 for the text before the first heading. */
	readonly heading: number;
	/** Where the text under the heading starts: behind the line break that ends the heading. */
	readonly bodyStart: number;
	/** `index` of each heading node above and including this section's own, outermost first. */
	readonly path: readonly number[];
	/** Runs of the body without imports, exports and comments that stand as blocks of their own. */
	readonly stretches: readonly Span[];
}

/** Headings inside these stand for themselves and open no section. */
const ENCLOSING = new Set([
	'blockquote',
	'callout',
	'list',
	'listItem',
	'table',
	'footnoteDefinition',
]);

/** Cuts a document into sections. Only what readers see, or what marks it up, is in a section. */
export function sectionsOf(source: Source, tree: AuthoredTree): Section[] {
	const excluded = excludedSpans(tree);
	const headings = tree.nodes.filter(
		(node): node is AuthoredNode<'heading'> =>
			node.type === 'heading' && !isEnclosed(tree.nodes, node),
	);
	const sections: Section[] = [];
	const add = (
		heading: AuthoredNode<'heading'> | undefined,
		start: number,
		end: number,
		path: number[],
	): void => {
		const bodyStart = heading === undefined ? start : behindLineBreak(source.text, heading.end);
		const stretches = without(excluded, { start: Math.min(bodyStart, end), end });
		sections.push({
			order: sections.length,
			heading: heading?.index ?? -1,
			start,
			end,
			bodyStart: Math.min(bodyStart, end),
			path,
			stretches,
		});
	};
	const first = headings[0]?.start ?? source.text.length;
	const start = tree.frontmatter === undefined ? 0 : tree.frontmatter.span.end;
	if (tree.leaves.some((leaf) => leaf.start < first)) add(undefined, start, first, []);
	const path: AuthoredNode<'heading'>[] = [];
	headings.forEach((heading, order) => {
		while ((path.at(-1)?.attributes.depth ?? 0) >= heading.attributes.depth) path.pop();
		path.push(heading);
		const end = headings[order + 1]?.start ?? source.text.length;
		add(
			heading,
			heading.start,
			end,
			path.map((node) => node.index),
		);
	});
	return sections;
}

/** Frontmatter, imports, exports and comments that stand as blocks of their own. */
function excludedSpans(tree: AuthoredTree): Span[] {
	const inside = tree.nodes.filter(
		(node) =>
			node.type === 'paragraph' ||
			node.type === 'heading' ||
			node.type === 'html' ||
			node.type === 'tableCell',
	);
	const spans: Span[] = [];
	let holder = 0;
	for (const run of tree.syntax) {
		if (run.kind !== 'esm' && run.kind !== 'comment' && run.kind !== 'frontmatter') continue;
		while ((inside[holder]?.end ?? Infinity) <= run.start) holder++;
		const within = inside[holder];
		if (within === undefined || within.start > run.start) spans.push(run);
	}
	return spans;
}

/** The runs of a span that are left when others are taken out of it. */
function without(excluded: readonly Span[], span: Span): Span[] {
	const left: Span[] = [];
	let from = span.start;
	for (const hole of excluded) {
		if (hole.end <= from || hole.start >= span.end) continue;
		if (hole.start > from) left.push({ start: from, end: hole.start });
		from = hole.end;
	}
	if (from < span.end) left.push({ start: from, end: span.end });
	return left;
}

function isEnclosed(nodes: readonly AuthoredNode[], node: AuthoredNode): boolean {
	for (let parent = nodes[node.parent]; parent !== undefined; parent = nodes[parent.parent]) {
		if (ENCLOSING.has(parent.type)) return true;
	}
	return false;
}

function behindLineBreak(text: string, end: number): number {
	let at = end;
	while (at < text.length && (text.charAt(at) === ' ' || text.charAt(at) === '\t')) at++;
	if (text.charAt(at) === '\r') return text.charAt(at + 1) === '\n' ? at + 2 : at + 1;
	return text.charAt(at) === '\n' ? at + 1 : at;
}
