import { anchorOf } from '../../core/anchors.ts';
import {
	convertOffset,
	lastLineOf,
	lineAt,
	type IndexedChunk,
	type OffsetTable,
} from '../../core/index.ts';
import type { ReferencedDocument } from '../../core/references.ts';
import { markup, type Markup } from './markup.ts';
import type { SourceBlock } from './source-blocks.ts';

/** What the parts of a block are made from. */
export interface ChunkView {
	readonly indexed: ReferencedDocument;
	readonly offsets: OffsetTable;
	/** Whether blocks of the rendered page have anchors. */
	readonly anchors: boolean;
}

/**
 * A block of the source: its lines, under the heading paths of its chunks. A chunk that has its lines
 * to itself is one element, so that it can be the target of an address.
 */
export function blockHtml(view: ChunkView, { chunks }: SourceBlock, lines: Markup): Markup {
	const body = markup`<div class="lines">${lines}</div>`;
	const [only] = chunks;
	if (only === undefined) return markup`<div class="between">${body}</div>`;
	const heads = chunks.map((chunk) => headHtml(view, chunk));
	if (chunks.length > 1)
		return markup`<div class="shared">${heads}${body}${chunks.map((chunk) => footHtml(view, chunk))}</div>`;
	return markup`<div class="chunk" role="group" id="${only.id}" aria-labelledby="h${only.order}" tabindex="-1" data-start="${only.start}" data-end="${only.end}"${anchorAttribute(view, only)}>${heads}${body}${footHtml(view, only)}</div>`;
}

/** Where the rendered page shows what the chunk begins with. */
function anchorIn({ indexed, anchors }: ChunkView, chunk: IndexedChunk): string | undefined {
	return anchors ? anchorOf(indexed.source, indexed.tree.nodes, chunk) : undefined;
}

function anchorAttribute(view: ChunkView, chunk: IndexedChunk): Markup | undefined {
	const anchor = anchorIn(view, chunk);
	return anchor === undefined ? undefined : markup` data-anchor="${anchor}"`;
}

/** The line above a chunk. What it says is no part of the chunk's text. */
function headHtml({ indexed }: ChunkView, chunk: IndexedChunk): Markup {
	const { part, order, tokens, id } = chunk;
	const { length } = indexed.chunks;
	const path = headingPath(indexed, chunk).map(
		(title, at) =>
			markup`${at > 0 && markup`<span class="sep" aria-hidden="true">›</span>`}<span>${title}</span>`,
	);
	const pill =
		part !== undefined && markup`<span class="pill">part ${part.number} of ${part.count}</span>`;
	return markup`<header class="head"><h2 class="path" id="h${order}">${path}</h2><p class="meta">${pill}<span>${linesOf(indexed, chunk)}</span><span>${tokens} tokens</span><a class="anchor" href="#${id}"><span class="sr">Chunk </span>${order + 1}/${length}</a></p></header>`;
}

/** What stands below a chunk once it is chosen. */
function footHtml(view: ChunkView, chunk: IndexedChunk): Markup {
	const { indexed } = view;
	const previous = indexed.chunks[chunk.order - 1];
	const next = indexed.chunks[chunk.order + 1];
	const facts = [
		fact('chunk', markup`<code>${chunk.id}</code>`),
		fact('section', markup`<code>${indexed.sections[chunk.section]?.id ?? ''}</code>`),
		fact(
			'span',
			markup`${spanIn(view, chunk, 'utf16')} UTF-16 units, ${spanIn(view, chunk, 'utf8')} bytes, ${spanIn(view, chunk, 'codepoint')} code points`,
		),
		fact('fidelity', 'exact: the text is the slice of the source'),
		fact('nodes', chunk.nodes.map((index) => indexed.tree.nodes[index]?.type ?? '').join(', ')),
		...contextOf(indexed, chunk).map(({ role, first, last, text }) =>
			fact(role, markup`<a href="#L${first}" data-context="${first}-${last}">${text}</a>`),
		),
	];
	const back =
		previous !== undefined && link('prev', previous, `← ${lastTitle(indexed, previous)}`);
	const on = next !== undefined && link('next', next, `${lastTitle(indexed, next)} →`);
	return markup`<footer class="more" data-chunk="${chunk.id}"><dl class="facts">${facts}</dl><p class="walk"><span>${back}</span><span>${on}</span></p></footer>`;
}

function fact(name: string, value: string | Markup): Markup {
	return markup`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

function link(rel: 'prev' | 'next', chunk: IndexedChunk, text: string): Markup {
	return markup`<a rel="${rel}" href="#${chunk.id}">${text}</a>`;
}

function spanIn(
	{ offsets }: ChunkView,
	{ start, end }: IndexedChunk,
	unit: 'utf16' | 'utf8' | 'codepoint',
): string {
	const [from, to] = [start, end].map((offset) => convertOffset(offsets, offset, 'utf16', unit));
	return `${String(from)}–${String(to)}`;
}

/** Titles above a chunk, the document's first. */
export function headingPath(
	{ document, sections, tree }: ReferencedDocument,
	chunk: IndexedChunk,
): string[] {
	const titles = (sections[chunk.section]?.path ?? []).flatMap((index) => {
		const node = tree.nodes[index];
		return node?.type === 'heading' && node.attributes.title !== '' ? [node.attributes.title] : [];
	});
	return titles[0] === document.title ? titles : [document.title, ...titles];
}

function lastTitle(indexed: ReferencedDocument, chunk: IndexedChunk): string {
	return headingPath(indexed, chunk).at(-1) ?? '';
}

function linesOf(
	{ source }: ReferencedDocument,
	span: { readonly start: number; readonly end: number },
): string {
	const first = lineAt(source.lines, span.start);
	const last = lastLineOf(source.lines, span);
	return first === last ? `line ${String(first)}` : `lines ${String(first)}–${String(last)}`;
}

/** What stands outside a chunk and is needed to understand it. */
function contextOf(
	indexed: ReferencedDocument,
	chunk: IndexedChunk,
): { role: string; first: number; last: number; text: string }[] {
	const { relations, tree, source } = indexed;
	const needed = new Map<number, string>();
	for (const { from, role, to } of relations) {
		const holder = tree.nodes[from];
		const target = tree.nodes[to];
		if (holder === undefined || target === undefined) continue;
		const touches = holder.start < chunk.end && holder.end > chunk.start;
		const outside = target.end <= chunk.start || target.start >= chunk.end;
		if (touches && outside) needed.set(to, role);
	}
	return [...needed].flatMap(([index, role]) => {
		const node = tree.nodes[index];
		if (node === undefined) return [];
		const first = lineAt(source.lines, node.start);
		return [{ role, first, last: lastLineOf(source.lines, node), text: linesOf(indexed, node) }];
	});
}
