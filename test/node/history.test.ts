import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paths } from '../../integration/src/core/index.ts';
import {
	buildFolder,
	openFolder,
	openIndex,
	publish,
	verifyIndex,
	type BuildOptions,
} from '../../integration/src/node/index.ts';
import { filesIn, manual, temporaryFolder } from './folders.ts';

type Sources = Readonly<Record<string, string>>;

async function generationOf(files: Sources, options: BuildOptions = {}) {
	return (await buildFolder(temporaryFolder(files), options)).generation;
}

const edited: Sources = { ...manual, 'index.md': '# Harbour\n\nThe office has moved.\n' };
const shorter: Sources = { 'guides/berths.md': '# Berths\n\nThere are none left.\n' };

describe('keeping earlier generations', () => {
	it('opens an old citation at its exact old revision', async () => {
		const [out, dir] = [temporaryFolder(), temporaryFolder()];
		await publish(out, await generationOf(manual), { dir });
		const index = await openIndex(out);
		const [hit] = await index.search('rescue boats');
		const citation = await index.cite(hit!);
		for (const sources of [edited, shorter])
			await publish(out, await generationOf(sources), { dir });
		const now = await openIndex(out);
		expect(now.retained).toHaveLength(3);
		const then = await now.open(citation.generation);
		const { start, end } = citation.span;
		expect((await then.source(citation.revision)).slice(start, end)).toBe(citation.quote);
		expect((await now.verify(citation)).verdict).not.toBe('unknown-generation');
		expect((await then.chunk(hit!.chunkId)).text).toBe(hit!.text);
	});

	it('keeps as many as it is told, newest first, and removes the files of the others', async () => {
		const out = temporaryFolder();
		const generations = [];
		for (const text of ['One.', 'Two.', 'Three.', 'Four.']) {
			const generation = await generationOf({ 'a.md': text });
			generations.push(generation);
			await publish(out, generation, { dir: out, keep: 2 });
		}
		const ids = generations.map(({ id }) => id).reverse();
		expect((await openIndex(out)).retained).toEqual(ids.slice(0, 3));
		const files = filesIn(out);
		const sources = [...files].filter(([path]) => path.startsWith('sources/'));
		expect(sources.map(([, content]) => content.toString()).sort()).toEqual([
			'Four.',
			'Three.',
			'Two.',
		]);
		expect([...files.keys()].filter((path) => path.startsWith('search/'))).toHaveLength(1);
	});

	it('names a generation once, though it comes back', async () => {
		const out = temporaryFolder();
		const [one, two] = [await generationOf(manual), await generationOf(edited)];
		for (const generation of [one, two, one, one]) await publish(out, generation, { dir: out });
		expect((await openIndex(out)).retained).toEqual([one.id, two.id]);
	});

	it('keeps no search files in the history, and all in the output', async () => {
		const [out, dir] = [temporaryFolder(), temporaryFolder()];
		await publish(out, await generationOf(manual), { dir });
		await publish(out, await generationOf(edited), { dir });
		const without = [...filesIn(out)].filter(([path]) => !path.startsWith('search/'));
		expect(filesIn(dir)).toEqual(new Map(without));
		expect(await (await openIndex(out)).search('office')).not.toEqual([]);
	});

	it('publishes the history anew where the output is lost', async () => {
		const [out, dir] = [temporaryFolder(), temporaryFolder()];
		await publish(out, await generationOf(manual), { dir });
		await publish(out, await generationOf(edited), { dir });
		const before = filesIn(out);
		const fresh = temporaryFolder();
		await publish(fresh, await generationOf(edited), { dir });
		expect(filesIn(fresh)).toEqual(before);
	});

	it('says which generation is lost to a broken history, and publishes the others', async () => {
		const [out, dir] = [temporaryFolder(), temporaryFolder()];
		const all = [
			await generationOf(manual),
			await generationOf(edited),
			await generationOf(shorter),
		];
		await publish(out, all[0]!, { dir });
		await publish(out, all[1]!, { dir });
		const only = all[1]!.files.find(
			({ path }) =>
				path.startsWith('sources/') && !all[0]!.files.some((file) => file.path === path),
		)!;
		writeFileSync(join(dir, only.path), 'Forged.');
		const { lost, retained } = await publish(out, all[2]!, { dir });
		expect(retained).toEqual([all[2]!.id, all[0]!.id]);
		expect(lost.map(({ code, message }) => [code, message.includes(all[1]!.id)])).toEqual([
			['generation-lost', true],
		]);
		const { problems, checked } = await verifyIndex(openFolder(out), 'out');
		expect(problems).toEqual([]);
		expect(checked.generations).toBe(2);
		expect([...filesIn(out).values()].join()).not.toContain('Forged.');
	});

	it('refuses a history folder whose pointer is no pointer', async () => {
		const dir = temporaryFolder({ 'current.json': 'mine' });
		await expect(
			publish(temporaryFolder(), await generationOf(manual), { dir }),
		).rejects.toMatchObject({ code: 'format-invalid' });
	});

	it('refuses the history of other readers', async () => {
		const dir = temporaryFolder();
		const sources = { 'a.md': 'For all.\n', 'internal/b.md': 'For some.\n' };
		const scopes = { paths: { internal: 'staff' } };
		const audience = { name: 'staff', scopes: ['staff'] };
		const staff = await generationOf(sources, { scopes, audience });
		await publish(temporaryFolder(), staff, { dir });
		const out = temporaryFolder();
		for (const options of [{}, { scopes }]) {
			const open = await generationOf(sources, options);
			await expect(publish(out, open, { dir })).rejects.toMatchObject({ code: 'invalid-config' });
		}
		expect([...filesIn(out).keys()]).toEqual([]);
	});

	it('keeps no generation that holds what its readers may no longer read', async () => {
		const dir = temporaryFolder();
		const sources = {
			'a.md': 'For all.\n',
			'plans/b.md': 'The old bridge will be torn down in spring.\n',
		};
		const before = await generationOf(sources, { scopes: { paths: { internal: 'staff' } } });
		await publish(temporaryFolder(), before, { dir });
		const now = await generationOf(sources, { scopes: { paths: { plans: 'staff' } } });
		const out = temporaryFolder();
		const { lost, retained } = await publish(out, now, { dir });
		expect(retained).toEqual([now.id]);
		expect(lost[0]?.message).toContain('may no longer read');
		expect([...filesIn(out).values()].join()).not.toContain('bridge');
		expect([...filesIn(dir).values()].join()).not.toContain('bridge');
	});

	it('holds, whatever is published in whatever order, exactly what can be opened', async () => {
		const pool = await Promise.all(
			[manual, edited, shorter, { 'a.md': 'A.' }].map((sources) => generationOf(sources)),
		);
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.tuple(fc.nat(3), fc.nat(3)), { minLength: 1, maxLength: 6 }),
				async (steps) => {
					const out = temporaryFolder();
					let expected: string[] = [];
					for (const [pick, keep] of steps) {
						const { id } = pool[pick]!;
						await publish(out, pool[pick]!, { dir: out, keep });
						expected = [id, ...expected.filter((other) => other !== id)].slice(0, keep + 1);
						const index = await openIndex(out);
						expect(index.retained).toEqual(expected);
						const needed = new Set(
							pool
								.filter((generation) => expected.includes(generation.id))
								.flatMap(({ id: owner, files }) =>
									files
										.map(({ path }) => path)
										.filter((path) => owner === id || !path.startsWith('search/')),
								),
						);
						expect([...filesIn(out).keys()]).toEqual([...needed].sort());
					}
					rmSync(out, { recursive: true });
				},
			),
			{ numRuns: 12 },
		);
	});
});

it('writes the history before the output', async () => {
	const [out, dir] = [temporaryFolder(), temporaryFolder()];
	const generation = await generationOf(manual);
	writeFileSync(join(out, 'generations'), 'A file where a folder must be.');
	await expect(publish(out, generation, { dir })).rejects.toMatchObject({
		code: 'output-not-writable',
	});
	expect(filesIn(out).has(paths.pointer)).toBe(false);
	expect((await openIndex(dir)).generation).toBe(generation.id);
});
