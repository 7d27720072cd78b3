import { anchorOf, spanAddress } from '../core/anchors.ts';
import { CitableError } from '../core/errors.ts';
import { convertOffset } from '../core/offsets.ts';
import type { Span } from '../core/spans.ts';
import type { DocumentView } from './document-view.ts';
import { textFragmentOf, writeTextFragment } from './text-fragments.ts';

/** A position in the source, counted in Unicode code points as the Web Annotation model has it. */
export interface TextPositionSelector {
	readonly type: 'TextPositionSelector';
	readonly start: number;
	readonly end: number;
}

/** A quote of the source with what stands around it. */
export interface TextQuoteSelector {
	readonly type: 'TextQuoteSelector';
	readonly exact: string;
	readonly prefix: string;
	readonly suffix: string;
}

/** A span of one source revision, with all that is needed to open and to check it. */
export interface Citation {
	/** The document as the cited generation has it. */
	readonly document: {
		readonly id: string;
		readonly title: string;
		readonly path: string;
		readonly version?: string;
		readonly status?: string;
	};
	/** SHA-256 of the cited source. */
	readonly revision: string;
	/** UTF-16 code units of the source. */
	readonly span: Span;
	/** 1-based. */
	readonly startLine: number;
	readonly endLine: number;
	readonly headingPath: readonly string[];
	/** The slice of the source. */
	readonly quote: string;
	/** What readers see of the span, where that differs from the quote. */
	readonly visible?: string;
	/** Id of the smallest chunk that holds the span; absent where the span crosses chunks. */
	readonly chunk?: string;
	readonly generation: string;
	/** Id of the evidence unit that the citation rests on. */
	readonly evidence?: string;
	/** Address of the provenance page that highlights the span, where the site has such pages. */
	readonly provenance?: string;
	/** Address of the rendered page, at the cited block where the page has anchors. */
	readonly url?: string;
	readonly selectors: readonly [TextPositionSelector, TextQuoteSelector];
}

/** How much text a TextQuoteSelector has on each side. */
const CONTEXT = 32;

/** What a citation is made of beside its span. */
export interface CitationContext {
	readonly generation: string;
	/** Makes the paths of pages into addresses. */
	readonly resolve: (path: string) => string;
	/** Id of the evidence unit. */
	readonly evidence?: string;
	/** Whether blocks of the rendered pages have anchors. */
	readonly anchors?: boolean;
}

/**
 * Makes the citation of a span.
 *
 * @throws {CitableError} `invalid-span` where the span is empty or not inside the source.
 */
export function citationOf(view: DocumentView, span: Span, context: CitationContext): Citation {
	const { start, end } = span;
	checkSpan(view, span);
	const { id, title, path, version, status, revision, provenance } = view.description;
	const { startLine, endLine, headingPath, text: quote } = view.passage(span);
	const visible = view.visible.valueOf(span);
	const order = view.chunkAround(span);
	const chunk = view.content.chunks[order];
	const whole = chunk?.start === start && chunk.end === end;
	return {
		document: {
			id,
			title,
			path,
			...(version === undefined ? {} : { version }),
			...(status === undefined ? {} : { status }),
		},
		revision,
		span: { start, end },
		startLine,
		endLine,
		headingPath,
		quote,
		...(visible === quote ? {} : { visible }),
		...(chunk === undefined ? {} : { chunk: view.chunkId(order) }),
		generation: context.generation,
		...(context.evidence === undefined ? {} : { evidence: context.evidence }),
		...(provenance === undefined
			? {}
			: {
					provenance: whole
						? `${context.resolve(provenance)}#${view.chunkId(order)}`
						: spanAddress(context.resolve(provenance), revision, span),
				}),
		...pageOf(view, span, context),
		selectors: selectorsOf(view, span),
	};
}

/** The rendered page, at the block that the span begins in where the page has anchors, and at the text. */
function pageOf(
	view: DocumentView,
	span: Span,
	{ resolve, anchors }: CitationContext,
): Pick<Citation, 'url'> {
	const { url, revision } = view.description;
	if (url === undefined) return {};
	const anchor =
		anchors === true ? anchorOf({ revision, text: view.text }, view.nodes, span) : undefined;
	const fragment = textFragmentOf(view, span);
	const behind = (anchor ?? '') + (fragment === undefined ? '' : writeTextFragment(fragment));
	return { url: resolve(url) + (behind === '' ? '' : `#${behind}`) };
}

function selectorsOf(view: DocumentView, { start, end }: Span): Citation['selectors'] {
	const { text, content } = view;
	return [
		{
			type: 'TextPositionSelector',
			start: convertOffset(content.offsets, start, 'utf16', 'codepoint'),
			end: convertOffset(content.offsets, end, 'utf16', 'codepoint'),
		},
		{
			type: 'TextQuoteSelector',
			exact: text.slice(start, end),
			prefix: text.slice(wholeCharacter(text, Math.max(0, start - CONTEXT)), start),
			suffix: text.slice(end, wholeCharacter(text, Math.min(text.length, end + CONTEXT))),
		},
	];
}

/** Moves an offset behind a surrogate pair that it would cut. */
function wholeCharacter(text: string, offset: number): number {
	const unit = text.charCodeAt(offset);
	return unit >= 0xdc00 && unit < 0xe000 ? offset + 1 : offset;
}

function checkSpan(view: DocumentView, { start, end }: Span): void {
	let reason: string | undefined;
	if (!Number.isInteger(start) || !Number.isInteger(end)) reason = 'its bounds are no integers';
	else if (start < 0 || end > view.text.length)
		reason = `${String(start)} to ${String(end)} is not inside the ${String(view.text.length)} units of ${view.description.path}`;
	else if (start >= end) reason = 'it holds nothing';
	if (reason !== undefined) throw new CitableError('invalid-span', { reason });
}

/** What a citation must say to be checked. */
export type CitationClaim = Pick<
	Citation,
	'document' | 'revision' | 'span' | 'quote' | 'generation'
> &
	Partial<Citation>;

/**
 * Reads a citation that comes from elsewhere, such as a file.
 *
 * @throws {CitableError} `invalid-citation` where it is none, or where its parts contradict each
 * other.
 */
export function readCitation(value: unknown): CitationClaim {
	const refuse = (reason: string): never => {
		throw new CitableError('invalid-citation', { reason });
	};
	if (typeof value !== 'object' || value === null) return refuse('it is no object');
	const citation = value as Partial<Citation>;
	const { document, revision, span, quote, generation, chunk } = citation;
	const selectors = citation.selectors as readonly ({ exact?: unknown } | null)[] | undefined;
	if (typeof document?.id !== 'string' || typeof document.path !== 'string')
		return refuse('it names no document');
	if (!isDigest(revision)) return refuse('its revision is no SHA-256');
	if (!isDigest(generation)) return refuse('its generation is no SHA-256');
	if (!Number.isInteger(span?.start) || !Number.isInteger(span?.end) || span === undefined)
		return refuse('it has no span');
	if (span.start < 0 || span.end <= span.start) return refuse('its span holds nothing');
	if (typeof quote !== 'string' || quote === '') return refuse('it has no quote');
	if (chunk !== undefined && typeof chunk !== 'string') return refuse('its chunk is no id');
	if (selectors !== undefined && selectors[1]?.exact !== quote)
		return refuse('its selector quotes something else');
	return citation as CitationClaim;
}

function isDigest(value: unknown): boolean {
	return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}
