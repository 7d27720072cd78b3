import { chmodSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildFolder, openIndex, writeGeneration } from '../../integration/src/node/index.ts';
import { filesIn, manual, temporaryFolder } from './folders.ts';

async function generationOf(files: Readonly<Record<string, string>>) {
	return (await buildFolder(temporaryFolder(files))).generation;
}

describe('writing an index', () => {
	it('writes exactly the files of the generation', async () => {
		const generation = await generationOf(manual);
		const folder = temporaryFolder();
		const result = await writeGeneration(folder, generation);
		const written = filesIn(folder);
		expect([...written.keys()]).toEqual(generation.files.map(({ path }) => path).sort());
		for (const { path, content } of generation.files)
			expect(written.get(path)).toEqual(Buffer.from(content as string));
		expect(result).toEqual({
			written: generation.files.length,
			kept: 0,
			removed: 0,
			bytes: [...written.values()].reduce((sum, { length }) => sum + length, 0),
		});
	});

	it('leaves alone what is there already', async () => {
		const folder = temporaryFolder();
		const generation = await generationOf(manual);
		await writeGeneration(folder, generation);
		const source = generation.files.find(({ path }) => path.startsWith('sources/'))!;
		utimesSync(join(folder, source.path), 1, 1);
		const again = await writeGeneration(folder, generation);
		expect(again).toMatchObject({ written: 0, kept: generation.files.length, removed: 0 });
		expect(statSync(join(folder, source.path)).mtimeMs).toBe(1000);
	});

	it('mends a file that was cut short', async () => {
		const folder = temporaryFolder();
		const generation = await generationOf(manual);
		await writeGeneration(folder, generation);
		const broken = generation.files.find(({ path }) => path.startsWith('documents/'))!;
		writeFileSync(join(folder, broken.path), '{');
		expect(await writeGeneration(folder, generation)).toMatchObject({ written: 1 });
		expect(readFileSync(join(folder, broken.path), 'utf8')).toBe(broken.content);
	});

	it('removes what the new generation does not have, and nothing that is not ours', async () => {
		const folder = temporaryFolder();
		await writeGeneration(folder, await generationOf(manual));
		mkdirSync(join(folder, 'mine'));
		writeFileSync(join(folder, 'mine/notes.json'), '{}');
		writeFileSync(join(folder, 'documents/plan.json'), '{}');
		writeFileSync(join(folder, 'sources/readme.md'), 'Mine.');
		const left = join(folder, `documents/${'a'.repeat(64)}.json.0123456789ab.unfinished`);
		writeFileSync(left, '{"half');
		const next = await generationOf({ ...manual, 'index.md': 'Another text.\n' });
		await writeGeneration(folder, next);
		expect([...filesIn(folder).keys()]).toEqual(
			[
				...next.files.map(({ path }) => path),
				'mine/notes.json',
				'documents/plan.json',
				'sources/readme.md',
			].sort(),
		);
	});

	it('keeps the old index where a file cannot be written', async () => {
		const folder = temporaryFolder();
		const first = await generationOf(manual);
		await writeGeneration(folder, first);
		// A folder where a file must be stops the superuser too.
		const next = await generationOf({ ...manual, 'more.md': 'More.\n' });
		const blocked = next.files.find(
			({ path }) =>
				path.startsWith('documents/') && !first.files.some((file) => file.path === path),
		)!;
		mkdirSync(join(folder, blocked.path));
		await expect(writeGeneration(folder, next)).rejects.toMatchObject({
			code: 'output-not-writable',
		});
		expect((await openIndex(folder)).generation).toBe(first.id);
		expect([...filesIn(folder).keys()].filter((path) => path.includes('unfinished'))).toEqual([]);
	});

	it('says so where the folder cannot be made', async () => {
		const folder = temporaryFolder({ file: '' });
		await expect(
			writeGeneration(join(folder, 'file/index'), await generationOf(manual)),
		).rejects.toMatchObject({
			code: 'output-not-writable',
			message: expect.stringContaining('is no folder') as string,
		});
	});

	it('says so where the folder is read-only', async ({ skip }) => {
		if (process.getuid?.() === 0) skip('The superuser may write everywhere.');
		const folder = temporaryFolder();
		chmodSync(folder, 0o555);
		await expect(writeGeneration(folder, await generationOf(manual))).rejects.toMatchObject({
			code: 'output-not-writable',
			message: expect.stringContaining('permission is denied') as string,
		});
	});

	it('gives the same bytes twice, whatever the order of the files', async () => {
		const [one, two] = [temporaryFolder(), temporaryFolder()];
		await writeGeneration(one, await generationOf(manual));
		const reversed = Object.fromEntries(Object.entries(manual).reverse());
		await writeGeneration(two, await generationOf(reversed));
		expect(filesIn(two)).toEqual(filesIn(one));
	});
});
