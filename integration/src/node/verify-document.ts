import { documentId } from '../core/document.ts';
import { canonicalJson } from '../core/digest.ts';
import type { DocumentContent } from '../core/format/content.ts';
import type { DocumentDescription } from '../core/format/files.ts';
import { documentKey } from '../core/identity.ts';
import type { AuthoredNode } from '../core/nodes/node.ts';
import { offsetTable } from '../core/offsets.ts';
import { contains, type Span } from '../core/spans.ts';

/**
 * Checks that what a document file says follows from its source as far as can be told without
 * parsing: that every span lies where it may. Ids follow from the rest, and are in no file.
 *
 * @param text The source whose digest the catalog names.
 * @returns What is wrong, in words; nothing where all is well.
 */
export function checkContent(
	document: DocumentDescription,
	content: DocumentContent,
	text: string,
): string[] {
	const problems: string[] = [];
	const check = (holds: boolean, problem: string): void => {
		if (!holds) problems.push(problem);
	};
	check(
		document.id === documentId(document),
		`the document id ${document.id} does not name its entry`,
	);
	check(
		document.key === documentKey(document.id, document.revision),
		`the document key ${document.key} does not follow from id and revision`,
	);
	check(
		canonicalJson(content.offsets) === canonicalJson(offsetTable(text)),
		'the offsets do not follow from the source',
	);
	checkNodes(content.nodes, text, check);
	checkText(content, text, check);
	checkSections(content, text, check);
	checkChunks(content, check);
	checkReferences(content, check);
	return problems;
}

type Check = (holds: boolean, problem: string) => void;

function checkNodes(nodes: readonly AuthoredNode[], text: string, check: Check): void {
	const whole: Span = { start: 0, end: text.length };
	for (const node of nodes) {
		const parent = node.parent < 0 ? whole : nodes[node.parent];
		check(
			node.end >= node.start && parent !== undefined && contains(parent, node),
			`node ${node.index} (${node.type} ${node.start} to ${node.end}) lies outside what holds it`,
		);
		const before = nodes[node.index - 1];
		check(
			before === undefined || before.start <= node.start,
			`node ${node.index} (${node.type}) comes before the one that it follows`,
		);
	}
}

function checkText({ nodes, segments }: DocumentContent, text: string, check: Check): void {
	segments.forEach((segment, place) => {
		const holder = nodes[segment.node];
		check(
			segment.end <= text.length &&
				segment.start >= (segments[place - 1]?.end ?? 0) &&
				(segment.node === -1 || (holder !== undefined && contains(holder, segment))),
			`text segment ${place} (${segment.start} to ${segment.end}) lies outside the node that holds it`,
		);
	});
}

function checkSections({ nodes, sections }: DocumentContent, text: string, check: Check): void {
	let end = 0;
	sections.forEach((section, place) => {
		check(
			section.start >= end &&
				section.end >= section.bodyStart &&
				section.bodyStart >= section.start &&
				section.end <= text.length,
			`section ${place} does not lie behind the one before it`,
		);
		end = section.end;
		const heading = nodes[section.heading];
		check(
			section.heading === -1
				? section.path.length === 0
				: heading?.type === 'heading' &&
						heading.start === section.start &&
						section.path.at(-1) === section.heading,
			`section ${place} does not start with its heading`,
		);
		const depths = section.path.map((index) => {
			const node = nodes[index];
			return node?.type === 'heading' ? node.attributes.depth : 0;
		});
		check(
			depths.every((depth, at) => depth > (depths[at - 1] ?? 0)),
			`the headings above section ${place} are not in order`,
		);
	});
}

function checkChunks({ nodes, sections, chunks }: DocumentContent, check: Check): void {
	chunks.forEach((chunk, order) => {
		const { start, end } = chunk;
		const section = sections[chunk.section];
		check(
			start < end && section !== undefined && contains(section, chunk),
			`chunk ${order} (${start} to ${end}) does not lie inside its section`,
		);
		const held = chunk.nodes.map((index) => nodes[index]);
		check(
			held.every((node) => node !== undefined && node.start < end && node.end > start),
			`chunk ${order} names a node that it does not touch`,
		);
		const before = chunks[order - 1];
		check(before === undefined || before.start <= start, `chunk ${order} is out of order`);
		const { part } = chunk;
		check(
			part === undefined ||
				(nodes[part.of] !== undefined && part.number >= 1 && part.number <= part.count),
			`chunk ${order} is no part of a node`,
		);
	});
}

function checkReferences(
	{ nodes, relations, counts, references }: DocumentContent,
	check: Check,
): void {
	const known = (index: number): boolean => nodes[index] !== undefined;
	check(
		relations.every(({ from, to }) => known(from) && known(to)),
		'a relation names a node that the document does not have',
	);
	check(
		counts.every(([node, tokens]) => known(node) && tokens >= 0),
		'a count is of a node that the document does not have',
	);
	const { links, transclusions, images } = references;
	check(
		[...links, ...transclusions, ...images].every(({ node }) => known(node)) &&
			links.every(({ document }) => document !== ''),
		'a reference names a node or a document that there is not',
	);
}
