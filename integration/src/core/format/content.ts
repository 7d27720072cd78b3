import { splitUrl } from '../file-paths.ts';
import type { AuthoredNode } from '../nodes/node.ts';
import type { Relation } from '../nodes/relations.ts';
import { offsetTable, type OffsetTable } from '../offsets.ts';
import type { References } from '../references.ts';
import { sectionSpans, type SectionSpan } from '../sections.ts';
import type { Attributes } from './attributes.ts';
import { decodeChunks, encodeChunks, type ChunkContent } from './chunks.ts';
import type { DocumentFile } from './files.ts';
import { decodeNumbers, decodeSigned, encodeNumbers, encodeSigned } from '../varints.ts';
import { decodeTree, encodeTree, type TextSegment } from './tree.ts';
import { contentOfV1, type DocumentFileV1 } from './v1.ts';
import { FORMAT_VERSION } from './version.ts';

/** What a document file says of its source, with every place counted from the start. */
export interface DocumentContent {
	readonly nodes: readonly AuthoredNode[];
	/** What readers see, in order. */
	readonly segments: readonly TextSegment[];
	readonly sections: readonly SectionSpan[];
	readonly chunks: readonly ChunkContent[];
	readonly relations: readonly Relation[];
	/** Tokens of nodes that evidence may take along: `index` of the node, tokens. */
	readonly counts: readonly (readonly [number, number])[];
	/** Places beside which evidence is incomplete for the readers of the index. */
	readonly cuts: readonly number[];
	readonly references: References;
	readonly offsets: OffsetTable;
}

/** What a document says by itself, as its file has it. */
export type ContentColumns = Omit<DocumentFile, 'references'>;

export function encodeContent(
	text: string,
	content: Omit<DocumentContent, 'offsets' | 'references'>,
): ContentColumns {
	const { nodes, segments, sections, chunks, relations, counts, cuts } = content;
	const [first] = sections;
	const roles = [...new Set(relations.map(({ role }) => role))];
	const offsets = encodeOffsets(offsetTable(text));
	return {
		format: FORMAT_VERSION,
		tree: encodeTree(text, nodes, segments),
		...(first?.heading === -1 ? { lead: first.start } : {}),
		chunks: encodeChunks(nodes, chunks),
		...(roles.length === 0
			? {}
			: {
					relations: Object.fromEntries(
						roles.map((role) => [
							role,
							encodeRelations(relations.filter((relation) => relation.role === role)),
						]),
					),
				}),
		...(counts.length === 0 ? {} : { counts: encodePairs(counts) }),
		...(cuts.length === 0 ? {} : { cuts: [...cuts] }),
		...(offsets === '' ? {} : { offsets }),
	};
}

/**
 * Reads a document file of any version.
 *
 * @param text The source that belongs to it.
 * @throws {RangeError} where the file does not fit the source.
 */
export function decodeContent(file: DocumentFile | DocumentFileV1, text: string): DocumentContent {
	if (file.format === 1) return contentOfV1(file);
	const { nodes, segments } = decodeTree(file.tree, text);
	const sections = sectionSpans(text, nodes, file.lead);
	return {
		nodes,
		segments,
		sections,
		chunks: decodeChunks(file.chunks, nodes, sections),
		relations: decodeRelations(file.relations),
		counts: decodePairs(file.counts ?? ''),
		cuts: file.cuts ?? [],
		references: decodeReferences(file.references ?? {}, nodes),
		offsets: decodeOffsets(file.offsets ?? ''),
	};
}

/** What a document points to, as its file has it; undefined where it points to nothing. */
export function encodeReferences({
	links,
	transclusions,
	images,
}: References): DocumentFile['references'] {
	if (links.length + transclusions.length + images.length === 0) return undefined;
	const documents = [...new Set(links.map(({ document }) => document))];
	const places = new Map(documents.map((document, place) => [document, place]));
	return {
		...(links.length === 0
			? {}
			: {
					documents,
					links: encodePairs(links.map(({ node, document }) => [node, places.get(document) ?? 0])),
				}),
		...(transclusions.length === 0
			? {}
			: { transclusions: transclusions.map(({ node, document }) => [node, document]) }),
		...(images.length === 0 ? {} : { images: images.map(({ node, digest }) => [node, digest]) }),
	};
}

function decodeReferences(
	{
		documents = [],
		links = '',
		transclusions = [],
		images = [],
	}: NonNullable<DocumentFile['references']>,
	nodes: readonly AuthoredNode[],
): References {
	return {
		links: decodePairs(links).map(([node, place]) => {
			const { url } = (nodes[node]?.attributes ?? {}) as Attributes;
			const { fragment } = splitUrl(typeof url === 'string' ? url : '');
			return { node, document: documents[place] ?? '', fragment };
		}),
		transclusions: transclusions.map(([node, document]) => ({ node, document })),
		images: images.map(([node, digest]) => ({ node, digest })),
	};
}

/** Pairs of which the first number grows, as how much it grows; none is below 0. */
function encodePairs(pairs: readonly (readonly [number, number])[]): string {
	return encodeNumbers(
		pairs.flatMap(([first, second], at) => [first - (pairs[at - 1]?.[0] ?? 0), second]),
	);
}

/** @throws {RangeError} where the text is no list of numbers. */
function decodePairs(text: string): [number, number][] {
	const pairs: [number, number][] = [];
	const numbers = decodeNumbers(text);
	let first = 0;
	for (let at = 0; at < numbers.length; at += 2) {
		first += numbers[at] ?? 0;
		pairs.push([first, numbers[at + 1] ?? 0]);
	}
	return pairs;
}

/** Each as how far its node is behind the one before, and the other behind it. */
function encodeRelations(relations: readonly Relation[]): string {
	return encodeSigned(
		relations.flatMap(({ from, to }, at) => [from - (relations[at - 1]?.from ?? 0), to - from]),
	);
}

function decodeRelations(relations: DocumentFile['relations']): Relation[] {
	return Object.entries(relations ?? {}).flatMap(([name, written]) => {
		const role = name as Relation['role'];
		const numbers = decodeSigned(written);
		const pairs: Relation[] = [];
		let from = 0;
		for (let at = 0; at < numbers.length; at += 2) {
			from += numbers[at] ?? 0;
			pairs.push({ from, role, to: from + (numbers[at + 1] ?? 0) });
		}
		return pairs;
	});
}

/** Each run as the code units behind the start of the one before, and its width. */
function encodeOffsets({ utf16, width }: OffsetTable): string {
	return encodePairs(utf16.map((start, run) => [start, width[run] ?? 1]));
}

function decodeOffsets(text: string): OffsetTable {
	const runs = decodePairs(text);
	return { utf16: runs.map(([start]) => start), width: runs.map(([, width]) => width) };
}
