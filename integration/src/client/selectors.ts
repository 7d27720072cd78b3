import { revisionOf } from '../core/anchors.ts';
import { CitableError } from '../core/errors.ts';
import { convertOffset } from '../core/offsets.ts';
import type { Span } from '../core/spans.ts';
import type { Citation, TextPositionSelector, TextQuoteSelector } from './citation.ts';
import type { DocumentView } from './document-view.ts';
import { placesOf, readTextFragment } from './text-fragments.ts';

/** A selector of the Web Annotation model whose value is a fragment of a URL. */
export interface FragmentSelector {
	readonly type: 'FragmentSelector';
	readonly value: string;
}

/** Quotes in annotations of others often lack what stands around them. */
type AnyQuoteSelector = Pick<TextQuoteSelector, 'type' | 'exact'> & Partial<TextQuoteSelector>;

/** Ways to name a span: selectors of the Web Annotation model, or the address of one. */
export type Selector = string | TextPositionSelector | AnyQuoteSelector | FragmentSelector;

/**
 * Finds the span that a selector names. Of several selectors each must lead to the same text, as in
 * citations; where the position has moved, the quote decides.
 *
 * - A `TextPositionSelector` counts code points of the source.
 * - A `TextQuoteSelector` is found in the source, or in what readers see of it, by what stands around.
 * - A text or `FragmentSelector` is an address with `#char=start,end` (as provenance pages have it),
 *   or with a text directive `#:~:text=…` (of the rendered page).
 *
 * @throws {CitableError} `quote-not-found` where nothing is there, `invalid-span` where the position
 * is none.
 */
export function spanOf(view: DocumentView, selectors: Selector | readonly Selector[]): Span {
	const all = Array.isArray(selectors)
		? (selectors as readonly Selector[])
		: [selectors as Selector];
	const quote = all.find((selector) => typeof selector === 'object' && 'exact' in selector);
	const other = all.find((selector) => selector !== quote);
	if (quote === undefined) {
		if (other === undefined) throw notFound(view, '');
		return spanOfOne(view, other, undefined);
	}
	let near: Span | undefined;
	try {
		near = other === undefined ? undefined : spanOfOne(view, other, undefined);
	} catch (error) {
		if (!(error instanceof CitableError)) throw error;
	}
	return spanOfOne(view, quote, near);
}

/** A citation as an annotation of the Web Annotation model. */
export function toAnnotation({ provenance, url, document, revision, selectors }: Citation): {
	readonly '@context': 'http://www.w3.org/ns/anno.jsonld';
	readonly type: 'Annotation';
	readonly motivation: 'identifying';
	readonly target: {
		readonly source: string;
		readonly selector: Citation['selectors'];
	};
} {
	// The source is the exact revision: what a provenance page shows, whatever the rendered page does.
	const page = provenance ?? url;
	return {
		'@context': 'http://www.w3.org/ns/anno.jsonld',
		type: 'Annotation',
		motivation: 'identifying',
		target: {
			source: page === undefined ? `${document.id}@${revision}` : page.replace(/#.*$/s, ''),
			selector: selectors,
		},
	};
}

function spanOfOne(view: DocumentView, selector: Selector, near: Span | undefined): Span {
	if (typeof selector === 'string') return spanOfAddress(view, selector);
	if (selector.type === 'FragmentSelector') return spanOfAddress(view, `#${selector.value}`);
	if (selector.type === 'TextPositionSelector') {
		const { offsets } = view.content;
		const start = convertOffset(offsets, selector.start, 'codepoint', 'utf16');
		const end = convertOffset(offsets, selector.end, 'codepoint', 'utf16');
		return checked(view, { start, end });
	}
	const { exact, prefix = '', suffix = '' } = selector;
	const fit = ({ start, end }: Span): number =>
		Number(view.text.slice(0, start).endsWith(prefix)) + Number(view.text.startsWith(suffix, end));
	const distance = ({ start }: Span): number =>
		near === undefined ? 0 : Math.abs(start - near.start);
	const [best] = view.visible
		.locate(exact)
		.sort((a, b) => fit(b) - fit(a) || distance(a) - distance(b) || a.start - b.start);
	if (best === undefined) throw notFound(view, exact);
	return { start: best.start, end: best.end };
}

function spanOfAddress(view: DocumentView, address: string): Span {
	const position = /#(?:[^#]*&)?char=(\d+),(\d+)/.exec(address);
	if (position !== null) {
		const [, start, end] = position;
		const revision = revisionOf(address) ?? '';
		if (!view.description.revision.startsWith(revision))
			throw new CitableError('invalid-span', {
				reason: `the address is of revision ${revision}, and ${view.description.path} is ${view.description.revision.slice(0, 12)}`,
			});
		return checked(view, { start: Number(start), end: Number(end) });
	}
	const fragment = readTextFragment(address);
	const [place] = fragment === undefined ? [] : placesOf(view, fragment);
	if (place === undefined) throw notFound(view, fragment?.start ?? address);
	return place;
}

function checked(view: DocumentView, { start, end }: Span): Span {
	if (start < end && end <= view.text.length) return { start, end };
	throw new CitableError('invalid-span', {
		reason: `${String(start)} to ${String(end)} is not inside the ${String(view.text.length)} units of ${view.description.path}`,
	});
}

function notFound(view: DocumentView, quote: string): CitableError {
	return new CitableError('quote-not-found', { quote, where: view.description.path });
}
