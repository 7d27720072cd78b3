import type { AuthoredNode } from '../nodes/node.ts';
import type { Span } from '../spans.ts';
import { characterEnd } from './baselines.ts';
import type { Bounds } from './bounds.ts';
import type { DocumentView } from './document-view.ts';

/** A piece of a block that is larger than the hard limit. */
export interface Piece extends Span {
	/** What a cut before it costs; the first piece has 0. */
	readonly cut: number;
}

/** Where words may be cut, from the best place to the worst, with what that costs. */
const PLACES: readonly (readonly [RegExp, number])[] = [
	[/(?:\r\n|[\r\n])[ \t>]*(?:\r\n|[\r\n])/g, 0.5],
	[/[.!?…][)\]"'”’*_]*\s+|[。！？]/gu, 1],
	[/\r\n|[\r\n]/g, 4],
	[/[;,:，；：、]\s*/gu, 6],
	[/\s+/g, 8],
];

const LAST_LEVEL = PLACES.length - 1;

/** Cuts a block of words or code into pieces small enough to be put together into chunks. */
export function piecesOf(
	view: DocumentView,
	node: AuthoredNode,
	span: Span,
	bounds: Bounds,
): Piece[] {
	// Code comes line by line, so only what stands in a line is left to cut at.
	const level = node.type === 'code' ? LAST_LEVEL : 0;
	return cutWords(view, node.index, span, level, bounds.preferred[1]);
}

/** Cuts a span of words, as long as they are, into pieces of up to a number of tokens. */
export function wordPieces(view: DocumentView, span: Span, node: number, limit: number): Piece[] {
	return cutWords(view, node, span, 0, limit);
}

function cutWords(
	view: DocumentView,
	node: number,
	span: Span,
	level: number,
	limit: number,
): Piece[] {
	if (view.tokens.count(span.start, span.end) <= limit)
		return [{ start: span.start, end: span.end, cut: 0 }];
	const place = PLACES[level];
	if (place === undefined) return cutAnywhere(view, span, limit);
	const [pattern, cut] = place;
	const pieces: Piece[] = [];
	let start = span.start;
	for (const match of view.text.slice(span.start, span.end).matchAll(pattern)) {
		const end = span.start + match.index + match[0].length;
		if (end >= span.end) break;
		if (isInsideInline(view, node, end)) continue;
		pieces.push({ start, end, cut });
		start = end;
	}
	pieces.push({ start, end: span.end, cut });
	return pieces.flatMap((piece) =>
		cutWords(view, node, piece, level + 1, limit).map((part, index) =>
			index === 0 ? { ...part, cut: piece.cut } : part,
		),
	);
}

/** What should stay whole in a line of words. */
const INLINE = new Set(['link', 'image', 'footnoteReference', 'math', 'expression']);

/** Whether an offset lies inside a link, an image or the like. */
function isInsideInline(view: DocumentView, parent: number, offset: number): boolean {
	return view.finder
		.within(parent, { start: offset - 1, end: offset })
		.some(
			(child) =>
				child.start < offset &&
				offset < child.end &&
				(INLINE.has(child.type) || isInsideInline(view, child.index, offset)),
		);
}

/** The last resort for text without a single blank: the longest runs that fit. */
function cutAnywhere(view: DocumentView, span: Span, limit: number): Piece[] {
	const pieces: Piece[] = [];
	for (let start = span.start; start < span.end;) {
		let low = start + 1;
		let high = Math.min(span.end, start + 8 * limit);
		while (low < high) {
			const middle = (low + high + 1) >> 1;
			if (view.tokens.count(start, middle) <= limit) low = middle;
			else high = middle - 1;
		}
		const whole = characterEnd(view.text, low);
		// Rather one character less than one too many.
		const end = whole > low && low - 1 > start ? low - 1 : whole;
		pieces.push({ start, end, cut: 10 });
		start = end;
	}
	return pieces;
}
