import type { Source } from '../source.ts';
import type { Span } from '../spans.ts';
import { NodeFinder } from './outermost.ts';
import type { ChunkPolicy } from './policy.ts';
import { TokenCounter } from './token-counter.ts';

/**
 * Policies to measure others by. They know sections but not nodes: what they cut apart shows what
 * knowing nodes is worth.
 */

/** Windows of a number of UTF-16 code units inside each section; no character is cut in half. */
export function fixedChar(size: number): ChunkPolicy {
	return baseline('fixed-char', { size }, ({ source }, run) => {
		const spans: Span[] = [];
		for (let start = run.start; start < run.end;) {
			const end = characterEnd(source.text, Math.min(start + size, run.end));
			spans.push({ start, end });
			start = end;
		}
		return spans;
	});
}

/** Runs of lines between blank lines, each with its last line break. */
export function paragraph(): ChunkPolicy {
	return baseline('paragraph', {}, ({ source }, run) => paragraphSpans(source, run));
}

/**
 * Neighbouring paragraphs of a section together while they stay within a number of UTF-16 code
 * units. One paragraph that is larger stays whole.
 */
export function headingAware(size: number): ChunkPolicy {
	return baseline('heading-aware', { size }, ({ source }, run) => {
		const spans: { start: number; end: number }[] = [];
		for (const { start, end } of paragraphSpans(source, run)) {
			const last = spans.at(-1);
			if (last !== undefined && end - last.start <= size) last.end = end;
			else spans.push({ start, end });
		}
		return spans;
	});
}

interface BaselineInput {
	readonly source: Source;
	readonly tokens: TokenCounter;
}

/** A policy that cuts each run of a section's body by itself. */
export function baseline(
	name: string,
	options: ChunkPolicy['options'],
	cut: (input: BaselineInput, run: Span) => readonly Span[],
): ChunkPolicy {
	return {
		name,
		version: 1,
		options,
		chunk({ source, tree, sections }, tokenizer) {
			const finder = new NodeFinder(tree.nodes);
			const tokens = new TokenCounter(source.text, tokenizer);
			const chunks = sections.flatMap((section) =>
				section.stretches
					.flatMap((run) => cut({ source, tokens }, run))
					.filter(({ start, end }) => source.text.slice(start, end).trim() !== '')
					.map(({ start, end }) => ({
						start,
						end,
						section: section.order,
						nodes: finder.outermost({ start, end }),
						tokens: tokens.count(start, end),
					})),
			);
			return { chunks, findings: [] };
		},
	};
}

function paragraphSpans({ text }: Source, run: Span): Span[] {
	const spans: Span[] = [];
	let start: number | undefined;
	let end = run.start;
	for (let at = run.start; at < run.end;) {
		const next = Math.min(run.end, behindLine(text, at));
		if (text.slice(at, next).trim() !== '') {
			start ??= at;
			end = next;
		} else if (start !== undefined) {
			spans.push({ start, end });
			start = undefined;
		}
		at = next;
	}
	if (start !== undefined) spans.push({ start, end });
	return spans;
}

/** The offset behind the line break that ends the line of an offset. */
function behindLine(text: string, offset: number): number {
	for (let at = offset; at < text.length; at++) {
		const unit = text.charCodeAt(at);
		if (unit === 10 || (unit === 13 && text.charCodeAt(at + 1) !== 10)) return at + 1;
	}
	return text.length;
}

/** An offset moved behind the second half of a character that it would cut. */
export function characterEnd(text: string, offset: number): number {
	const before = text.charCodeAt(offset - 1);
	const after = text.charCodeAt(offset);
	const cuts = before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000;
	return cuts ? offset + 1 : offset;
}
