import type { Span } from '../core/spans.ts';
import type { Evidence, EvidenceUnit } from './evidence.ts';
import { labelMap, labelPieces, type Labelled } from './labels.ts';
import { describeUnit, toPrompt, type PromptFormat } from './prompt.ts';

/** A document block of Anthropic's Messages API, with citations on. */
export interface AnthropicDocument {
	readonly type: 'document';
	readonly source: {
		readonly type: 'text';
		readonly media_type: 'text/plain';
		readonly data: string;
	};
	readonly title: string;
	/** What the model knows of the document and does not cite. */
	readonly context: string;
	readonly citations: { readonly enabled: true };
}

/** A citation that a model of Anthropic gives into a document block of plain text. */
export interface CharLocation {
	readonly type: 'char_location';
	readonly cited_text: string;
	/** Place among all document blocks of the request. */
	readonly document_index: number;
	readonly start_char_index: number;
	readonly end_char_index: number;
}

/** A span of a document that a model cited. */
export interface CitedSpan extends Span {
	/** Id of the document. */
	readonly document: string;
	readonly revision: string;
	/** Id of the evidence unit. */
	readonly evidence: string;
}

/** What stands between two pieces in one text. */
const BETWEEN = '\n\n';

/**
 * Evidence as document blocks of Anthropic's Messages API, one a unit. The model cites spans of them,
 * which `citedSpans` leads back to the sources.
 */
export function toAnthropic({ units }: Evidence): AnthropicDocument[] {
	return units.map((unit) => ({
		type: 'document',
		source: { type: 'text', media_type: 'text/plain', data: textOf(unit) },
		title: unit.document.title,
		context: JSON.stringify(describeUnit(unit)),
		citations: { enabled: true },
	}));
}

/**
 * The spans of the sources that a `char_location` citation stands for; several where it crosses
 * pieces, none where it leads nowhere in the evidence.
 *
 * @param first Place of the first block of `toAnthropic` among the document blocks of the request.
 */
export function citedSpans({ units }: Evidence, citation: CharLocation, first = 0): CitedSpan[] {
	const unit = units[citation.document_index - first];
	if (unit === undefined) return [];
	const text = textOf(unit);
	const cited = rangeOf(text, citation);
	if (cited === undefined) return [];
	const spans: CitedSpan[] = [];
	let at = 0;
	for (const piece of unit.pieces) {
		const start = Math.max(cited.start - at, 0);
		const end = Math.min(cited.end - at, piece.text.length);
		at += piece.text.length + BETWEEN.length;
		const slice = piece.text.slice(start, Math.max(start, end));
		const blank = slice.length - slice.trimStart().length;
		if (blank === slice.length) continue;
		spans.push({
			document: unit.document.id,
			revision: unit.document.revision,
			evidence: unit.id,
			start: piece.start + start + blank,
			end: piece.start + start + slice.trimEnd().length,
		});
	}
	return spans;
}

/**
 * A range as UTF-16 code units. Indices count code points; where those do not give the cited text,
 * they are taken for code units, as some gateways count.
 */
function rangeOf(text: string, citation: CharLocation): Span | undefined {
	const { start_char_index: from, end_char_index: to, cited_text: cited } = citation;
	const points = { start: offsetOf(text, from), end: offsetOf(text, to) };
	for (const span of [points, { start: from, end: to }])
		if (text.slice(span.start, span.end).trim() === cited.trim()) return span;
	return undefined;
}

function offsetOf(text: string, points: number): number {
	let offset = 0;
	for (let point = 0; point < points && offset < text.length; point++)
		offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
	return offset;
}

/** A message of OpenAI's Chat Completions and Responses APIs. */
export interface OpenAIMessage {
	readonly role: 'user';
	readonly content: string;
}

/** Evidence with what its labels stand for. */
export interface LabelledMessage<Message> {
	readonly message: Message;
	readonly labels: Readonly<Record<string, Labelled>>;
}

/** Evidence as a message of OpenAI's APIs. */
export function toOpenAI(
	evidence: Evidence,
	options: { readonly format?: PromptFormat } = {},
): LabelledMessage<OpenAIMessage> {
	const { text, labels } = toPrompt(evidence, options);
	return { message: { role: 'user', content: text }, labels };
}

/** A message of Vercel's AI SDK. */
export interface AiSdkMessage {
	readonly role: 'user';
	readonly content: { readonly type: 'text'; readonly text: string }[];
}

/** Evidence as a message of Vercel's AI SDK. */
export function toAiSdk(
	evidence: Evidence,
	options: { readonly format?: PromptFormat } = {},
): LabelledMessage<AiSdkMessage> {
	const { text, labels } = toPrompt(evidence, options);
	return { message: { role: 'user', content: [{ type: 'text', text }] }, labels };
}

/** A document of LangChain. */
export interface LangChainDocument {
	readonly id: string;
	/** The slice of the source. */
	readonly pageContent: string;
	readonly metadata: Record<string, string | number>;
}

/** Evidence as documents of LangChain, one a piece, each under its label. */
export function toLangChain(evidence: Evidence): LangChainDocument[] {
	const pieces = labelPieces(evidence);
	const labels = labelMap(pieces);
	return pieces.map(({ label, unit, piece }) => {
		const { revision = '', evidence: id = '' } = labels[label] ?? {};
		return {
			id: label,
			pageContent: piece.text,
			metadata: {
				...describeUnit(unit),
				role: piece.role,
				...(piece.rank === undefined ? {} : { rank: piece.rank }),
				...(piece.chunkId === undefined ? {} : { chunkId: piece.chunkId }),
				revision,
				start: piece.start,
				end: piece.end,
				startLine: piece.startLine,
				endLine: piece.endLine,
				generation: unit.generation,
				evidence: id,
			},
		};
	});
}

function textOf({ pieces }: EvidenceUnit): string {
	return pieces.map(({ text }) => text).join(BETWEEN);
}
