import { documentId } from '../core/document.ts';
import { canonicalJson } from '../core/digest.ts';
import { decodeNodes, decodeText } from '../core/format/columns.ts';
import type { DocumentFile } from '../core/format/files.ts';
import { chunkId, documentKey, nodeId, sectionId, textDigest } from '../core/identity.ts';
import { lastLineOf, lineAt, lineIndex } from '../core/lines.ts';
import type { AuthoredNode } from '../core/nodes/node.ts';
import { offsetTable } from '../core/offsets.ts';
import { contains, type Span } from '../core/spans.ts';

/**
 * Checks that a document file follows from its source as far as can be told without parsing: that
 * every span lies where it may, and every id is the one that its content gives.
 *
 * @param text The source whose digest the file names.
 * @param chunking The digest of all that shapes chunks.
 * @returns What is wrong, in words; nothing where all is well.
 */
export function checkDocumentFile(file: DocumentFile, text: string, chunking: string): string[] {
	const problems: string[] = [];
	const check = (holds: boolean, problem: string): void => {
		if (!holds) problems.push(problem);
	};
	const { document } = file;
	check(
		document.id === documentId(document),
		`the document id ${document.id} does not name its entry`,
	);
	check(
		document.key === documentKey(document.id, document.revision),
		`the document key ${document.key} does not follow from id and revision`,
	);
	check(file.length === text.length, `the source has ${text.length} units, not ${file.length}`);
	check(
		canonicalJson(file.offsets) === canonicalJson(offsetTable(text)),
		'the offsets do not follow from the source',
	);
	const { type, parent, start, length } = file.nodes;
	if (new Set([type, parent, start, length].map((column) => column.length)).size > 1)
		return [...problems, 'the columns of nodes differ in length'];
	const nodes = decodeNodes(file.nodes);
	checkNodes(nodes, text, check);
	checkText(file, nodes, check);
	checkSections(file, nodes, check);
	checkChunks(file, nodes, text, chunking, check);
	checkReferences(file, nodes, check);
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

function checkText(file: DocumentFile, nodes: readonly AuthoredNode[], check: Check): void {
	const { skip, length, node } = file.text;
	if (skip.length !== length.length || skip.length !== node.length) {
		check(false, 'the columns of text differ in length');
		return;
	}
	decodeText(file.text).forEach((segment, place) => {
		const holder = nodes[segment.node];
		check(
			segment.end <= file.length &&
				(segment.node === -1 || (holder !== undefined && contains(holder, segment))),
			`text segment ${place} (${segment.start} to ${segment.end}) lies outside the node that holds it`,
		);
	});
}

function checkSections(file: DocumentFile, nodes: readonly AuthoredNode[], check: Check): void {
	let end = 0;
	file.sections.forEach((section, place) => {
		check(
			section.start >= end &&
				section.end >= section.bodyStart &&
				section.bodyStart >= section.start &&
				section.end <= file.length,
			`section ${place} does not lie behind the one before it`,
		);
		end = section.end;
		check(
			section.id === sectionId(file.document, section),
			`the id of section ${place} does not follow from its span: ${section.id}`,
		);
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

function checkChunks(
	file: DocumentFile,
	nodes: readonly AuthoredNode[],
	text: string,
	chunking: string,
	check: Check,
): void {
	const lines = lineIndex(text);
	const { document } = file;
	file.chunks.forEach((chunk, order) => {
		const { start, end, part } = chunk;
		const section = file.sections[chunk.section];
		check(
			start < end && section !== undefined && contains(section, chunk),
			`chunk ${order} (${start} to ${end}) does not lie inside its section`,
		);
		const held = chunk.nodes.map((index) => nodes[index]);
		if (!held.every((node) => node !== undefined)) {
			check(false, `chunk ${order} names a node that the document does not have`);
			return;
		}
		check(
			held.every((node) => node.start < end && node.end > start),
			`chunk ${order} names a node that it does not touch`,
		);
		const before = file.chunks[order - 1];
		check(before === undefined || before.start <= start, `chunk ${order} is out of order`);
		check(
			chunk.exact === (chunk.prefix === undefined),
			`chunk ${order} says that its text is ${chunk.exact ? 'the' : 'no'} slice of the source`,
		);
		const expected = chunkId(document, {
			revision: document.revision,
			section: section?.id ?? '',
			start,
			end,
			startLine: lineAt(lines, start),
			endLine: lastLineOf(lines, { start, end }),
			text: textDigest((chunk.prefix ?? '') + text.slice(start, end)),
			nodes: held.map((node) => nodeId(document, nodes, node.index)),
			part: part === undefined ? null : { number: part.number, count: part.count },
			configuration: chunking,
		});
		check(
			chunk.id === expected,
			`the id of chunk ${order} does not follow from its span, text and nodes: ${chunk.id}, not ${expected}`,
		);
	});
}

function checkReferences(file: DocumentFile, nodes: readonly AuthoredNode[], check: Check): void {
	const known = (index: number): boolean => index < nodes.length;
	for (const [role, pairs] of Object.entries(file.relations)) {
		check(
			pairs.flat().every(known),
			`a relation ${role} names a node that the document does not have`,
		);
	}
	const { links, transclusions, images } = file.references;
	check(
		[...links, ...transclusions, ...images].every(([index]) => known(index)),
		'a reference names a node that the document does not have',
	);
}
