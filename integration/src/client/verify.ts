import { CitableError } from '../core/errors.ts';
import type { CatalogEntry } from '../core/format/files.ts';
import { documentKey } from '../core/identity.ts';
import { VisibleText, type LocatedQuote } from '../core/quotes.ts';
import { contains, type Span } from '../core/spans.ts';
import type { CitableIndex } from './citable-index.ts';
import { readCitation, type CitationClaim } from './citation.ts';
import type { DocumentView } from './document-view.ts';
import { likenessOf, nearestTo } from './similarity.ts';
import { dateOf, standingOf } from './standing.ts';

/**
 * What became of a citation.
 *
 * - `exact`: the quote is what stands there, then and now.
 * - `moved`: the quote is unchanged, at another place.
 * - `edited`: the quote is gone; something like it is there.
 * - `deleted`: the quote is gone, and nothing like it is there.
 * - `superseded`: another document has taken the place of the cited one.
 * - `outside-evidence`: the span is not part of the evidence that was handed over.
 * - `outside-scope`: the cited generation, as this index has it, does not hold the document.
 * - `wrong-revision`: the cited generation holds another revision of the document.
 * - `unknown-generation`: the index does not retain the cited generation.
 */
export type Verdict =
	| 'exact'
	| 'moved'
	| 'edited'
	| 'deleted'
	| 'superseded'
	| 'outside-evidence'
	| 'outside-scope'
	| 'wrong-revision'
	| 'unknown-generation';

/** What a citation was compared with, and what was found there. */
export interface Comparison {
	/** `cited`: the revision that the citation names. `current`: what holds now. `given`: the sources handed over. */
	readonly with: 'cited' | 'current' | 'given';
	readonly generation?: string;
	readonly document: string;
	/** Absent where there is no such document. */
	readonly revision?: string;
	readonly outcome: 'exact' | 'moved' | 'edited' | 'deleted';
	/** Where the quote, or what comes nearest to it, stands there. */
	readonly span?: Span;
	readonly text?: string;
	/** 0 to 1: how much of an edited quote is left. */
	readonly similarity?: number;
}

/** The outcome of verifying a citation. */
export interface Verification {
	readonly verdict: Verdict;
	/** The verdict in one sentence. */
	readonly message: string;
	readonly compared: readonly Comparison[];
	/** Ids of the documents that have taken the place of the cited one. */
	readonly supersededBy?: readonly string[];
}

/** What to hold a citation against beside the index. */
export interface VerifyOptions {
	/** The evidence that the answer was given: the span must lie inside its pieces. */
	readonly evidence?: {
		readonly units: readonly {
			readonly document: { readonly id: string; readonly revision: string };
			readonly pieces: readonly Span[];
		}[];
	};
	/** The date that now is; the clock says it by default. */
	readonly now?: string | Date;
	/** Texts that hold now, by path or id of the document, in place of the current generation. */
	readonly sources?: Readonly<Record<string, string>>;
}

/** From how much of a quote on its remains count as an edit of it. */
const EDITED = 0.5;
/** The same where they stand between the same surroundings. */
const REPLACED = 0.25;
/** Surroundings shorter than this tell little. */
const TELLING = 8;

/**
 * Checks a citation against the revision that it names, and against what holds now.
 *
 * @throws {CitableError} `invalid-citation` where the value is no citation, or contradicts itself.
 */
export async function verifyCitation(
	index: CitableIndex,
	value: unknown,
	options: VerifyOptions = {},
): Promise<Verification> {
	const citation = readCitation(value);
	const { document, revision, generation } = citation;
	if (!index.retained.includes(generation)) {
		return verified('unknown-generation', `The index does not retain generation ${generation}.`);
	}
	const cited = await index.open(generation);
	const entry = await cited.entryOf(documentKey(document.id, revision));
	if (entry === undefined) return missing(cited, citation);
	const view = await cited.view(entry);
	checkChunk(view, citation);
	const then = compare(citation, view, 'cited', generation);
	if (then.outcome !== 'exact') {
		const where = {
			moved: 'stands elsewhere in',
			edited: 'is not word for word in',
			deleted: 'is not in',
		}[then.outcome];
		const message = `The quote ${where} the revision that the citation names.`;
		return verified(then.outcome, message, [then]);
	}
	if (options.evidence !== undefined && !isInside(citation, view.text, options.evidence)) {
		return verified('outside-evidence', 'The span is not part of the evidence.', [then]);
	}
	return compareWithNow(index, citation, then, options);
}

async function compareWithNow(
	index: CitableIndex,
	citation: CitationClaim,
	then: Comparison,
	options: VerifyOptions,
): Promise<Verification> {
	const { document } = citation;
	const { sources } = options;
	const current = await index.open(index.current);
	const entry = await entryNow(current, citation);
	const supersededBy = entry?.supersededBy ?? [];
	const superseders = await Promise.all(supersededBy.map((id) => current.document(id)));
	const time = dateOf('current', options.now) ?? 0;
	const superseded = entry !== undefined && standingOf(entry, superseders, time) === 'superseded';
	const text = sources?.[document.path] ?? sources?.[document.id];
	let now: Comparison;
	if (sources !== undefined) {
		now =
			text === undefined
				? { with: 'given', document: document.id, outcome: 'deleted' }
				: compareText(citation, text);
	} else if (entry === undefined) {
		now = {
			with: 'current',
			generation: index.current,
			document: document.id,
			outcome: 'deleted',
		};
	} else if (entry.id === document.id && entry.revision === citation.revision) {
		now = { ...then, with: 'current', generation: index.current };
	} else {
		now = compare(citation, await current.view(entry), 'current', index.current);
	}
	const compared = [then, now];
	if (superseded) {
		const by = supersededBy.length === 0 ? '' : ` by ${supersededBy.join(', ')}`;
		return {
			...verified('superseded', `${document.id} is superseded${by}.`, compared),
			supersededBy,
		};
	}
	return verified(now.outcome, messages[now.outcome](now), compared);
}

const messages: Readonly<Record<Comparison['outcome'], (now: Comparison) => string>> = {
	exact: () => 'The quote stands where the citation says.',
	moved: (now) =>
		`The quote is unchanged, and stands at ${String(now.span?.start)} to ${String(now.span?.end)} of ${now.document} now.`,
	edited: (now) => `The quote has been edited in ${now.document} since.`,
	deleted: (now) => `The quote is no longer in ${now.document}.`,
};

/** The document that holds now: of the same id, or else a file with the same bytes under another. */
async function entryNow(
	current: CitableIndex,
	{ document, revision }: CitationClaim,
): Promise<CatalogEntry | undefined> {
	const same = await current.entryOf(documentKey(document.id, revision));
	if (same !== undefined) return same;
	const documents = await current.documents();
	return (
		documents.find(({ id }) => id === document.id) ??
		documents.find((other) => other.revision === revision)
	);
}

async function missing(cited: CitableIndex, citation: CitationClaim): Promise<Verification> {
	const { document, revision, generation } = citation;
	const other = (await cited.documents()).find(({ id }) => id === document.id);
	if (other === undefined) {
		return verified(
			'outside-scope',
			`Generation ${generation}, as this index has it, holds no document ${document.id}.`,
		);
	}
	const found: Comparison = {
		...compare(citation, await cited.view(other), 'cited', generation),
		revision: other.revision,
	};
	return verified(
		'wrong-revision',
		`Generation ${generation} holds revision ${other.revision} of ${document.id}, not ${revision}.`,
		[found],
	);
}

/** A citation names the chunk that it comes from; another one would contradict it. */
function checkChunk(view: DocumentView, { chunk, span }: CitationClaim): void {
	if (chunk === undefined) return;
	const found = view.content.chunks[view.orderOf(chunk)];
	if (found === undefined)
		throw new CitableError('invalid-citation', {
			reason: `the generation that it names has no chunk ${chunk}`,
		});
	if (found.start > span.start || found.end < span.end)
		throw new CitableError('invalid-citation', {
			reason: `its span is not inside its chunk ${chunk}`,
		});
}

function compare(
	citation: CitationClaim,
	view: DocumentView,
	against: 'cited' | 'current',
	generation: string,
): Comparison {
	const { id, revision } = view.description;
	const base = { with: against, generation, document: id, revision };
	const literal = literally(citation, view.text);
	if (literal !== undefined) return { ...base, ...literal };
	const located = view.visible.locate(citation.visible ?? citation.quote);
	const inside = located.find((place) => contains(citation.span, place));
	if (against === 'cited' && inside !== undefined)
		return { ...base, outcome: 'exact', ...sliceOf(view.text, inside) };
	const place = nearestPlace(located, citation);
	// Readers see the same, though the source is written otherwise.
	if (place !== undefined) return { ...base, outcome: 'moved', ...sliceOf(view.text, place) };
	const blocks = view.nodes
		.filter(({ type }) => COMPARED.has(type))
		.map((node) => ({
			start: node.start,
			end: node.end,
			text: view.text.slice(node.start, node.end),
		}));
	return { ...base, ...edited(citation, view.text, blocks) };
}

/** Nodes that a quote may have become part of. */
const COMPARED: ReadonlySet<string> = new Set([
	'heading',
	'paragraph',
	'listItem',
	'list',
	'tableRow',
	'table',
	'code',
	'math',
	'blockquote',
	'callout',
	'html',
	'component',
	'directive',
	'footnoteDefinition',
]);

function compareText(citation: CitationClaim, text: string): Comparison {
	const base = { with: 'given', document: citation.document.id } as const;
	const literal = literally(citation, text);
	if (literal !== undefined) return { ...base, ...literal };
	const blocks = [...text.matchAll(/(?:[^\r\n]*\S[^\r\n]*(?:\r\n|\r|\n|$))+/g)].map((match) => ({
		start: match.index,
		end: match.index + match[0].length,
		text: match[0],
	}));
	return { ...base, ...edited(citation, text, blocks) };
}

/** The quote word for word: where it was, or at the place whose surroundings are the most alike. */
function literally(
	citation: CitationClaim,
	text: string,
): Pick<Comparison, 'outcome' | 'span' | 'text'> | undefined {
	const { span, quote } = citation;
	if (text.slice(span.start, span.end) === quote) return { outcome: 'exact', span, text: quote };
	const places = new VisibleText(text, [], [])
		.locate(quote)
		.filter(({ match }) => match === 'literal');
	const surroundings = citation.selectors?.[1];
	const place = nearestPlace(places, citation, ({ start, end }) =>
		surroundings === undefined
			? 0
			: Number(text.slice(0, start).endsWith(surroundings.prefix)) +
				Number(text.startsWith(surroundings.suffix, end)),
	);
	if (place === undefined) return undefined;
	return { outcome: 'moved', ...sliceOf(text, place) };
}

function sliceOf(text: string, { start, end }: Span): Pick<Comparison, 'span' | 'text'> {
	return { span: { start, end }, text: text.slice(start, end) };
}

/** The place that fits best; of equals the one nearest to where the citation has it. */
function nearestPlace(
	places: readonly LocatedQuote[],
	{ span }: CitationClaim,
	fit: (place: Span) => number = () => 0,
): LocatedQuote | undefined {
	return [...places].sort(
		(a, b) => fit(b) - fit(a) || Math.abs(a.start - span.start) - Math.abs(b.start - span.start),
	)[0];
}

function edited(
	citation: CitationClaim,
	source: string,
	blocks: readonly (Span & { readonly text: string })[],
): Pick<Comparison, 'outcome' | 'span' | 'text' | 'similarity'> {
	const { quote } = citation;
	const between = betweenSurroundings(citation, source);
	const nearest =
		between === undefined
			? nearestTo(quote, blocks)
			: { candidate: between, similarity: likenessOf(quote, between.text) };
	const least = between === undefined ? EDITED : REPLACED;
	if (nearest === undefined || nearest.similarity < least) return { outcome: 'deleted' };
	const { start, end, text } = nearest.candidate;
	return { outcome: 'edited', span: { start, end }, text, similarity: nearest.similarity };
}

/** What stands between the surroundings of a quote, where both are still there. */
function betweenSurroundings(
	{ quote, selectors }: CitationClaim,
	source: string,
): (Span & { text: string }) | undefined {
	const { prefix = '', suffix = '' } = selectors?.[1] ?? {};
	if (prefix.trim().length < TELLING || suffix.trim().length < TELLING) return undefined;
	const before = source.indexOf(prefix);
	const start = before + prefix.length;
	const end = before < 0 ? -1 : source.indexOf(suffix, start);
	if (end < start || end - start > 3 * quote.length) return undefined;
	const text = source.slice(start, end);
	return text.trim() === '' ? undefined : { start, end, text };
}

/** Whether every unit of the span lies in a piece of the evidence of the same revision. */
function isInside(
	{ document, revision, span }: CitationClaim,
	text: string,
	{ units }: NonNullable<VerifyOptions['evidence']>,
): boolean {
	const pieces = units
		.filter((unit) => unit.document.id === document.id && unit.document.revision === revision)
		.flatMap((unit) => unit.pieces)
		.sort((a, b) => a.start - b.start);
	let at = span.start;
	for (const piece of pieces) {
		if (at >= span.end) break;
		if (piece.end <= at) continue;
		if (text.slice(at, piece.start).trim() !== '') return false;
		at = piece.end;
	}
	return at >= span.end;
}

function verified(
	verdict: Verdict,
	message: string,
	compared: readonly Comparison[] = [],
): Verification {
	return { verdict, message, compared };
}
