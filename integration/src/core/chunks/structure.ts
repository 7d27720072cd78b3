import type { Finding } from '../findings.ts';
import { findingAt } from '../findings.ts';
import type { Section } from '../sections.ts';
import type { Source } from '../source.ts';
import { boundsFrom, type Bounds } from './bounds.ts';
import { DocumentView } from './document-view.ts';
import { FORBIDDEN, partition } from './partition.ts';
import type { ChunkableDocument, ChunkDraft, ChunkPolicy, Part } from './policy.ts';
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

/**
 * Chunks that keep meaning together. A short section is one chunk; a long one is split between
 * blocks and list items, never before what limits the block before as long as both fit the hard
 * limit. Chunks are disjoint, and none leaves its section.
 *
 * @throws {CitableError} `invalid-bounds`
 */
export function structure(input: Partial<Bounds> = {}): ChunkPolicy {
	const bounds = boundsFrom(input);
	return {
		name: 'structure',
		version: 2,
		options: {
			minimum: bounds.minimum,
			preferredLow: bounds.preferred[0],
			preferredHigh: bounds.preferred[1],
			hardLimit: bounds.hardLimit,
			...ATTACHMENTS,
		},
		chunk(document, tokenizer) {
			const view = new DocumentView(document, tokenizer);
			const cut = document.sections.flatMap((section) => cutSection(view, section, bounds));
			return labelParts(document, view, cut, bounds);
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
		const units = unitsOf(view, run, bounds);
		const first = units[0];
		if (first === undefined) return [];
		// A heading is never alone: it goes with the text right under it.
		if (heading !== undefined && view.text.slice(heading.end, first.start).trim() === '')
			units[0] = { ...first, start: heading.start };
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
					},
					inside: [...new Set(group.flatMap((unit) => unit.inside))],
				};
			});
	});
}

function groupUnits(view: DocumentView, units: readonly Unit[], bounds: Bounds): Unit[][] {
	const whole = (first: number, end: number): number =>
		view.tokens.count(units[first]?.start ?? 0, units[end - 1]?.end ?? 0);
	if (units.length === 1 || whole(0, units.length) <= bounds.preferred[1]) return [[...units]];
	const sums = [0];
	units.forEach((unit, place) => {
		const end = units[place + 1]?.start ?? unit.end;
		sums.push((sums[place] ?? 0) + view.tokens.count(unit.start, end));
	});
	const ties = tiesOf(view, units);
	/** Sums of units are near enough, but where the hard limit is near. */
	const size = (first: number, end: number): number => {
		const sum = (sums[end] ?? 0) - (sums[first] ?? 0);
		return Math.abs(sum - bounds.hardLimit) < 0.15 * bounds.hardLimit ? whole(first, end) : sum;
	};
	const groups = partition(
		{
			length: units.length,
			size,
			cutCost: (unit) => {
				const tie = ties[unit];
				if (tie?.qualifies !== true) return tie?.cost ?? 0;
				// Several qualifiers in a row limit the block before the first.
				let limited = unit - 1;
				while (limited > 0 && ties[limited]?.qualifies === true) limited--;
				return size(limited, unit + 1) <= bounds.hardLimit ? FORBIDDEN : tie.cost;
			},
		},
		bounds,
	);
	return groups.map((first, place) => units.slice(first, groups[place + 1] ?? units.length));
}

/** A chunk of nothing but a rule or a lone tag would say nothing. */
function saysSomething(view: DocumentView, group: readonly Unit[]): boolean {
	return group.some((unit) => {
		const type = view.nodes[unit.node]?.type;
		return (type !== 'thematicBreak' && type !== 'html') || view.leavesIn(unit).length > 0;
	});
}

/** Numbers the pieces of each oversize node, and reports the node. */
function labelParts(
	{ source }: { readonly source: Source } & ChunkableDocument,
	view: DocumentView,
	cuts: readonly Cut[],
	bounds: Bounds,
): { chunks: ChunkDraft[]; findings: Finding[] } {
	const counts = new Map<number, number>();
	for (const { inside } of cuts)
		for (const node of inside) counts.set(node, (counts.get(node) ?? 0) + 1);
	const numbers = new Map<number, number>();
	const chunks = cuts.map(({ chunk, inside }): ChunkDraft => {
		let part: Part | undefined;
		for (const of of inside) {
			const number = (numbers.get(of) ?? 0) + 1;
			numbers.set(of, number);
			// Of several the innermost tells most.
			part = { of, number, count: counts.get(of) ?? 0 };
		}
		return part === undefined ? chunk : { ...chunk, part };
	});
	const findings = [...counts].flatMap(([index, parts]) => {
		const node = view.nodes[index];
		if (node === undefined) return [];
		const tokens = view.tokens.count(node.start, node.end);
		const details = { type: node.type, tokens, limit: bounds.hardLimit, parts };
		return [findingAt(source, 'oversize', node, details)];
	});
	return { chunks, findings };
}
