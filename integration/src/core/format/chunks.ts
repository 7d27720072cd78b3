import { NodeFinder } from '../chunks/outermost.ts';
import type { ChunkContext, ChunkDraft } from '../chunks/policy.ts';
import type { AuthoredNode } from '../nodes/node.ts';
import type { SectionSpan } from '../sections.ts';
import type { Span } from '../spans.ts';
import type { DocumentFile } from './files.ts';
import { decodeNumbers, decodeSigned, encodeNumbers, encodeSigned } from '../varints.ts';

/**
 * Chunks start where a node starts and end where a node ends, but for pieces of oversize nodes and
 * for policies that do not know nodes. Their sections and nodes follow from their spans.
 */
type Chunks = DocumentFile['chunks'];

/** A piece of code that a chunk leaves open, with the tokens that were counted for it. */
export interface CountedContext extends ChunkContext {
	readonly tokens: number;
}

/** A chunk as a file has it: without its id, which follows from the rest. */
export interface ChunkContent extends Omit<ChunkDraft, 'context'> {
	readonly context?: readonly CountedContext[];
}

export function encodeChunks(
	nodes: readonly AuthoredNode[],
	chunks: readonly ChunkContent[],
): Chunks {
	const walk = new NodeWalk(nodes);
	const starts: number[] = [];
	const ends: number[] = [];
	const prefixes: [number, string][] = [];
	const parts: [number, number, number, number][] = [];
	const contexts: [number, ...ContextRow][] = [];
	let at = 0;
	chunks.forEach((chunk, order) => {
		starts.push(chunk.start - walk.nextStart(at));
		const count = walk.countTo(chunk);
		ends.push(count === undefined ? 2 * (chunk.end - chunk.start) + 1 : 2 * count);
		at = chunk.end;
		const { prefix, part, context = [] } = chunk;
		if (prefix !== undefined) prefixes.push([order, prefix]);
		if (part !== undefined) parts.push([order, part.of, part.number, part.count]);
		for (const { role, start, end, tokens } of context)
			contexts.push([order, role, start, end, tokens]);
	});
	return {
		starts: encodeSigned(starts),
		ends: encodeNumbers(ends),
		tokens: encodeNumbers(chunks.map(({ tokens }) => tokens)),
		...(prefixes.length === 0 ? {} : { prefixes }),
		...(parts.length === 0 ? {} : { parts }),
		...(contexts.length === 0 ? {} : { contexts }),
	};
}

type ContextRow = [role: ChunkContext['role'], start: number, end: number, tokens: number];

/** @throws {RangeError} where the columns do not fit each other. */
export function decodeChunks(
	columns: Chunks,
	nodes: readonly AuthoredNode[],
	sections: readonly SectionSpan[],
): ChunkContent[] {
	const walk = new NodeWalk(nodes);
	const finder = new NodeFinder(nodes);
	const ends = decodeNumbers(columns.ends);
	const tokens = decodeNumbers(columns.tokens);
	const prefixes = new Map(columns.prefixes);
	const parts = new Map(
		columns.parts?.map(([order, of, number, count]) => [order, { of, number, count }]),
	);
	const contexts = new Map<number, CountedContext[]>();
	for (const [order, role, start, end, counted] of columns.contexts ?? []) {
		const context = { role, start, end, tokens: counted };
		const known = contexts.get(order);
		if (known === undefined) contexts.set(order, [context]);
		else known.push(context);
	}
	const starts = decodeSigned(columns.starts);
	if (starts.length !== ends.length || starts.length !== tokens.length)
		throw new RangeError('The columns of the chunks differ in length.');
	let at = 0;
	let section = 0;
	return starts.map((gap, order) => {
		const start = walk.nextStart(at) + gap;
		const how = ends[order] ?? 0;
		const end = how % 2 === 1 ? start + (how - 1) / 2 : walk.endAfter(start, how / 2);
		at = end;
		while ((sections[section + 1]?.start ?? Infinity) <= start) section++;
		const [prefix, part, context] = [prefixes.get(order), parts.get(order), contexts.get(order)];
		return {
			section,
			start,
			end,
			tokens: tokens[order] ?? 0,
			nodes: finder.outermost({ start, end }),
			...(prefix === undefined ? {} : { prefix }),
			...(part === undefined ? {} : { part }),
			...(context === undefined ? {} : { context }),
		};
	});
}

/** Steps from node to node, over all that a node holds. */
class NodeWalk {
	private readonly nodes: readonly AuthoredNode[];

	constructor(nodes: readonly AuthoredNode[]) {
		this.nodes = nodes;
	}

	/** Where the first node from a place on starts; the place itself where there is none. */
	nextStart(at: number): number {
		return this.next(at)?.start ?? at;
	}

	/** The end of the node that comes after `count` others. */
	endAfter(at: number, count: number): number {
		let end = at;
		for (let step = 0; step <= count; step++) end = this.next(end)?.end ?? end;
		return end;
	}

	/** How many nodes come before the one with which a span ends; undefined where it ends with none. */
	countTo({ start, end }: Span): number | undefined {
		let at = start;
		for (let count = 0; ; count++) {
			const node = this.next(at);
			if (node === undefined || node.end > end) return undefined;
			if (node.end === end) return count;
			at = node.end;
		}
	}

	private next(at: number): AuthoredNode | undefined {
		let low = 0;
		let high = this.nodes.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((this.nodes[middle]?.start ?? 0) < at) low = middle + 1;
			else high = middle;
		}
		return this.nodes[low];
	}
}
