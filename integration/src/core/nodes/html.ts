import type { Comment, Element, Nodes, Root, Text } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import type { ImportTable } from '../adapters/adapter.ts';
import { withinNesting } from '../nesting.ts';
import { onOneLine } from '../one-line.ts';
import type { Span } from '../spans.ts';
import { gridOf, type GridElement, type GridPart } from './grids.ts';
import type { NodeReader } from './reader.ts';
import { align, alignLines, sourceRange, type Reading } from './segments.ts';
import {
	hiddenElements,
	inlineElements,
	isHtmlElement,
	openingTagOf,
	textAttributes,
	type WrittenAttribute,
} from './html-elements.ts';
import type { Segment } from './node.ts';

/** Reads raw HTML of a Markdown file: its text, tables, images and links; tags and comments are syntax. */
export function readHtml(
	reader: NodeReader,
	value: string,
	start: number,
	end: number,
	parent: number,
): number {
	const to = reader.trimmedEnd(start, end);
	const root = withinNesting(reader.source, start, () => fromHtml(value, { fragment: true }));

	if (root.children.length > 0 && root.children.every((child) => child.type === 'comment')) {
		reader.addSyntax('comment', start, to);
		return to;
	}
	const { index } = reader.add('html', start, to, parent, {});
	const segments = alignLines(reader.text, start, to, value.trimEnd());
	withinNesting(reader.source, start, () => {
		new FragmentReader(reader, segments, value, start, to).read(root, index);
	});
	return to;
}

/** Reads HTML that stands in an attribute. */
export function readHtmlText(
	reader: NodeReader,
	value: string,
	start: number,
	end: number,
	index: number,
	reading: Reading,
): void {
	const segments = align(reader.text, start, end, value, reading);
	withinNesting(reader.source, start, () => {
		const root = fromHtml(value, { fragment: true });
		new FragmentReader(reader, segments, value, start, end).read(root, index);
	});
}

/** A run of the fragment that is no tag. */
interface Piece extends Span {
	readonly kind: 'html' | 'alt' | 'attribute' | 'break' | 'comment' | 'blank';
	readonly node: number;
	readonly value: string;
}

/**
 * Walks a tree of HTML. A parser of HTML may move what it finds, so the pieces are put in the order
 * of the source before they are accounted for.
 */
class FragmentReader {
	private readonly reader: NodeReader;
	private readonly segments: readonly Segment[] | undefined;
	private readonly value: string;
	private readonly start: number;
	private readonly end: number;
	private readonly pieces: Piece[] = [];
	private readonly grid = new Map<object, GridPart>();
	/** Where the last node that was added starts. */
	private last = -1;

	constructor(
		reader: NodeReader,
		segments: readonly Segment[] | undefined,
		value: string,
		start: number,
		end: number,
	) {
		this.reader = reader;
		this.segments = segments;
		this.value = value;
		this.start = start;
		this.end = end;
	}

	read(root: Root, index: number): void {
		const { reader, start, end } = this;
		if (this.segments === undefined) {
			reader.report('text-unmapped', { start, end });
			reader.addLeaf('html', start, end, index, [{ start, end, value: this.value }]);
			return;
		}
		this.last = start;
		this.visitChildren(root.children, index);
		let from = start;
		for (const piece of this.pieces.sort((a, b) => a.start - b.start)) {
			if (piece.start < from) continue;
			reader.addSyntax('tag', from, piece.start);
			if (piece.kind === 'comment' || piece.kind === 'blank')
				reader.addSyntax(piece.kind, piece.start, piece.end);
			else if (piece.kind === 'break')
				reader.addLeaf('break', piece.start, piece.end, piece.node, [
					{ start: piece.start, end: piece.end, value: '\n' },
				]);
			else reader.addAligned(piece.kind, piece.start, piece.end, piece.node, piece.value, 'markup');
			from = piece.end;
		}
		reader.addSyntax('tag', from, end);
	}

	private visit(node: Nodes, parent: number): void {
		if (node.type === 'text' || node.type === 'comment') this.addPiece(node, parent);
		else if (node.type === 'element') this.visitElement(node, parent);
	}

	/** Visits children; a run of blanks is text where it parts two pieces of one line. */
	private visitChildren(children: readonly Nodes[], parent: number): void {
		for (const [place, child] of children.entries()) {
			const blank = child.type === 'text' && /^[\t\n\f\r ]*$/.test(child.value);
			if (!blank) this.visit(child, parent);
			else
				this.addPiece(
					child,
					parent,
					isInLine(children[place - 1]) && isInLine(children[place + 1]) ? 'html' : 'blank',
				);
		}
	}

	private visitElement(element: Element, parent: number): void {
		if (hiddenElements.has(element.tagName)) return;
		const range = this.rangeOf(element);
		const { properties } = element;
		if (element.tagName === 'br' && range !== undefined)
			this.pieces.push({ ...range, kind: 'break', node: parent, value: '' });
		const id = properties['id'] ?? properties['name'];
		if (typeof id === 'string' && range !== undefined) this.reader.anchors.add(id);
		if (element.tagName === 'table' && !this.grid.has(element)) this.readGrid(element, range);
		const inner =
			range === undefined || !this.fits(range, parent)
				? parent
				: this.addNode(element, range, parent);
		this.visitChildren(element.children, inner);
		if (this.grid.get(element)?.type === 'tableRow') this.nameColumns(element, inner);
	}

	/** Whether a node may stand there. A parser of HTML moves what stands where it may not. */
	private fits(range: Span, parent: number): boolean {
		const holder = this.reader.nodes[parent];
		return (
			range.start >= this.last &&
			(holder === undefined || (holder.start <= range.start && range.end <= holder.end))
		);
	}

	/** Finds out whether a table is a plain grid; what is none is kept as text and reported. */
	private readGrid(table: Element, range: Span | undefined): void {
		const parts = gridOf(gridElement(table));
		if (parts === undefined)
			this.reader.report('table-complex', range ?? { start: this.start, end: this.end });
		else for (const [origin, part] of parts) this.grid.set(origin, part);
	}

	private addNode(element: Element, range: Span, parent: number): number {
		const { reader } = this;
		const part = this.grid.get(element);
		this.last = range.start;
		if (part !== undefined) return addGridPart(reader, part, range, parent);
		const { properties, tagName } = element;
		if (tagName === 'a' && typeof properties['href'] === 'string') {
			return reader.add('link', range.start, range.end, parent, { url: properties['href'] }).index;
		}
		if (!isHtmlElement(tagName)) return this.addOwn(element, range, parent);
		if (tagName !== 'img') {
			if (inlineElements.has(tagName)) return parent;
			return reader.add('html', range.start, range.end, parent, { name: tagName }).index;
		}
		const alt = typeof properties['alt'] === 'string' ? properties['alt'] : '';
		const url = typeof properties['src'] === 'string' ? properties['src'] : '';
		const { index } = reader.add('image', range.start, range.end, parent, { url, alt });
		const { attributes } = openingTagOf(reader.text, range.start, element);
		this.addAttributes(attributes, ['alt'], 'alt', index);
		return index;
	}

	/** Adds an element that HTML does not know: a component of the site's own, read as MDX's are. */
	private addOwn(element: Element, range: Span, parent: number): number {
		const { reader } = this;
		const { name, attributes } = openingTagOf(reader.text, range.start, element);
		const adapter = reader.options.adapters.find(name, NO_IMPORTS);
		if (adapter === undefined)
			reader.report('component-unknown', opening(reader.text, range), { name });
		const { index } = reader.add('html', range.start, range.end, parent, { name });
		const shown =
			adapter === undefined ? textAttributes : [adapter.title ?? [], adapter.text ?? []].flat();
		this.addAttributes(attributes, shown, 'attribute', index);
		return index;
	}

	private addAttributes(
		attributes: readonly WrittenAttribute[],
		shown: readonly string[],
		kind: 'alt' | 'attribute',
		node: number,
	): void {
		for (const { name, value, start, end } of attributes)
			if (value !== '' && shown.includes(name)) this.pieces.push({ kind, start, end, node, value });
	}

	/** The header row names the columns of its table. */
	private nameColumns(row: Element, index: number): void {
		const part = this.grid.get(row);
		const table = this.reader.nodes[this.reader.nodes[index]?.parent ?? -1];
		if (part?.type !== 'tableRow' || !part.header || table?.type !== 'table') return;
		const titles = row.children.filter((child) => child.type === 'element').map(textOf);
		(table.attributes.columns as string[]).push(...titles);
	}

	private addPiece(
		node: Text | Comment,
		parent: number,
		kind: Piece['kind'] = node.type === 'text' ? 'html' : 'comment',
	): void {
		const range = this.rangeOf(node);
		if (range === undefined) return;
		this.pieces.push({
			...range,
			kind,
			node: parent,
			value: node.value,
		});
	}

	/** Where a node of the tree stands in the source. */
	private rangeOf(node: Nodes): Span | undefined {
		const start = node.position?.start.offset;
		const end = node.position?.end.offset;
		if (start === undefined || end === undefined || start >= end) return undefined;
		return sourceRange(this.segments ?? [], start, Math.min(end, this.value.trimEnd().length));
	}
}

/** Adds the node of a part of a grid. */
export function addGridPart(
	reader: NodeReader,
	part: GridPart,
	range: Span,
	parent: number,
): number {
	const { start, end } = range;
	switch (part.type) {
		case 'table':
			return reader.add('table', start, end, parent, { columns: [] }).index;
		case 'group':
			return parent;
		case 'tableRow':
			return reader.add('tableRow', start, end, parent, part.header ? { header: true } : {}).index;
		case 'tableCell':
			return reader.add('tableCell', start, end, parent, { column: part.column }).index;
	}
}

function gridElement(element: Element): GridElement {
	const { properties, tagName } = element;
	return {
		name: tagName,
		spanning: properties['rowSpan'] !== undefined || properties['colSpan'] !== undefined,
		children: element.children.filter((child) => child.type === 'element').map(gridElement),
		origin: element,
	};
}

const NO_IMPORTS: ImportTable = new Map();

/** The tag that opens an element, or as much of it as stands on its line. */
function opening(text: string, { start, end }: Span): Span {
	const tag = /^(?:[^"'>\r\n]|"[^"\r\n]*"|'[^'\r\n]*')*>?/.exec(text.slice(start, end))?.[0] ?? '';
	return { start, end: start + tag.length };
}

/** Whether a node stands in a line of text. */
function isInLine(node: Nodes | undefined): boolean {
	if (node?.type === 'element') return inlineElements.has(node.tagName) && node.tagName !== 'br';
	return node?.type === 'text';
}

function textOf(node: Nodes): string {
	if (node.type === 'text') return node.value;
	return 'children' in node ? onOneLine(node.children.map(textOf).join('')) : '';
}
