import { codes, fill, type Code, type Details, type Severity } from './codes.ts';
import type { CitableError } from './errors.ts';
import { positionAt } from './lines.ts';
import { onOneLine } from './one-line.ts';
import type { Source } from './source.ts';
import type { Span } from './spans.ts';

/** Something in a document that cannot be fully trusted, or is worth a second look. */
export interface Finding {
	readonly code: Code;
	readonly severity: Severity;
	readonly message: string;
	readonly hint: string;
	/** Path of the file. */
	readonly file: string;
	/** 1-based; the place where the finding starts. */
	readonly line: number;
	readonly column: number;
	/** UTF-16 code units of the source. */
	readonly start: number;
	readonly end: number;
}

/** What severities the options give to codes; `off` leaves findings of the code out. */
export type SeverityOverrides = Readonly<Partial<Record<Code, Severity | 'off'>>>;

/** Makes a finding about a span of a source. */
export function findingAt(source: Source, code: Code, span: Span, details: Details = {}): Finding {
	return {
		code,
		severity: codes[code].severity,
		message: fill(codes[code].message, details),
		hint: fill(codes[code].hint, details),
		file: source.path,
		...positionAt(source.lines, span.start),
		start: span.start,
		end: span.end,
	};
}

/** The error that made a document fail, as a finding. */
export function findingOf(file: string, error: CitableError): Finding {
	const { line = 1, column = 1, start = 0, end = start } = error.place;
	return {
		code: error.code,
		severity: 'error',
		message: fill(codes[error.code].message, error.details),
		hint: error.hint,
		file: error.place.file ?? file,
		line,
		column,
		start,
		end,
	};
}

/** Findings with the severities of the options, in reading order. */
export function graded(findings: readonly Finding[], overrides: SeverityOverrides): Finding[] {
	const kept: Finding[] = [];
	for (const finding of findings) {
		const severity = overrides[finding.code] ?? finding.severity;
		if (severity !== 'off') kept.push({ ...finding, severity });
	}
	return kept.sort((a, b) => a.start - b.start || a.end - b.end || (a.code < b.code ? -1 : 1));
}

/** A short piece of source text on one line, for messages. */
export function excerpt(text: string, span: Span, limit = 60): string {
	const line = onOneLine(text.slice(span.start, Math.min(span.end, span.start + 4 * limit)));
	return line.length > limit ? `${line.slice(0, limit - 1).trimEnd()}…` : line;
}
