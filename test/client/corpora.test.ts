import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { CitableIndex } from 'astro-citable/client';
import { describeShared } from '../corpora.ts';
import { generationOf, openGenerations } from './opened.ts';

/** Numbers that look random and are the same each time. */
function randomFrom(seed: number): (below: number) => number {
	let state = seed;
	return (below) => {
		state = (Math.imul(state, 1103515245) + 12345) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
}

describeShared('the client, on the Rust book', 'corpora/rust-book', (root) => {
	let index: CitableIndex;
	let chunks: string[];

	beforeAll(async () => {
		const paths = globSync('**/*.md', { cwd: root }).sort();
		const sources = Object.fromEntries(
			paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]),
		);
		const generation = generationOf(sources);
		chunks = generation.documents.flatMap((document) => document.chunks.map(({ id }) => id));
		index = await openGenerations(generation);
	}, 240_000);

	it('finds what readers see of any two words and more, where it stands', async () => {
		const random = randomFrom(1);
		for (let times = 0; times < 400; times++) {
			const view = await index.view(chunks[random(chunks.length)]!);
			const start = random(view.text.length);
			const end = Math.min(view.text.length, start + 20 + random(200));
			const quote = view.visible.valueOf({ start, end });
			if (quote.trim() === '') continue;
			const found = view.visible.locateSeen(quote);
			const seen = (value: string) => value.replace(/\s+/g, ' ').trim();
			expect(found.map((span) => seen(view.visible.valueOf(span)))).toContain(seen(quote));
			expect(found.some((span) => span.start < end && span.end > start)).toBe(true);
		}
	});

	it('cites and verifies any chunk, and evidence of it', async () => {
		const random = randomFrom(2);
		for (let times = 0; times < 100; times++) {
			const id = chunks[random(chunks.length)]!;
			const budget = 50 + random(1500);
			const evidence = await index.expand([id], { budget });
			expect(evidence.tokens).toBeLessThanOrEqual(budget);
			for (const unit of evidence.units) {
				const { text } = await index.view(id);
				for (const { start, end, text: slice } of unit.pieces) {
					expect(text.slice(start, end)).toBe(slice);
					const place = { document: unit.document.id, start, end };
					const citation = await index.cite(place, { evidence: unit.id });
					expect((await index.verify(citation, { evidence })).verdict).toBe('exact');
					const found = await index.locate(unit.document.id, citation.selectors);
					expect(found).toMatchObject({ start, end });
				}
			}
		}
	});

	it('says that edits are edits, and that other text is gone', async () => {
		const random = randomFrom(3);
		const verdicts = { edited: 0, deleted: 0 };
		for (let times = 0; times < 60; times++) {
			const chunk = await index.chunk(chunks[random(chunks.length)]!);
			const { text } = await index.view(chunk.id);
			const line = chunk.text.split('\n').find((words) => words.trim().split(' ').length >= 8);
			if (line === undefined) continue;
			const start = text.indexOf(line, chunk.start);
			const place = { document: chunk.document.id, start, end: start + line.length };
			const citation = await index.cite(place);
			const words = line.split(' ');
			words[random(words.length)] = 'otherwise';
			const { path } = chunk.document;
			const edited = text.replaceAll(line, words.join(' '));
			if (edited === text) continue;
			const { verdict } = await index.verify(citation, { sources: { [path]: edited } });
			expect(verdict).toBe('edited');
			const gone = text.replaceAll(line, '');
			const without = await index.verify(citation, { sources: { [path]: gone } });
			expect(['edited', 'deleted']).toContain(without.verdict);
			if (without.verdict === 'deleted') verdicts.deleted++;
			else verdicts.edited++;
		}
		// Lines that are like others in the same chapter may be taken for edits of these.
		expect(verdicts.deleted).toBeGreaterThan(2 * verdicts.edited);
	});
});
