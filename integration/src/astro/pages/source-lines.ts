import type { IndexedChunk, Source } from '../../core/index.ts';
import { escapeText } from './markup.ts';
import type { SourceBlock } from './source-blocks.ts';
import type { Token } from './source-tokens.ts';

/**
 * Shows lines of a source. The text of the elements is the source, unit by unit: each line is one
 * element that ends with its line break.
 *
 * @param after HTML that stands behind a line, by line.
 */
export function linesHtml(
	source: Source,
	tokens: readonly Token[],
	block: SourceBlock,
	after: ReadonlyMap<number, string>,
): string {
	let made = '';
	let token = firstTokenAt(tokens, source.lines[block.firstLine - 1] ?? 0);
	for (let line = block.firstLine; line <= block.lastLine; line++) {
		const start = source.lines[line - 1] ?? 0;
		const end = source.lines[line] ?? source.text.length;
		while ((tokens[token]?.end ?? Infinity) <= start) token++;
		const runs = runsOf(start, end, tokens, token, block.chunks);
		const whole = block.chunks.length === 1 && isWithin(source.text, start, end, block.chunks[0]);
		made += `<div class="l${whole ? ' in' : ''}" id="L${String(line)}">`;
		for (const run of runs) made += runHtml(source.text, run, whole, block.chunks);
		made += `</div>${after.get(line) ?? ''}`;
	}
	return made;
}

interface Run {
	readonly start: number;
	readonly end: number;
	readonly kind: string;
	readonly chunks: readonly IndexedChunk[];
}

/** Cuts a line where colours or chunks change. */
function runsOf(
	start: number,
	end: number,
	tokens: readonly Token[],
	firstToken: number,
	chunks: readonly IndexedChunk[],
): Run[] {
	const cuts = new Set([start, end]);
	const cut = (at: number): void => {
		if (at > start && at < end) cuts.add(at);
	};
	for (let at = firstToken; (tokens[at]?.start ?? Infinity) < end; at++) {
		cut(tokens[at]?.start ?? 0);
		cut(tokens[at]?.end ?? 0);
	}
	for (const chunk of chunks) {
		cut(chunk.start);
		cut(chunk.end);
	}
	const places = [...cuts].sort((a, b) => a - b);
	let token = firstToken;
	return places.slice(0, -1).map((from, at) => {
		while ((tokens[token]?.end ?? Infinity) <= from) token++;
		const covering = tokens[token];
		return {
			start: from,
			end: places[at + 1] ?? end,
			kind: covering !== undefined && covering.start <= from ? covering.kind : '',
			chunks: chunks.filter((chunk) => chunk.start <= from && from < chunk.end),
		};
	});
}

function runHtml(text: string, run: Run, whole: boolean, chunks: readonly IndexedChunk[]): string {
	const escaped = showDirections(escapeText(text.slice(run.start, run.end)));
	const classes = run.kind === '' ? [] : [run.kind];
	let anchors = '';
	if (!whole && run.chunks.length > 0) classes.push('t');
	if (chunks.length > 1) {
		for (const chunk of run.chunks) {
			classes.push(chunkClass(chunk));
			if (chunk.start === run.start) anchors += `<a id="${chunk.id}"></a>`;
		}
	}
	return classes.length === 0
		? escaped
		: `${anchors}<span class="${classes.join(' ')}">${escaped}</span>`;
}

/** Characters that turn the direction of the text behind them, by their short names. */
const DIRECTIONS: Readonly<Record<string, string>> = {
	'\u202a': 'LRE',
	'\u202b': 'RLE',
	'\u202c': 'PDF',
	'\u202d': 'LRO',
	'\u202e': 'RLO',
	'\u2066': 'LRI',
	'\u2067': 'RLI',
	'\u2068': 'FSI',
	'\u2069': 'PDI',
};

/**
 * Shuts each character that turns the direction of text into an element of its own, where it turns
 * nothing, and lets the style sheet show its name: what is read is what stands there.
 */
export function showDirections(html: string): string {
	return html.replace(
		/[\u202a-\u202e\u2066-\u2069]/g,
		(sign) => `<span class="v" data-name="${DIRECTIONS[sign] ?? ''}">${sign}</span>`,
	);
}

/** Marks the runs of one chunk where several share lines. */
export function chunkClass(chunk: IndexedChunk): string {
	return `k${String(chunk.order)}`;
}

/** Whether all of a line but white space at its ends lies in a chunk. */
function isWithin(
	text: string,
	start: number,
	end: number,
	chunk: IndexedChunk | undefined,
): boolean {
	if (chunk === undefined) return false;
	const before = text.slice(start, Math.max(start, Math.min(chunk.start, end)));
	const behind = text.slice(Math.min(end, Math.max(chunk.end, start)), end);
	return before.trim() === '' && behind.trim() === '' && chunk.start < end && chunk.end > start;
}

function firstTokenAt(tokens: readonly Token[], offset: number): number {
	let low = 0;
	let high = tokens.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((tokens[middle]?.end ?? 0) <= offset) low = middle + 1;
		else high = middle;
	}
	return low;
}
