import { overlapLength, type Span } from '../core/spans.ts';
import type { DocumentView } from './document-view.ts';

/** A text directive of a URL: `#:~:text=[prefix-,]start[,end][,-suffix]`. */
export interface TextFragment {
	readonly start: string;
	readonly end?: string;
	/** What stands right before the start. */
	readonly prefix?: string;
	/** What stands right behind the end. */
	readonly suffix?: string;
}

/** Texts longer than this are named by their first and last words. */
const WHOLE = 120;
const WORDS = 6;
const AROUND = 4;

/** Nodes whose text a page need not show as the source has it. */
const UNSURE: ReadonlySet<string> = new Set([
	'image',
	'component',
	'directive',
	'expression',
	'math',
]);

/**
 * The fragment that makes a browser mark a span in the rendered page. None where the page may show
 * other text than the source, or where the span starts or ends inside a word, which browsers refuse.
 */
export function textFragmentOf(view: DocumentView, span: Span): TextFragment | undefined {
	const { visible, text, nodes } = view;
	const blocks = visible.blocksIn(span);
	// The page shows a number for the mark of a footnote.
	if (nodes.some((node) => node.type === 'footnoteReference' && overlapLength(node, span) > 0))
		return undefined;
	for (const block of blocks) {
		const types = block.nodes.map((index) => nodes[index]?.type ?? '');
		if (types.some((type) => UNSURE.has(type))) return undefined;
		// Highlighters make a block of each line of code.
		if (types.includes('code') && /[\r\n]/.test(block.text.trim())) return undefined;
	}
	const before = visible.blocksIn({ start: Math.max(0, span.start - 200), end: span.start });
	const after = visible.blocksIn({ start: span.end, end: Math.min(text.length, span.end + 200) });
	const first = plain(blocks.at(0)?.text ?? '');
	const last = plain(blocks.at(-1)?.text ?? '');
	if (first === '' || last === '') return undefined;
	const [lead] = visible.blocksIn({ start: Math.max(0, span.start - 1), end: span.end });
	const [tail] = visible.blocksIn({ start: span.start, end: span.end + 1 }).slice(-1);
	if (cutsWord(lead?.text ?? '', first, 'start') || cutsWord(tail?.text ?? '', last, 'end'))
		return undefined;
	const short = blocks.length === 1 && first.length <= WHOLE;
	const fragment: TextFragment = short
		? { start: first }
		: { start: words(first).slice(0, WORDS).join(' '), end: words(last).slice(-WORDS).join(' ') };
	const leads = (to: TextFragment): boolean => {
		// Half a character cannot stand in an address.
		if (Object.values(to).some((part: string) => /\p{Cs}/u.test(part))) return false;
		const [place] = placesOf(view, to);
		if (place === undefined || place.start < span.start || place.end > span.end) return false;
		return plain(visible.valueOf(place)) === plain(visible.valueOf(span));
	};
	if (leads(fragment)) return fragment;
	const prefix = words(plain(before.at(-1)?.text ?? ''))
		.slice(-AROUND)
		.join(' ');
	const suffix = words(plain(after[0]?.text ?? ''))
		.slice(0, AROUND)
		.join(' ');
	const narrowed = {
		...fragment,
		...(prefix === '' ? {} : { prefix }),
		...(suffix === '' ? {} : { suffix }),
	};
	return leads(narrowed) ? narrowed : undefined;
}

/** Writes a text directive as what stands behind `#`. */
export function writeTextFragment({ start, end, prefix, suffix }: TextFragment): string {
	const parts = [
		prefix === undefined ? undefined : `${encode(prefix)}-`,
		encode(start),
		end === undefined ? undefined : encode(end),
		suffix === undefined ? undefined : `-${encode(suffix)}`,
	];
	return `:~:text=${parts.filter((part) => part !== undefined).join(',')}`;
}

/** Reads the first text directive of a URL or fragment; undefined where it has none. */
export function readTextFragment(url: string): TextFragment | undefined {
	const directive = /:~:(?:[^#]*&)?text=([^&#]*)/.exec(url)?.[1];
	if (directive === undefined) return undefined;
	const parts = directive.split(',');
	const prefix = parts[0]?.endsWith('-') === true ? parts.shift()?.slice(0, -1) : undefined;
	const suffix = parts.at(-1)?.startsWith('-') === true ? parts.pop()?.slice(1) : undefined;
	const [start, end] = parts;
	if (start === undefined || start === '' || parts.length > 2) return undefined;
	try {
		return {
			start: decodeURIComponent(start),
			...(end === undefined ? {} : { end: decodeURIComponent(end) }),
			...(prefix === undefined ? {} : { prefix: decodeURIComponent(prefix) }),
			...(suffix === undefined ? {} : { suffix: decodeURIComponent(suffix) }),
		};
	} catch {
		return undefined;
	}
}

/** The spans of the source that a text directive may mean, in order; browsers take the first. */
export function placesOf(view: DocumentView, fragment: TextFragment): Span[] {
	const { visible, text } = view;
	const { start, end, prefix = '', suffix = '' } = fragment;
	const places: Span[] = [];
	for (const from of visible.locateSeen(start)) {
		const before = plain(visible.valueOf({ start: 0, end: from.start }));
		if (prefix !== '' && !before.endsWith(plain(prefix))) continue;
		const rest = { start: from.end, end: text.length };
		const candidates = end === undefined ? [from] : visible.locateSeen(end, rest);
		const to = candidates.find((place) => {
			const after = plain(visible.valueOf({ start: place.end, end: text.length }));
			return after.startsWith(plain(suffix));
		});
		if (to !== undefined) places.push({ start: from.start, end: to.end });
	}
	return places;
}

function cutsWord(wider: string, narrow: string, side: 'start' | 'end'): boolean {
	const all = plain(wider);
	if (all === narrow || all.length <= narrow.length) return false;
	const pair = side === 'start' ? all.slice(0, 2) : all.slice(-2);
	return /^[\p{L}\p{N}\p{M}_]{2}$/u.test(pair);
}

function plain(text: string): string {
	return text.replace(/\s+/g, ' ').trim();
}

function words(text: string): string[] {
	return text.split(' ').filter((word) => word !== '');
}

/** In a directive `-`, `,` and `&` mean something. */
function encode(text: string): string {
	return encodeURIComponent(text).replaceAll('-', '%2D');
}
