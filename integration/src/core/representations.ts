import { digest } from './digest.ts';
import { valueOf, type AuthoredNode, type Leaf } from './nodes/node.ts';
import { closest } from './nodes/tree.ts';
import { onOneLine } from './one-line.ts';
import type { IndexedChunk, IndexedDocument } from './indexed-document.ts';

/** Version of what is searched; grows when any chunk may be represented otherwise. */
export const REPRESENTATION_VERSION = 1;

/**
 * What is searched for a chunk. It is derived from the source, never cited, and never an exact slice.
 */
export interface Representation {
	readonly version: number;
	readonly exact: false;
	/** Title of the document. */
	readonly title: string;
	/** Titles of the headings above the chunk, outermost first. */
	readonly headings: readonly string[];
	/** What readers see, without code. */
	readonly text: string;
	/** Code as it is. */
	readonly code: string;
	/** Table cells as `header: value`, one a line. */
	readonly facts: string;
	/** Alternative texts of images. */
	readonly alt: string;
}

/** Makes the representation of each chunk of a document, in one pass over its leaves. */
export function representationsOf(indexed: IndexedDocument): Representation[] {
	const { tree, source, sections, document } = indexed;
	let from = 0;
	return indexed.chunks.map((chunk) => {
		while ((tree.leaves[from]?.end ?? Infinity) <= chunk.start) from++;
		const parts = {
			text: [] as string[],
			code: [] as string[],
			facts: [] as string[],
			alt: [] as string[],
		};
		let block = -1;
		let text = '';
		for (let at = from; at < tree.leaves.length; at++) {
			const leaf = tree.leaves[at];
			if (leaf === undefined || leaf.start >= chunk.end) break;
			const value = clippedValue(source.text, leaf, chunk);
			const node = tree.nodes[leaf.node];
			if (leaf.kind === 'alt') parts.alt.push(value);
			else if (leaf.kind === 'code' && node?.type === 'code') parts.code.push(value);
			else if (leaf.kind === 'expression') continue;
			else {
				if (node?.type === 'heading') continue;
				const holder = blockOf(tree.nodes, leaf.node);
				if (holder !== block && text !== '') {
					parts.text.push(text);
					text = '';
				}
				block = holder;
				text += value;
			}
		}
		if (text !== '') parts.text.push(text);
		return {
			version: REPRESENTATION_VERSION,
			exact: false,
			title: document.title,
			headings: (sections[chunk.section]?.path ?? []).map((index) =>
				headingTitle(tree.nodes, index),
			),
			text: parts.text.map(onOneLine).join('\n'),
			code: parts.code.join('\n'),
			facts: factsOf(indexed, chunk).join('\n'),
			alt: parts.alt.join('\n'),
		};
	});
}

/** Version of what is embedded; grows when any chunk may be embedded otherwise. */
export const EMBEDDING_VERSION = 1;

/** What a model for embeddings is given for a chunk: derived, never cited, never an exact slice. */
export interface EmbeddingText {
	readonly version: number;
	readonly exact: false;
	/** The nearest headings inside the document on one line, a blank line, and the content. */
	readonly text: string;
	/**
	 * Digest of the version and the text: the same passage under the same headings has one key in
	 * every document, so that its vector is worked out once. Chunks and nodes stay apart.
	 */
	readonly key: string;
}

/** How many headings above a chunk its embedding takes along. */
const EMBEDDED_HEADINGS = 3;

/** Makes the text to embed of what is searched for a chunk. */
export function embeddingTextOf(representation: Representation): EmbeddingText {
	const { title, headings, text, code, facts, alt } = representation;
	const path = headings[0] === title ? headings.slice(1) : headings;
	const content = [text, normalCode(code), facts, alt].filter((part) => part !== '').join('\n');
	const above = path.slice(-EMBEDDED_HEADINGS).join(' > ');
	const whole = above === '' ? content : `${above}\n\n${content}`;
	const version = EMBEDDING_VERSION;
	return { version, exact: false, text: whole, key: digest({ version, text: whole }) };
}

/** Code without the indentation that all its lines share, and without blanks at line ends. */
function normalCode(code: string): string {
	const lines = code.split(/\r\n|[\r\n]/).map((line) => line.trimEnd());
	const indents = lines.filter((line) => line !== '').map((line) => line.search(/\S/));
	const shared = indents.length === 0 ? 0 : Math.min(...indents);
	return lines
		.map((line) => line.slice(shared))
		.filter((line) => line !== '')
		.join('\n');
}

/** The part of a leaf's value that lies inside a chunk. */
function clippedValue(source: string, leaf: Leaf, chunk: IndexedChunk): string {
	if (chunk.start <= leaf.start && leaf.end <= chunk.end) return valueOf(source, leaf);
	let value = '';
	for (const segment of leaf.segments) {
		const start = Math.max(segment.start, chunk.start);
		const end = Math.min(segment.end, chunk.end);
		if (start < end) value += segment.value ?? source.slice(start, end);
	}
	return value;
}

/** The nearest block above a leaf: text of one block is joined without a break. */
function blockOf(nodes: readonly AuthoredNode[], index: number): number {
	let node = nodes[index];
	while (node !== undefined && INLINE.has(node.type)) node = nodes[node.parent];
	return node?.index ?? -1;
}

const INLINE = new Set(['link', 'image', 'math', 'footnoteReference', 'expression']);

function headingTitle(nodes: readonly AuthoredNode[], index: number): string {
	const node = nodes[index];
	return node?.type === 'heading' ? node.attributes.title : '';
}

/** `header: value` of every filled cell of the rows in a chunk. */
function factsOf({ tree, source }: IndexedDocument, chunk: IndexedChunk): string[] {
	const facts: string[] = [];
	for (const root of chunk.nodes) {
		for (let at = root; at < tree.nodes.length; at++) {
			const cell = tree.nodes[at];
			if (cell === undefined || cell.start >= chunk.end || (at > root && cell.parent < root)) break;
			if (cell.type !== 'tableCell' || cell.end <= chunk.start) continue;
			const row = tree.nodes[cell.parent];
			const table = closest(tree.nodes, cell.index, 'table');
			if (table === undefined || row?.type !== 'tableRow' || row.attributes.header === true)
				continue;
			const header = table.attributes.columns[cell.attributes.column];
			const value = cellValue(source.text, tree.leaves, cell);
			if (header !== undefined && header !== '' && value !== '') facts.push(`${header}: ${value}`);
		}
	}
	return facts;
}

function cellValue(source: string, leaves: readonly Leaf[], cell: AuthoredNode): string {
	let low = 0;
	let high = leaves.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((leaves[middle]?.end ?? 0) <= cell.start) low = middle + 1;
		else high = middle;
	}
	let value = '';
	for (let at = low; at < leaves.length; at++) {
		const leaf = leaves[at];
		if (leaf === undefined || leaf.start >= cell.end) break;
		value += valueOf(source, leaf);
	}
	return onOneLine(value);
}
