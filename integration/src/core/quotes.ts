import type { AuthoredNode } from './nodes/node.ts';
import { contains, type Span } from './spans.ts';

/** A run of text that readers see, with the node that holds it (-1: none). */
interface VisibleSegment extends Span {
	readonly node: number;
	/** What readers see, where that is not the slice. */
	readonly value?: string;
}

/** Where a quote is found, and what had to be forgiven to find it. */
export interface LocatedQuote extends Span {
	/**
	 * `literal`: the slice is the quote. `visible`: the quote is what readers see of the slice, with
	 * white space made equal. `markup`: the quote is the slice with other white space.
	 */
	readonly match: 'literal' | 'visible' | 'markup';
}

/** Nodes that stand in a line of text wherever they are. */
const PHRASING: ReadonlySet<string> = new Set([
	'link',
	'image',
	'math',
	'footnoteReference',
	'expression',
]);

/** Nodes that may stand inside a line of text: what comes before and after them is the same block. */
const INLINE: ReadonlySet<string> = new Set([...PHRASING, 'component', 'html', 'directive']);

/**
 * What readers see of a source, laid against the source unit by unit. White space is made equal:
 * any run of it is one space, and so is the border between two blocks.
 */
export class VisibleText {
	private readonly source: string;
	private readonly nodes: readonly AuthoredNode[];
	private readonly segments: readonly VisibleSegment[];
	private visibleIndex: MappedText | undefined;
	private markupIndex: MappedText | undefined;

	constructor(source: string, nodes: readonly AuthoredNode[], segments: readonly VisibleSegment[]) {
		this.source = source;
		this.nodes = nodes;
		this.segments = segments;
	}

	/** What readers see of a span; blocks are parted by line breaks. */
	valueOf(span: Span): string {
		let value = '';
		for (const { text } of this.blocksIn(span))
			value += value === '' || value.endsWith('\n') ? text : `\n${text}`;
		return value;
	}

	/** What readers see of a span, block by block; with the nodes that hold it in each. */
	blocksIn(span: Span): { readonly text: string; readonly nodes: readonly number[] }[] {
		const blocks: { text: string; nodes: number[] }[] = [];
		let block: number | undefined;
		for (let at = this.firstSegment(span.start); at < this.segments.length; at++) {
			const segment = this.segments[at];
			if (segment === undefined || segment.start >= span.end) break;
			const holder = this.blockOf(segment.node);
			const text =
				segment.value ??
				this.source.slice(Math.max(segment.start, span.start), Math.min(segment.end, span.end));
			const last = blocks.at(-1);
			if (last === undefined || holder !== block) blocks.push({ text, nodes: [segment.node] });
			else {
				last.text += text;
				last.nodes.push(segment.node);
			}
			block = holder;
		}
		return blocks;
	}

	/**
	 * Finds a quote inside a span of the source: word for word first, then as readers see it, across
	 * markup, entities and the prefixes of continued lines, then as markup with other white space.
	 * The first way that finds it anywhere gives all the places.
	 */
	locate(quote: string, within: Span = { start: 0, end: this.source.length }): LocatedQuote[] {
		if (quote.trim() === '') return [];
		const literal: LocatedQuote[] = [];
		for (let at = this.source.indexOf(quote, within.start); at >= 0;) {
			if (at + quote.length > within.end) break;
			literal.push({ start: at, end: at + quote.length, match: 'literal' });
			at = this.source.indexOf(quote, at + 1);
		}
		if (literal.length > 0) return literal;
		const visible = this.locateSeen(quote, within);
		if (visible.length > 0) return visible.map((span) => ({ ...span, match: 'visible' }));
		this.markupIndex ??= MappedText.of([{ text: this.source, start: 0 }]);
		return this.markupIndex.locate(quote, within).map((span) => ({ ...span, match: 'markup' }));
	}

	/** Finds what readers see inside a span of the source, whatever its markup. */
	locateSeen(quote: string, within: Span = { start: 0, end: this.source.length }): Span[] {
		return (this.visibleIndex ??= this.makeVisible()).locate(quote, within);
	}

	private makeVisible(): MappedText {
		const pieces: MappedPiece[] = [];
		let block: number | undefined;
		for (const { start, end, node, value } of this.segments) {
			const holder = this.blockOf(node);
			if (block !== undefined && holder !== block) pieces.push({ text: '\n', start, end: start });
			block = holder;
			if (value === undefined) pieces.push({ text: this.source.slice(start, end), start });
			else pieces.push({ text: value, start, end });
		}
		return MappedText.of(pieces);
	}

	/** The block in whose lines a node stands; a node that stands in none is a block itself. */
	private blockOf(index: number): number {
		let node = this.nodes[index];
		let block: number | undefined;
		while (node !== undefined && INLINE.has(node.type)) {
			if (!PHRASING.has(node.type)) block ??= node.index;
			node = this.nodes[node.parent];
		}
		if (node !== undefined && HOLDS_LINES.has(node.type)) return node.index;
		return block ?? node?.index ?? -1;
	}

	private firstSegment(start: number): number {
		let low = 0;
		let high = this.segments.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((this.segments[middle]?.end ?? 0) <= start) low = middle + 1;
			else high = middle;
		}
		return low;
	}
}

/** Blocks whose children are parts of one line of text. */
const HOLDS_LINES: ReadonlySet<string> = new Set(['paragraph', 'heading', 'tableCell']);

/** A text that is the source from `start` on, or, with `end`, stands for that span as a whole. */
interface MappedPiece {
	readonly text: string;
	readonly start: number;
	readonly end?: number;
}

/** A text with white space made equal, of which each unit knows its place in the source. */
class MappedText {
	private readonly text: string;
	private readonly starts: readonly number[];
	private readonly ends: readonly number[];

	private constructor(text: string, starts: readonly number[], ends: readonly number[]) {
		this.text = text;
		this.starts = starts;
		this.ends = ends;
	}

	static of(pieces: readonly MappedPiece[]): MappedText {
		let text = '';
		const starts: number[] = [];
		const ends: number[] = [];
		for (const piece of pieces) {
			for (let at = 0; at < piece.text.length; at++) {
				const unit = piece.text.charAt(at);
				const blank = isBlank(unit);
				if (blank && (text === '' || text.endsWith(' '))) continue;
				text += blank ? ' ' : unit;
				starts.push(piece.end === undefined ? piece.start + at : piece.start);
				ends.push(piece.end ?? piece.start + at + 1);
			}
		}
		return new MappedText(text, starts, ends);
	}

	locate(quote: string, within: Span): Span[] {
		const wanted = quote.replace(/[\s\u200b\ufeff]+/g, ' ').trim();
		const found: Span[] = [];
		if (wanted === '') return found;
		for (let at = this.text.indexOf(wanted); at >= 0; at = this.text.indexOf(wanted, at + 1)) {
			const start = this.starts[at] ?? 0;
			const end = this.ends[at + wanted.length - 1] ?? 0;
			if (contains(within, { start, end })) found.push({ start, end });
		}
		return found;
	}
}

function isBlank(unit: string): boolean {
	return /[\s\u200b\ufeff]/.test(unit);
}
