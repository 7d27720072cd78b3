import { findingAt, type Finding } from '../findings.ts';
import type { Section } from '../sections.ts';
import { contains, type Span } from '../spans.ts';
import type { Tokenizer } from '../tokens.ts';
import { boundsFrom, type Bounds } from './bounds.ts';
import { DocumentView } from './document-view.ts';
import { FORBIDDEN, partition } from './partition.ts';
import type { ChunkableDocument, ChunkContext, ChunkDraft, ChunkPolicy, Part } from './policy.ts';
import { tiesOf } from './ties.ts';
import { unitsOf, type Unit } from './units.ts';

/** How blocks of each kind are kept with what they need; recorded in every generation. */
const ATTACHMENTS = {
	'attach.heading': 'to what follows',
	'attach.qualifier': 'to what it limits, up to the hard limit',
	'attach.introduction': 'to its list, code or table, or by a relation',
	'split.section': 'between blocks',
	'split.list': 'between items',
	'split.table': 'between rows, with the header by a relation',
	'split.callout': 'above the hard limit only',
	'split.code': 'above the hard limit only, at declarations',
	'split.paragraph': 'above the hard limit only, between sentences',
} as const;

/** What may be set of the policy `structure`. */
export interface StructureOptions extends Partial<Bounds> {
	/**
	 * Whether to put the titles of the headings above a chunk in front of the text that is indexed.
	 * Such chunks are not exact; their spans still are.
	 *
	 * @default false
	 */
	readonly headingPath?: boolean;
}

/**
 * Chunks that keep meaning together. A short section is one chunk; a long one is split between
 * blocks and list items, never before what limits the block before as long as both fit the hard
 * limit. Chunks are disjoint, and none leaves its section.
 *
 * @throws {CitableError} `invalid-bounds`
 */
export function structure(input: StructureOptions = {}): ChunkPolicy {
	const bounds = boundsFrom(input);
	const { headingPath = false } = input;
	return {
		name: 'structure',
		version: 1,
		options: {
			minimum: bounds.minimum,
			preferredLow: bounds.preferred[0],
			preferredHigh: bounds.preferred[1],
			hardLimit: bounds.hardLimit,
			headingPath,
			...ATTACHMENTS,
		},
		chunk(document, tokenizer) {
			const view = new DocumentView(document, tokenizer);
			const cut = document.sections.flatMap((section) => cutSection(view, section, bounds));
			const { chunks, findings } = labelParts(view, cut, bounds);
			if (!headingPath) return { chunks, findings };
			return {
				chunks: chunks.map((chunk) => withHeadingPath(document, chunk, tokenizer)),
				findings,
			};
		},
	};
}

/** A chunk with the oversize nodes that it holds a piece of. */
interface Cut {
	readonly chunk: ChunkDraft;
	readonly inside: readonly number[];
}

function cutSection(view: DocumentView, section: Section, bounds: Bounds): Cut[] {
	const heading = view.nodes[section.heading];
	return section.stretches.flatMap((run) => {
		// A heading is never alone: it goes with the text right under it.
		const headed = heading !== undefined && startsRun(view, heading.end, run);
		const units = unitsOf(view, run, headed ? heading : undefined, bounds);
		return groupUnits(view, units, bounds)
			.filter((group) => saysSomething(view, group))
			.map((group) => {
				const span = { start: group[0]?.start ?? 0, end: group.at(-1)?.end ?? 0 };
				return {
					chunk: {
						...span,
						section: section.order,
						nodes: view.finder.outermost(span),
						tokens: view.tokens.count(span.start, span.end),
						...contextOf(group, span),
					},
					inside: [...new Set(group.flatMap((unit) => unit.inside))],
				};
			});
	});
}

/** Whether nothing but blanks stands between a heading and a run. */
function startsRun(view: DocumentView, headingEnd: number, run: Span): boolean {
	return run.start <= headingEnd || view.text.slice(headingEnd, run.start).trim() === '';
}

function groupUnits(view: DocumentView, units: readonly Unit[], bounds: Bounds): Unit[][] {
	const whole = (first: number, end: number): number =>
		view.tokens.count(units[first]?.start ?? 0, units[end - 1]?.end ?? 0);
	if (units.length < 2 || whole(0, units.length) <= bounds.preferred[1]) return [[...units]];
	const ties = tiesOf(view, units);
	const sums = tokenSums(view, units);
	// The sum over units is near the count of their whole, but where the limit is near it must be exact.
	const size = (first: number, end: number): number => {
		const sum = (sums[end] ?? 0) - (sums[first] ?? 0);
		return Math.abs(sum - bounds.hardLimit) < 0.02 * bounds.hardLimit ? whole(first, end) : sum;
	};
	const fits = (first: number, end: number): boolean => size(first, end) <= bounds.hardLimit;
	const cutCost = (unit: number): number => {
		const tie = ties[unit];
		if (tie?.qualifies !== true) return tie?.cost ?? 0;
		// Several qualifiers in a row limit the block before the first.
		let limited = unit - 1;
		while (limited > 0 && ties[limited]?.qualifies === true) limited--;
		return fits(limited, unit + 1) ? FORBIDDEN : tie.cost;
	};
	for (let limit = bounds.hardLimit; ; limit = Math.floor(0.95 * limit)) {
		const firsts = partition(
			{ length: units.length, size, cutCost },
			{ ...bounds, hardLimit: limit },
		);
		const groups = firsts.map((first, place) => ({
			first,
			end: firsts[place + 1] ?? units.length,
		}));
		const tooLarge = groups.some(
			({ first, end }) => end - first > 1 && whole(first, end) > bounds.hardLimit,
		);
		if (!tooLarge) return groups.map(({ first, end }) => units.slice(first, end));
	}
}

/** Tokens before each unit, each counted with the blanks that follow it up to a line break. */
function tokenSums(view: DocumentView, units: readonly Unit[]): number[] {
	const sums = [0];
	let from = units[0]?.start ?? 0;
	units.forEach((unit, place) => {
		const next = units[place + 1];
		const gap = next === undefined ? '' : view.text.slice(unit.end, next.start);
		const line = gap.search(/[^\r\n]*$/);
		const to = unit.end + Math.max(0, line);
		sums.push((sums[place] ?? 0) + view.tokens.count(from, to));
		from = to;
	});
	return sums;
}

function withHeadingPath(
	{ source, tree, sections }: ChunkableDocument,
	chunk: ChunkDraft,
	tokenizer: Tokenizer,
): ChunkDraft {
	const titles = (sections[chunk.section]?.path ?? []).map((index) => {
		const node = tree.nodes[index];
		return node?.type === 'heading' ? node.attributes.title : '';
	});
	if (titles.length === 0) return chunk;
	const prefix = `${titles.join(' > ')}\n\n`;
	const tokens = tokenizer.count(prefix + source.text.slice(chunk.start, chunk.end));
	return { ...chunk, prefix, tokens };
}

/** What the units of a chunk need beside them and the chunk does not hold. */
function contextOf(group: readonly Unit[], span: Span): Pick<ChunkDraft, 'context'> {
	const context = new Map<string, ChunkContext>();
	for (const needed of group.flatMap((unit) => unit.context ?? [])) {
		if (!contains(span, needed)) context.set(`${needed.role} ${needed.start}`, needed);
	}
	return context.size === 0 ? {} : { context: [...context.values()] };
}

/** A chunk of nothing but a rule or a lone tag would say nothing. */
function saysSomething(view: DocumentView, group: readonly Unit[]): boolean {
	return group.some((unit) => {
		// The end of a fence that was cut off by itself still is a part of it.
		if (unit.cut !== undefined || view.leavesIn(unit).length > 0) return true;
		const node = view.nodes[unit.node];
		return (
			node !== undefined &&
			node.type !== 'thematicBreak' &&
			node.type !== 'html' &&
			contains(unit, node)
		);
	});
}

/** Numbers the pieces of each oversize node, and reports the node. */
function labelParts(
	view: DocumentView,
	cuts: readonly Cut[],
	bounds: Bounds,
): { chunks: ChunkDraft[]; findings: Finding[] } {
	const counts = new Map<number, number>();
	for (const { inside } of cuts)
		for (const node of inside) counts.set(node, (counts.get(node) ?? 0) + 1);
	// What ended up in one chunk is no part of anything.
	for (const [node, count] of counts) if (count === 1) counts.delete(node);
	const numbers = new Map<number, number>();
	const chunks = cuts.map(({ chunk, inside }): ChunkDraft => {
		let part: Part | undefined;
		for (const of of inside) {
			const count = counts.get(of);
			if (count === undefined) continue;
			const number = (numbers.get(of) ?? 0) + 1;
			numbers.set(of, number);
			// Of several the innermost tells most.
			part = { of, number, count };
		}
		return part === undefined ? chunk : { ...chunk, part };
	});
	const findings = [...counts].flatMap(([index, parts]) => {
		const node = view.nodes[index];
		const pieces = cuts.filter(({ inside }) => inside.includes(index));
		const first = pieces[0]?.chunk;
		const last = pieces.at(-1)?.chunk;
		if (node === undefined || first === undefined || last === undefined) return [];
		const alone = view.tokens.count(node.start, node.end);
		// A node that fits alone may be too large with its heading, or be split by a comment inside it.
		const tokens = alone > bounds.hardLimit ? alone : view.tokens.count(first.start, last.end);
		if (tokens <= bounds.hardLimit) return [];
		const details = { type: node.type, tokens, limit: bounds.hardLimit, parts };
		return [findingAt(view.source, 'oversize', node, details)];
	});
	return { chunks, findings: [...view.findings, ...findings] };
}
