import * as z from 'zod';
import { CitableError } from '../core/errors.ts';
import { excerpt } from '../core/findings.ts';
import { nearestText } from './nearest-text.ts';
import { sourceSpan, type SourceSpan } from './source-spans.ts';

/** A span of a gold question with the text that stands there. */
export interface GoldSpan extends SourceSpan {
	readonly quote: string;
}

/** A question with the spans that answer it. */
export interface GoldQuestion {
	readonly id: string;
	readonly question: string;
	/** What sort of question it is, in the words of the file: fact, qualifier, table-row, … */
	readonly kind: string;
	/** What answers it; empty where the corpus does not. */
	readonly gold: readonly GoldSpan[];
	/** What must travel with the answer: an exception, an introduction, a header. */
	readonly context: readonly GoldSpan[];
}

/** Gold questions over one corpus. */
export interface GoldSet {
	readonly corpus: string;
	readonly questions: readonly GoldQuestion[];
}

const spanSchema = z.object({
	path: z.string().optional(),
	start: z.int().min(0).optional(),
	end: z.int().min(0).optional(),
	quote: z.string().min(1).optional(),
});

const goldSchema = z.object({
	corpus: z.string(),
	questions: z
		.array(
			z.object({
				id: z.string(),
				question: z.string().min(1),
				kind: z.string(),
				/** The path of spans that name none. */
				path: z.string().optional(),
				gold: z.array(spanSchema).default([]),
				context: z.array(spanSchema).default([]),
			}),
		)
		.min(1),
});

/**
 * Reads gold questions and lays their spans against the sources. A span has offsets, a quote, or
 * both; a quote without offsets must be unique in its file. Where both disagree and the quote stands
 * elsewhere in the file, just once, the span has moved there.
 *
 * @param textOf The text of a source by its path, or undefined where there is no such source.
 * @throws {CitableError} `invalid-gold`, `gold-stale` with the nearest text, `gold-ambiguous`.
 */
export function readGold(value: unknown, textOf: (path: string) => string | undefined): GoldSet {
	const parsed = goldSchema.safeParse(value);
	if (!parsed.success) {
		const issue = parsed.error.issues[0];
		throw invalid(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
	}
	const ids = new Set<string>();
	const questions = parsed.data.questions.map(({ id, question, kind, path, gold, context }) => {
		if (ids.has(id)) throw invalid(`two questions have the id ${id}`);
		ids.add(id);
		const locate = (span: z.infer<typeof spanSchema>): GoldSpan => {
			const file = span.path ?? path;
			if (file === undefined) throw invalid(`a span of question ${id} names no path`);
			const text = textOf(file);
			if (text === undefined) throw invalid(`question ${id} names ${file}, which is not there`);
			return goldSpan(id, file, text, span);
		};
		return { id, question, kind, gold: gold.map(locate), context: context.map(locate) };
	});
	return { corpus: parsed.data.corpus, questions };
}

function goldSpan(
	id: string,
	path: string,
	text: string,
	{ start, end, quote }: z.infer<typeof spanSchema>,
): GoldSpan {
	if ((start === undefined) !== (end === undefined))
		throw invalid(`a span of question ${id} has only one bound`);
	if (start !== undefined && end !== undefined) {
		const span = sourceSpan(path, start, end);
		const there = text.slice(start, end);
		if (start < end && end <= text.length && (quote ?? there) === there)
			return { ...span, quote: there };
		if (quote === undefined)
			throw invalid(`a span of question ${id} is empty or reaches past the end of ${path}`);
	}
	if (quote === undefined)
		throw invalid(`a span of question ${id} has neither offsets nor a quote`);
	const at = text.indexOf(quote);
	if (at < 0) {
		const nearest = nearestText(text, quote);
		throw new CitableError(
			'gold-stale',
			{
				id,
				quote: short(quote),
				near: nearest?.line ?? 1,
				nearest: short(nearest?.text ?? ''),
			},
			{ file: path, line: nearest?.line, start: nearest?.start, end: nearest?.end },
		);
	}
	let count = 1;
	for (let next = text.indexOf(quote, at + 1); next >= 0; next = text.indexOf(quote, next + 1))
		count++;
	if (count > 1)
		throw new CitableError('gold-ambiguous', { id, count, quote: short(quote) }, { file: path });
	return { ...sourceSpan(path, at, at + quote.length), quote };
}

function short(text: string): string {
	return excerpt(text, { start: 0, end: text.length }, 120);
}

function invalid(reason: string): CitableError {
	return new CitableError('invalid-gold', { reason });
}
