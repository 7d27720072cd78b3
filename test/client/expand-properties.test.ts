import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CitableIndex, Evidence, ExpandOptions } from 'astro-citable/client';
import { lengthOf, overlapLength } from 'astro-citable/core';
import { openSources, type Sources } from './opened.ts';

const word = fc.constantFrom('tide', 'rope', 'Sørøya', '潮', 'keel', '🔥', 'knot', 'pier', 'gull');
const phrase = fc.array(word, { minLength: 1, maxLength: 9 }).map((words) => words.join(' '));

const paragraph = fc.oneof(
	phrase,
	phrase.map((text) => `Except ${text}.`),
	phrase.map((text) => `${text} [see](#end)[^1]`),
	phrase.map((text) => `> ${text}\n> *${text}*`),
	phrase.map((text) => `:::note\n${text}\n:::`),
);
const list = fc
	.tuple(phrase, fc.array(phrase, { minLength: 1, maxLength: 8 }))
	.map(([lead, items]) => `${lead}:\n\n${items.map((item) => `- ${item}`).join('\n')}`);
const table = fc
	.array(phrase, { minLength: 1, maxLength: 6 })
	.map(
		(cells) =>
			`Some rows:\n\n| a | b |\n| - | - |\n${cells.map((cell) => `| ${cell} | x |`).join('\n')}`,
	);
const code = fc
	.array(phrase, { minLength: 1, maxLength: 30 })
	.map((lines) => `Run this:\n\n\`\`\`sh\n${lines.join('\n')}\n\`\`\``);
const section = fc
	.tuple(phrase, fc.array(fc.oneof(paragraph, list, table, code), { maxLength: 5 }))
	.map(([title, blocks]) => [`## ${title}`, ...blocks].join('\n\n'));
const document = fc
	.array(section, { minLength: 1, maxLength: 4 })
	.map(
		(sections) =>
			`# Log\n\nIt starts.\n\n${sections.join('\n\n')}\n\n## End\n\nOver.[^1]\n\n[^1]: A note.\n`,
	);

const policy = fc.constantFrom(
	'paragraph',
	'structure',
	'fixed-char:2000',
	'structure:minimum=1,preferred=1-8,hardLimit=20',
	'fixed-char:40',
	'fixed-token:16,4',
	'heading-aware:80',
);

interface Case {
	readonly index: CitableIndex;
	readonly sources: Sources;
	/** Ids of all chunks. */
	readonly chunks: readonly string[];
}

/** Opens two versions of a document, and runs a check on some of their chunks. */
async function check(
	property: (the: Case, seeds: string[], options: ExpandOptions) => Promise<void>,
	options: fc.Arbitrary<ExpandOptions>,
) {
	await fc.assert(
		fc.asyncProperty(
			document,
			document,
			policy,
			fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
			options,
			async (one, two, cutBy, picks, given) => {
				const sources = { 'v1.md': `---\nversion: 1\n---\n${one}`, 'v2.md': two };
				const index = await openSources(sources, cutBy);
				const chunks: string[] = [];
				for (const entry of await index.documents()) {
					const view = await index.view(entry);
					chunks.push(...view.content.chunks.map((_, order) => view.chunkId(order)));
				}
				const seeds = [...new Set(picks.map((pick) => chunks[pick % chunks.length]!))];
				await property({ index, sources, chunks }, seeds, given);
			},
		),
		{ numRuns: 40 },
	);
}

const anyOptions = fc.record(
	{
		radius: fc.nat(3),
		budget: fc.integer({ min: 1, max: 200 }),
		query: phrase,
		siblings: fc.nat(4),
		relationTokens: fc.nat(100),
		count: fc.constant((text: string) => text.length),
	},
	{ requiredKeys: [] },
);
const unlimited = fc.record({ radius: fc.nat(3) });

/** What is in the evidence, whatever the order of the seeds. */
function contentOf({ units }: Evidence) {
	return units
		.flatMap(({ document: { id }, pieces, context }) =>
			pieces.map(({ role, start, end, ...piece }) => ({
				id,
				role,
				start,
				end,
				for: piece.for,
				context,
			})),
		)
		.sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : a.start - b.start));
}

describe('evidence', () => {
	it('is disjoint slices of sources, each with the role that it has', async () => {
		await check(async ({ index, sources }, seeds, options) => {
			const evidence = await index.expand(seeds, options);
			const radius = options.radius ?? index.expansion.radius.default;
			for (const {
				document: { path, id },
				pieces,
			} of evidence.units) {
				const text = sources[path]!;
				for (const piece of pieces) {
					expect(piece.text).toBe(text.slice(piece.start, piece.end));
					expect(lengthOf(piece)).toBeGreaterThan(0);
					expect(piece.rank !== undefined).toBe(piece.role === 'seed');
					if (piece.rank !== undefined) expect(seeds[piece.rank - 1]).toBe(piece.chunkId);
					for (const seed of piece.for) {
						expect(seeds).toContain(seed);
						const from = await index.chunk(seed);
						// Neither another document nor another version.
						expect(from.document.id).toBe(id);
						if (piece.role !== 'neighbor') continue;
						const chunk = await index.chunk(piece.chunkId!);
						expect(chunk.sectionId).toBe(from.sectionId);
						expect(Math.abs(chunk.order - from.order)).toBeLessThanOrEqual(radius);
					}
				}
			}
			const all = evidence.units.flatMap(({ document: { id }, pieces }) =>
				pieces.map((piece) => ({ id, piece })),
			);
			all.forEach((a, at) => {
				for (const b of all.slice(at + 1))
					if (a.id === b.id) expect(overlapLength(a.piece, b.piece)).toBe(0);
			});
		}, anyOptions);
	});

	it('is ordered by the best seeds, and holds all of them that fit', async () => {
		await check(async ({ index }, seeds, options) => {
			const evidence = await index.expand(seeds, options);
			const best = evidence.units.map((unit) => unit.seeds[0]!.rank);
			expect(best).toEqual([...best].sort((a, b) => a - b));
			const held = evidence.units.flatMap((unit) => unit.seeds.map(({ chunkId }) => chunkId));
			const out = evidence.leftOut.flatMap(({ role, id }) => (role === 'seed' ? [id!] : []));
			expect([...new Set([...held, ...out])].sort()).toEqual([...seeds].sort());
			// What is among both came in parts: the unit says that the rest lacks.
			for (const { seeds: own, context } of evidence.units)
				if (own.some(({ chunkId }) => out.includes(chunkId))) expect(context).toBe('incomplete');
			if (options.budget === undefined) expect(out).toEqual([]);
		}, anyOptions);
	});

	it('keeps to its budget, by the counts of the index and by others', async () => {
		await check(async ({ index }, seeds, options) => {
			const evidence = await index.expand(seeds, options);
			const pieces = evidence.units.flatMap((unit) => unit.pieces);
			const total = pieces.reduce((sum, { tokens }) => sum + tokens, 0);
			expect(evidence.tokens).toBe(total);
			expect(total).toBeLessThanOrEqual(options.budget ?? Infinity);
			if (options.count !== undefined)
				for (const { text, tokens } of pieces) expect(tokens).toBe(text.length);
		}, anyOptions);
	});

	it('does not depend on the order of the seeds, and stays what it is', async () => {
		await check(async ({ index }, seeds, options) => {
			const evidence = await index.expand(seeds, options);
			const reversed = await index.expand([...seeds].reverse(), options);
			expect(contentOf(reversed)).toEqual(contentOf(evidence));
			expect(await index.expand(seeds, options)).toEqual(evidence);
		}, unlimited);
	});

	it('says what it lacks, and has it when that is asked for', async () => {
		await check(async ({ index }, seeds, options) => {
			const evidence = await index.expand(seeds, options);
			for (const unit of evidence.units) {
				const complete = unit.requires.every(({ present }) => present);
				expect(unit.context).toBe(complete ? 'complete' : 'incomplete');
			}
			for (const { id } of evidence.leftOut)
				await (id!.startsWith('c-') ? index.chunk(id!) : index.node(id!));
			const { budget, ...caps } = options;
			const capped = await index.expand(seeds, caps);
			if (budget === undefined) expect(capped).toEqual(evidence);
			const more = await index.expand(seeds, {
				...caps,
				take: capped.leftOut.map(({ id }) => id!),
			});
			expect(more.leftOut).toEqual([]);
			expect(more.units.map(({ context }) => context)).not.toContain('incomplete');
		}, anyOptions);
	});
});
