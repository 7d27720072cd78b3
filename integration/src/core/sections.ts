import type { AuthoredTree } from './nodes/read.ts';
import type { AuthoredNode } from './nodes/node.ts';
import type { Source } from './source.ts';
import type { Span } from './spans.ts';

/**
 * A heading and what follows it up to the next heading. Text before the first heading is a section
 * without a heading.
 */
export interface SectionSpan extends Span {
	/** `index` of the heading node; -1 for the text before the first heading. */
	readonly heading: number;
	/** Where the text under the heading starts: behind the line break that ends the heading. */
	readonly bodyStart: number;
	/** `index` of each heading node above and including this section's own, outermost first. */
	readonly path: readonly number[];
}

/** A section with what of it is for readers. */
export interface Section extends SectionSpan {
	/** Place in authored order, from 0. */
	readonly order: number;
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
	const first = tree.nodes.find((node) => opensSection(tree.nodes, node));
	const leads = tree.leaves.some((leaf) => leaf.start < (first?.start ?? Infinity));
	const lead = leads ? (tree.frontmatter?.span.end ?? 0) : undefined;
	return sectionSpans(source.text, tree.nodes, lead).map((section, order) => ({
		...section,
		order,
		stretches: without(excluded, { start: section.bodyStart, end: section.end }),
	}));
}

/**
 * Where the sections of a document stand: they follow from its headings.
 *
 * @param lead Where the text before the first heading starts; undefined where there is none.
 */
export function sectionSpans(
	text: string,
	nodes: readonly AuthoredNode[],
	lead: number | undefined,
): SectionSpan[] {
	const headings = nodes.filter((node): node is AuthoredNode<'heading'> =>
		opensSection(nodes, node),
	);
	const sections: SectionSpan[] = [];
	if (lead !== undefined) {
		const end = headings[0]?.start ?? text.length;
		sections.push({ heading: -1, start: lead, end, bodyStart: Math.min(lead, end), path: [] });
	}
	const path: AuthoredNode<'heading'>[] = [];
	headings.forEach((heading, order) => {
		while ((path.at(-1)?.attributes.depth ?? 0) >= heading.attributes.depth) path.pop();
		path.push(heading);
		const end = headings[order + 1]?.start ?? text.length;
		sections.push({
			heading: heading.index,
			start: heading.start,
			end,
			bodyStart: Math.min(behindLineBreak(text, heading.end), end),
			path: path.map((node) => node.index),
		});
	});
	return sections;
}

function opensSection(nodes: readonly AuthoredNode[], node: AuthoredNode): boolean {
	return node.type === 'heading' && !isEnclosed(nodes, node);
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
