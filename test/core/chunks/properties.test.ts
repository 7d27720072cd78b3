import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { policyFrom } from '../../../integration/src/core/chunks/policies.ts';
import type { ChunkPolicy } from '../../../integration/src/core/chunks/policy.ts';
import { structure } from '../../../integration/src/core/chunks/structure.ts';
import type { IndexedDocument } from '../../../integration/src/core/indexed-document.ts';
import { outermostIn } from '../../../integration/src/core/nodes/tree.ts';
import { o200k } from '../../../integration/src/core/tokens.ts';
import { measureBoundaries, measures } from '../../bench/chunk-measures.ts';
import { documents } from '../documents.ts';
import { cut } from './cutting.ts';

const formats = ['md', 'mdx'] as const;
const RUNS = Number(process.env['RUNS'] ?? 60);

/** Bounds so small that even short documents are split, and some blocks are too large. */
const bounds = fc
	.tuple(
		fc.integer({ min: 1, max: 20 }),
		fc.integer({ min: 0, max: 30 }),
		fc.integer({ min: 0, max: 60 }),
		fc.integer({ min: 0, max: 100 }),
	)
	.map(([minimum, low, high, hard]) => ({
		minimum,
		preferred: [minimum + low, minimum + low + high] as const,
		hardLimit: Math.max(40, minimum + low + high + hard),
	}))
	.filter(({ preferred, hardLimit }) => preferred[1] <= hardLimit);

const baselines: readonly ChunkPolicy[] = [
	'fixed-char:1',
	'fixed-char:7',
	'fixed-char:80',
	'paragraph',
	'heading-aware:220',
	'fixed-token:16',
].map(policyFrom);

/** What must hold of the chunks of any policy but one with overlap. */
function checkChunks({ source, tree, sections, chunks }: IndexedDocument): void {
	let end = 0;
	for (const chunk of chunks) {
		const section = sections[chunk.section]!;
		const text = source.text.slice(chunk.start, chunk.end);
		expect(chunk.start).toBeGreaterThanOrEqual(end);
		expect(chunk.start).toBeGreaterThanOrEqual(section.start);
		expect(chunk.end).toBeLessThanOrEqual(section.end);
		expect(text.trim()).not.toBe('');
		expect(text.isWellFormed()).toBe(true);
		expect(chunk.tokens).toBe(o200k.count(text));
		expect(chunk.nodes).toEqual(outermostIn(tree.nodes, chunk).map((node) => node.index));
		for (const run of tree.syntax) {
			if (run.kind !== 'frontmatter' && run.kind !== 'esm') continue;
			expect(run.end <= chunk.start || chunk.end <= run.start).toBe(true);
		}
		({ end } = chunk);
	}
}

/** The leaves of which no chunk holds all that is not blank. A break between blocks says nothing. */
function uncovered({ source, tree, chunks }: IndexedDocument): number[] {
	return tree.leaves.flatMap((leaf, place) => {
		if (leaf.kind === 'break') return [];
		for (let at = leaf.start; at < leaf.end; at++) {
			if (source.text.charAt(at).trim() === '') continue;
			if (!chunks.some((chunk) => chunk.start <= at && at < chunk.end)) return [place];
		}
		return [];
	});
}

describe.each(formats)('structure in .%s', (format) => {
	it('cuts into disjoint chunks within sections and bounds, and covers all text', () => {
		fc.assert(
			fc.property(documents(format), bounds, ({ text }, limits) => {
				const indexed = cut(text, structure(limits), `page.${format}`);
				checkChunks(indexed);
				const { source, tree, sections, chunks } = indexed;
				for (const chunk of chunks) expect(chunk.tokens).toBeLessThanOrEqual(limits.hardLimit);
				for (const place of uncovered(indexed)) {
					// Only a heading without text right under it is in no chunk: it would be alone.
					const leaf = tree.leaves[place]!;
					const section = sections.find(({ heading }) => {
						const node = tree.nodes[heading];
						return node !== undefined && node.start <= leaf.start && leaf.end <= node.end;
					});
					expect(section).toBeDefined();
					const first = chunks.find((chunk) => chunk.section === section!.order);
					const between = source.text.slice(section!.bodyStart, first?.start ?? section!.end);
					if (first !== undefined) expect(between.trim()).not.toBe('');
				}
			}),
			{ numRuns: RUNS },
		);
	});

	it('cuts nothing apart in silence', () => {
		fc.assert(
			fc.property(documents(format), bounds, ({ text }, limits) => {
				const indexed = cut(text, structure(limits), `page.${format}`);
				const chunks = indexed.chunks.map(({ start, end, tokens, part }) => ({
					start,
					end,
					tokens,
					...(part === undefined ? {} : { part: part.of }),
				}));
				const measured = measureBoundaries(indexed, chunks, {
					tokenizer: o200k,
					linked: true,
					limit: limits.hardLimit,
				});
				expect(measures.filter((name) => measured[name].silent > 0)).toEqual([]);
			}),
			{ numRuns: RUNS },
		);
	});

	it('numbers the parts of what is too large, and reports it', () => {
		fc.assert(
			fc.property(documents(format), bounds, ({ text }, limits) => {
				const { source, tree, chunks, findings } = cut(text, structure(limits), `page.${format}`);
				const reported = findings.filter(({ code }) => code === 'oversize');
				for (const { part, start, end } of chunks) {
					if (part === undefined) continue;
					const node = tree.nodes[part.of]!;
					expect(part.number).toBeGreaterThanOrEqual(1);
					expect(part.number).toBeLessThanOrEqual(part.count);
					expect(part.count).toBeGreaterThan(1);
					expect(start < node.end && node.start < end).toBe(true);
					const pieces = chunks.filter((chunk) => chunk.part?.of === part.of);
					const tokens = o200k.count(source.text.slice(pieces[0]!.start, pieces.at(-1)!.end));
					if (tokens <= limits.hardLimit) continue;
					expect(reported.some((found) => found.start === node.start)).toBe(true);
				}
			}),
			{ numRuns: RUNS },
		);
	});
});

describe.each(formats)('baselines in .%s', (format) => {
	it('cut into disjoint chunks within sections, and cover all text below headings', () => {
		fc.assert(
			fc.property(documents(format), fc.constantFrom(...baselines), ({ text }, policy) => {
				const indexed = cut(text, policy, `page.${format}`);
				checkChunks(indexed);
				const { tree, sections } = indexed;
				for (const place of uncovered(indexed)) {
					const leaf = tree.leaves[place]!;
					expect(
						sections.some(({ start, bodyStart }) => start <= leaf.start && leaf.end <= bodyStart),
					).toBe(true);
				}
			}),
			{ numRuns: RUNS },
		);
	});

	it('overlap by no more than they are told to, and leave no gap', () => {
		fc.assert(
			fc.property(
				documents(format),
				fc.integer({ min: 2, max: 40 }),
				fc.double({ min: 0, max: 0.9, noNaN: true }),
				({ text }, size, share) => {
					const overlap = Math.floor(size * share);
					const { source, chunks } = cut(
						text,
						policyFrom(`fixed-token:${size},${overlap}`),
						`page.${format}`,
					);
					chunks.forEach((chunk, place) => {
						const before = chunks[place - 1];
						if (before === undefined || before.end <= chunk.start) return;
						expect(chunk.start).toBeGreaterThan(before.start);
						expect(chunk.end).toBeGreaterThan(before.end);
						const shared = source.text.slice(chunk.start, before.end);
						expect(o200k.count(shared)).toBeLessThanOrEqual(overlap);
					});
				},
			),
			{ numRuns: RUNS },
		);
	});
});
