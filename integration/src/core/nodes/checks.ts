import { findingAt, type Finding } from '../findings.ts';
import { lineAt } from '../lines.ts';
import type { Section } from '../sections.ts';
import type { Source } from '../source.ts';
import type { Span } from '../spans.ts';
import type { AuthoredNode } from './node.ts';
import type { AuthoredTree } from './read.ts';
import { captionOf } from './captions.ts';

/** Looks at a document as a whole for what no single node shows. */
export function checkDocument(
	source: Source,
	tree: AuthoredTree,
	sections: readonly Section[],
): Finding[] {
	return [
		...checkText(source, tree),
		...checkHeadings(source, tree),
		...checkSections(source, tree, sections),
		...checkFootnotes(source, tree),
		...checkReferences(source, tree),
		...checkImages(source, tree),
	];
}

function checkText(source: Source, tree: AuthoredTree): Finding[] {
	if (tree.leaves.length > 0) return [];
	return [findingAt(source, 'document-empty', { start: 0, end: source.text.length })];
}

function checkHeadings(source: Source, tree: AuthoredTree): Finding[] {
	const findings: Finding[] = [];
	const titles = new Map<string, AuthoredNode<'heading'>>();
	let before: AuthoredNode<'heading'> | undefined;
	let top = 0;
	for (const node of tree.nodes) {
		if (node.type !== 'heading') continue;
		const { depth, title } = node.attributes;
		if (title === '') findings.push(findingAt(source, 'heading-empty', node));
		if (depth === 1 && ++top > 1) findings.push(findingAt(source, 'heading-multiple-h1', node));
		if (before !== undefined && depth > before.attributes.depth + 1) {
			const from = before.attributes.depth;
			findings.push(
				findingAt(source, 'heading-skipped', node, { from, to: depth, expected: from + 1 }),
			);
		}
		const other = titles.get(title);
		if (other === undefined) titles.set(title, node);
		else if (title !== '') {
			findings.push(
				findingAt(source, 'heading-duplicate', node, {
					title,
					other: lineAt(source.lines, other.start),
				}),
			);
		}
		before = node;
	}
	return findings;
}

/** A section without text of its own; one that only holds deeper sections says nothing wrong. */
function checkSections(
	source: Source,
	tree: AuthoredTree,
	sections: readonly Section[],
): Finding[] {
	const findings: Finding[] = [];
	let leaf = 0;
	for (const section of sections) {
		while ((tree.leaves[leaf]?.start ?? Infinity) < section.bodyStart) leaf++;
		const heading = tree.nodes[section.heading];
		if (heading?.type !== 'heading' || (tree.leaves[leaf]?.start ?? Infinity) < section.end)
			continue;
		const next = tree.nodes[sections[section.order + 1]?.heading ?? -1];
		if (next?.type === 'heading' && next.attributes.depth > heading.attributes.depth) continue;
		findings.push(findingAt(source, 'section-empty', heading, { title: heading.attributes.title }));
	}
	return findings;
}

/** `[^label]` that stayed text: there the parser found no definition. */
const FOOTNOTE_MARK = /(?<!\\)\[\^([^\]\s[]+)\](?!\()/g;

function checkFootnotes(source: Source, tree: AuthoredTree): Finding[] {
	const findings: Finding[] = [];
	const used = new Set<string>();
	const defined = new Map<string, AuthoredNode<'footnoteDefinition'>>();
	for (const node of tree.nodes) {
		if (node.type === 'footnoteReference') used.add(node.attributes.label.toLowerCase());
	}
	for (const node of tree.nodes) {
		if (node.type !== 'footnoteDefinition') continue;
		const { label } = node.attributes;
		const other = defined.get(label.toLowerCase());
		if (other !== undefined) {
			findings.push(
				findingAt(source, 'footnote-duplicate', node, {
					label,
					other: lineAt(source.lines, other.start),
				}),
			);
			continue;
		}
		defined.set(label.toLowerCase(), node);
		if (!used.has(label.toLowerCase()))
			findings.push(findingAt(source, 'footnote-unused', node, { label }));
	}
	for (const { span, label } of marksIn(source, tree, '[^', FOOTNOTE_MARK))
		findings.push(findingAt(source, 'footnote-undefined', span, { label }));
	return findings;
}

/** `[text][label]` that stayed text: there the parser found no definition. */
const REFERENCE = /(?<![\w\\\])])\[[^\][^][^\][]*\]\[([^\][]+)\]/g;

function checkReferences(source: Source, tree: AuthoredTree): Finding[] {
	return marksIn(source, tree, '][', REFERENCE).map(({ span, label }) =>
		findingAt(source, 'reference-undefined', span, { label }),
	);
}

/**
 * Finds a mark in text that readers see.
 *
 * @param sign What every such mark holds; most documents do not hold it in any text.
 */
function marksIn(
	{ text }: Source,
	tree: AuthoredTree,
	sign: string,
	pattern: RegExp,
): { span: Span; label: string }[] {
	const marks: { span: Span; label: string }[] = [];
	let next = text.indexOf(sign);
	for (const { kind, start, end } of tree.leaves) {
		if (next < 0) break;
		if (next < start) next = text.indexOf(sign, start);
		if (kind !== 'text' || next < 0 || next >= end) continue;
		for (const match of text.slice(start, end).matchAll(pattern)) {
			const from = start + match.index;
			marks.push({ span: { start: from, end: from + match[0].length }, label: match[1] ?? '' });
		}
	}
	return marks;
}

/** An image without words for it: neither alternative text, nor title, nor a caption around it. */
function checkImages(source: Source, tree: AuthoredTree): Finding[] {
	const findings: Finding[] = [];
	for (const node of tree.nodes) {
		if (node.type !== 'image') continue;
		const { alt, title, dynamic, url } = node.attributes;
		if (alt !== '' || title !== undefined || dynamic === true) continue;
		if (captionOf(tree.nodes, node) !== undefined) continue;
		findings.push(findingAt(source, 'image-without-text', node, { url }));
	}
	return findings;
}
