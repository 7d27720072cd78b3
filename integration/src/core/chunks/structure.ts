import type { Section } from '../sections.ts';
import type { Span } from '../spans.ts';
import type { Tokenizer } from '../tokens.ts';
import { boundsFrom, type Bounds } from './bounds.ts';
import { NodeFinder } from './outermost.ts';
import type { ChunkableDocument, ChunkDraft, ChunkPolicy } from './policy.ts';

/**
 * Chunks of whole blocks: a short section is one chunk, a long one is split between blocks.
 *
 * @throws {CitableError} `invalid-bounds`
 */
export function structure(input: Partial<Bounds> = {}): ChunkPolicy {
	const bounds = boundsFrom(input);
	return {
		name: 'structure',
		version: 1,
		options: {
			minimum: bounds.minimum,
			preferredLow: bounds.preferred[0],
			preferredHigh: bounds.preferred[1],
			hardLimit: bounds.hardLimit,
		},
		chunk(document, tokenizer) {
			const finder = new NodeFinder(document.tree.nodes);
			const chunks = document.sections.flatMap((section) =>
				sectionChunks(document, section, finder, bounds, tokenizer),
			);
			return { chunks, findings: [] };
		},
	};
}

function sectionChunks(
	{ source, tree }: ChunkableDocument,
	section: Section,
	finder: NodeFinder,
	bounds: Bounds,
	tokenizer: Tokenizer,
): ChunkDraft[] {
	const heading = tree.nodes[section.heading];
	const chunks: ChunkDraft[] = [];
	for (const run of section.stretches) {
		const group: { start: number; end: number; tokens: number }[] = [];
		for (const block of blocksIn(finder, run)) {
			const tokens = tokenizer.count(source.text.slice(block.start, block.end));
			const last = group.at(-1);
			if (last !== undefined && last.tokens + tokens <= bounds.preferred[1]) {
				last.end = block.end;
				last.tokens += tokens;
			} else group.push({ start: block.start, end: block.end, tokens });
		}
		const first = group[0];
		if (
			first !== undefined &&
			heading !== undefined &&
			source.text.slice(heading.end, first.start).trim() === ''
		) {
			first.start = heading.start;
		}
		for (const { start, end } of group) {
			const span = { start, end };
			chunks.push({ ...span, section: section.order, nodes: finder.outermost(span) });
		}
	}
	return chunks;
}

/** The outermost blocks that lie whole inside a run; a block that the run cuts gives its children. */
function blocksIn(finder: NodeFinder, run: Span, parent = -1): Span[] {
	return finder.within(parent, run).flatMap((node) => {
		if (node.start >= run.start && node.end <= run.end) return [node];
		const inside = blocksIn(finder, run, node.index);
		if (inside.length > 0) return inside;
		return [{ start: Math.max(node.start, run.start), end: Math.min(node.end, run.end) }];
	});
}
