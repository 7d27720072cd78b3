import type { Nodes } from 'mdast';
import { codes } from '../../integration/src/core/codes.ts';
import { positionAt } from '../../integration/src/core/lines.ts';
import { valueOf, type Leaf } from '../../integration/src/core/nodes/node.ts';
import { sourceRange } from '../../integration/src/core/nodes/segments.ts';
import type { Span } from '../../integration/src/core/spans.ts';
import type { ReadDocument } from './reading.ts';

/**
 * Says what is wrong with a document that was read, whatever it holds; an empty list where all that
 * must hold of every document holds.
 */
export function violations(document: ReadDocument): string[] {
	return [
		...ledgerViolations(document),
		...nodeViolations(document),
		...leafViolations(document),
		...parserViolations(document),
		...sectionViolations(document),
		...findingViolations(document),
	];
}

/** Leaves and syntax together make up the source, each unit once. */
function ledgerViolations({ text, tree, ledger }: ReadDocument): string[] {
	const wrong: string[] = [];
	const whole = ledger.map(({ start, end }) => text.slice(start, end)).join('');
	if (whole !== text) wrong.push('the ledger does not join to the source');
	const runs = [...tree.leaves, ...tree.syntax].sort((a, b) => a.start - b.start || a.end - b.end);
	let at = 0;
	for (const run of runs) {
		if (run.start !== at) wrong.push(`the ledger has a seam at ${show(run)}, not ${at}`);
		if (run.end <= run.start) wrong.push(`the run ${show(run)} is empty`);
		at = run.end;
	}
	if (at !== text.length) wrong.push(`the ledger ends at ${at}, not ${text.length}`);
	return wrong;
}

function nodeViolations({ text, tree }: ReadDocument): string[] {
	const wrong: string[] = [];
	const { nodes } = tree;
	const lastOf = new Map<number, Span & { ordinal: number }>();
	let before = 0;
	nodes.forEach((node, index) => {
		const name = `${node.type} ${show(node)}`;
		if (node.index !== index) wrong.push(`${name} has the index ${node.index}, not ${index}`);
		if (node.parent >= index) wrong.push(`${name} comes before its parent`);
		if (node.start >= node.end) wrong.push(`${name} is empty`);
		if (node.start < 0 || node.end > text.length) wrong.push(`${name} is outside the source`);
		if (node.start < before) wrong.push(`${name} starts before the node in front of it`);
		before = node.start;
		const parent = nodes[node.parent];
		if (parent !== undefined && (node.start < parent.start || node.end > parent.end))
			wrong.push(`${name} is not inside its parent ${parent.type} ${show(parent)}`);
		const sibling = lastOf.get(node.parent);
		if (sibling !== undefined && sibling.end > node.start)
			wrong.push(`${name} overlaps its sibling ${show(sibling)}`);
		if (node.ordinal !== (sibling?.ordinal ?? -1) + 1)
			wrong.push(`${name} has the ordinal ${node.ordinal}`);
		lastOf.set(node.parent, node);
	});
	return wrong;
}

function leafViolations({ text, tree }: ReadDocument): string[] {
	const wrong: string[] = [];
	const children = Map.groupBy(tree.nodes, ({ parent }) => parent);
	for (const leaf of tree.leaves) {
		const name = `${leaf.kind} leaf ${show(leaf)}`;
		const node = tree.nodes[leaf.node];
		if (leaf.node >= 0 && node === undefined) wrong.push(`${name} has no node ${leaf.node}`);
		if (node !== undefined && (leaf.start < node.start || leaf.end > node.end))
			wrong.push(`${name} is not inside its ${node.type} ${show(node)}`);
		const deeper = children
			.get(leaf.node)
			?.find(({ start, end }) => start <= leaf.start && leaf.end <= end);
		if (deeper !== undefined)
			wrong.push(`${name} belongs to ${leaf.node}, but ${deeper.type} ${show(deeper)} holds it`);
		let at = leaf.start;
		for (const segment of leaf.segments) {
			if (segment.start < at || segment.end > leaf.end)
				wrong.push(`${name} has the segment ${show(segment)} out of order`);
			if (segment.start >= segment.end) wrong.push(`${name} has an empty segment`);
			at = segment.end;
		}
		wrong.push(...quoteViolations(text, leaf, name));
	}
	return wrong;
}

/** Every quote of what readers see is found in the source: a sample of three of each leaf. */
function quoteViolations(text: string, leaf: Leaf, name: string): string[] {
	const value = valueOf(text, leaf);
	const third = Math.ceil(value.length / 3);
	const wrong: string[] = [];
	for (const [from, to] of [
		[0, value.length],
		[third, 2 * third],
		[value.length - 1, value.length],
	] as const) {
		if (from >= to || from < 0 || to > value.length) continue;
		const range = sourceRange(leaf.segments, from, to);
		if (range === undefined) {
			wrong.push(`${name} does not find its own quote ${from}-${to}`);
			continue;
		}
		const found = leaf.segments
			.filter((segment) => segment.start < range.end && segment.end > range.start)
			.map(
				(segment) =>
					segment.value ??
					text.slice(Math.max(segment.start, range.start), Math.min(segment.end, range.end)),
			)
			.join('');
		if (!found.includes(value.slice(from, to))) wrong.push(`${name} finds ${found} for its quote`);
	}
	return wrong;
}

/** A leaf over the very span of a literal of the parser's tree has the value the parser gives it. */
function parserViolations({ text, tree, parsed }: ReadDocument): string[] {
	const literals = new Map<string, string>();
	const pending: Nodes[] = [parsed.root];
	for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
		if ('children' in node) pending.push(...node.children);
		if (node.type !== 'text') continue;
		const start = (node.position?.start.offset ?? 0) + parsed.shift;
		const end = (node.position?.end.offset ?? 0) + parsed.shift;
		literals.set(`${start}-${end}`, node.value);
	}
	return tree.leaves.flatMap((leaf) => {
		const value = literals.get(show(leaf));
		if (leaf.kind !== 'text' || value === undefined || value === valueOf(text, leaf)) return [];
		return [
			`text leaf ${show(leaf)} reads ${JSON.stringify(valueOf(text, leaf))}, the parser ${JSON.stringify(value)}`,
		];
	});
}

/** Sections follow one another to the end of the source, and hold every leaf. */
function sectionViolations({ text, tree, sections }: ReadDocument): string[] {
	const wrong: string[] = [];
	let at: number | undefined;
	sections.forEach((section, order) => {
		const name = `section ${show(section)}`;
		if (section.order !== order) wrong.push(`${name} has the order ${section.order}`);
		if (at !== undefined && section.start !== at) wrong.push(`${name} does not start at ${at}`);
		at = section.end;
		if (section.bodyStart < section.start || section.bodyStart > section.end)
			wrong.push(`${name} has its body outside`);
		const heading = tree.nodes[section.heading];
		if (section.heading >= 0 && heading?.type !== 'heading')
			wrong.push(`${name} has no heading ${section.heading}`);
		if (heading !== undefined && heading.start !== section.start)
			wrong.push(`${name} does not start with its heading`);
		let from = section.bodyStart;
		for (const stretch of section.stretches) {
			if (stretch.start < from || stretch.end > section.end || stretch.start >= stretch.end)
				wrong.push(`${name} has the stretch ${show(stretch)} out of order`);
			from = stretch.end;
		}
		let depth = 0;
		for (const index of section.path) {
			const above = tree.nodes[index];
			if (above?.type !== 'heading' || above.attributes.depth <= depth)
				wrong.push(`${name} has no rising path`);
			else depth = above.attributes.depth;
		}
	});
	if (at !== undefined && at !== text.length) wrong.push(`the sections end at ${at}`);
	for (const leaf of tree.leaves) {
		const holders = sections.filter(({ start, end }) => start <= leaf.start && leaf.end <= end);
		if (holders.length !== 1) wrong.push(`${holders.length} sections hold the leaf ${show(leaf)}`);
		const [holder] = holders;
		const inHeading = holder !== undefined && leaf.end <= holder.bodyStart;
		const inStretch = holder?.stretches.some(
			({ start, end }) => start <= leaf.start && leaf.end <= end,
		);
		if (!inHeading && inStretch !== true) wrong.push(`no stretch holds the leaf ${show(leaf)}`);
	}
	return wrong;
}

function findingViolations({ text, source, findings }: ReadDocument): string[] {
	const wrong: string[] = [];
	for (const finding of findings) {
		const name = `finding ${finding.code} ${show(finding)}`;
		if (!(finding.code in codes)) wrong.push(`${name} has no entry`);
		if (finding.start < 0 || finding.end < finding.start || finding.end > text.length)
			wrong.push(`${name} is outside the source`);
		const { line, column } = positionAt(source.lines, finding.start);
		if (finding.line !== line || finding.column !== column)
			wrong.push(`${name} has the place ${finding.line}:${finding.column}`);
		const unfilled = /\{[a-z]\w*\}/.exec(codes[finding.code].message)?.[0];
		if (unfilled !== undefined && finding.message === codes[finding.code].message)
			wrong.push(`${name} left ${unfilled} in its message`);
	}
	return wrong;
}

function show({ start, end }: Span): string {
	return `${start}-${end}`;
}
