import { digest, hash } from './digest.ts';
import type { Document } from './document.ts';
import { structuralPath, type NodeList } from './nodes/tree.ts';
import type { Span } from './spans.ts';

/** The parts of a document that have ids. The letter stands in the id. */
export type PartKind = 'c' | 'n' | 's';

/** An id of a part: `c-<document key>-<20 digits>`; the key leads to the file that holds the part. */
export const ID_PATTERN = /^([cns])-([0-9a-f]{16})-([0-9a-f]{20})$/;

/** The document key that an id of a chunk, node or section carries; undefined for any other text. */
export function documentKeyOf(id: string): string | undefined {
	return ID_PATTERN.exec(id)?.[2];
}

/** The digits that lead from any id of a document's parts to the document itself. */
export function documentKey(id: string, revision: string): string {
	return digest({ document: id, revision }).slice(0, 16);
}

/** From revision, structural path, type and span: the same node of the same bytes has the same id. */
export function nodeId(
	document: Pick<Document, 'key' | 'revision'>,
	nodes: NodeList,
	index: number,
): string {
	const node = nodes[index];
	if (node === undefined) throw new RangeError(`There is no node ${String(index)}.`);
	const path = structuralPath(nodes, index).join(',');
	// There are many nodes, and to put the JSON together takes a fraction of the time.
	return partId(
		'n',
		document.key,
		`{"end":${node.end},"path":[${path}],"revision":"${document.revision}","start":${node.start},"type":"${node.type}"}`,
	);
}

/** From revision and where the section starts. */
export function sectionId(document: Pick<Document, 'key' | 'revision'>, section: Span): string {
	const { start, end } = section;
	return partId('s', document.key, JSON.stringify({ end, revision: document.revision, start }));
}

/** What a chunk is made of, apart from where it stands among others. */
export interface ChunkPayload extends Span {
	readonly revision: string;
	readonly section: string;
	readonly startLine: number;
	readonly endLine: number;
	/** SHA-256 of the text. */
	readonly text: string;
	readonly nodes: readonly string[];
	readonly part: { readonly number: number; readonly count: number } | null;
	/** Digest of all that shapes chunks: policy, bounds, tokenizer, adapters. */
	readonly configuration: string;
}

/** From payload, node ids and chunking configuration; never from the chunk's place among others. */
export function chunkId(document: Pick<Document, 'key'>, payload: ChunkPayload): string {
	const { configuration, end, endLine, nodes, part, revision, section, start, startLine, text } =
		payload;
	const content = {
		configuration,
		end,
		endLine,
		nodes,
		part: part === null ? null : { count: part.count, number: part.number },
		revision,
		section,
		start,
		startLine,
		text,
	};
	return partId('c', document.key, JSON.stringify(content));
}

/** The digest of a chunk's text, as it stands in the payload. */
export function textDigest(text: string): string {
	return hash(text);
}

/** @param content JSON of plain ASCII with its properties in order, which is canonical as it is. */
function partId(kind: PartKind, key: string, content: string): string {
	return `${kind}-${key}-${hash(content).slice(0, 20)}`;
}
