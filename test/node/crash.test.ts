import { spawn, spawnSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
	buildFolder,
	openFolder,
	openIndex,
	verifyIndex,
	writeGeneration,
} from '../../integration/src/node/index.ts';
import { filesIn, manual, temporaryFolder } from './folders.ts';

const program = join(import.meta.dirname, 'killed-writer.ts');

/** Two generations that share some files, as JSON files for the program and as folders. */
async function twoGenerations() {
	const folder = temporaryFolder();
	const sources = [manual, { ...manual, 'index.md': 'All has changed.\n', 'more.md': 'More.\n' }];
	return Promise.all(
		sources.map(async (files, at) => {
			const { generation } = await buildFolder(temporaryFolder(files));
			const list = join(folder, `${at}.json`);
			writeFileSync(list, JSON.stringify(generation.files));
			const index = join(folder, `${at}`);
			await writeGeneration(index, generation);
			return { id: generation.id, generation, list, index, files: filesIn(index) };
		}),
	);
}

function write(folder: string, list: string, point: number, how: 'before' | 'half') {
	const { signal, status, stdout, stderr } = spawnSync(
		process.execPath,
		['--disable-warning=ExperimentalWarning', program, folder, list, String(point), how],
		{ encoding: 'utf8' },
	);
	expect(signal ?? status, stderr).toBe(signal === null ? 0 : 'SIGKILL');
	return { killed: signal !== null, changes: Number(stdout) };
}

it('leaves the old index or the new one, wherever the process is killed', async () => {
	const [old, next] = (await twoGenerations()) as [Two, Two];
	const out = temporaryFolder();
	cpSync(old.index, out, { recursive: true });
	const { changes } = write(out, next.list, 0, 'before');
	// Every change has its turn over time; a test takes some of them, at even distances.
	const kills = Number(process.env['CITABLE_KILLS'] ?? 20);
	const points = Array.from({ length: kills }, (_, at) => 1 + Math.floor((at * changes) / kills));
	const seen = { old: 0, next: 0, killed: 0 };
	for (const [at, point] of points.entries()) {
		rmSync(out, { recursive: true });
		cpSync(old.index, out, { recursive: true });
		if (write(out, next.list, point, at % 2 === 0 ? 'before' : 'half').killed) seen.killed++;
		const { generation, problems } = await verifyIndex(openFolder(out), 'out');
		expect(problems, `killed at change ${point}`).toEqual([]);
		expect([old.id, next.id]).toContain(generation);
		seen[generation === old.id ? 'old' : 'next']++;
		// The next build goes on as if nothing had been, and leaves nothing behind.
		await writeGeneration(out, next.generation);
		expect(filesIn(out)).toEqual(next.files);
	}
	expect(seen.killed).toBeGreaterThan(kills / 2);
	expect(seen.old).toBeGreaterThan(0);
	expect(seen.next).toBeGreaterThan(0);
}, 600_000);

type Two = Awaited<ReturnType<typeof twoGenerations>>[number];

it('leaves one index or the other where two processes write at once', async () => {
	const both = await twoGenerations();
	const out = temporaryFolder();
	const writers = [0, 1, 0, 1].map(
		(which) =>
			new Promise<number | null>((resolve) => {
				const { list } = both[which]!;
				spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, out, list]).on(
					'exit',
					resolve,
				);
			}),
	);
	expect(await Promise.all(writers)).toEqual([0, 0, 0, 0]);
	const { generation } = await openIndex(out);
	const left = both.find(({ id }) => id === generation);
	expect(filesIn(out)).toEqual(left?.files);
});

it('says who holds the folder where another does not let go', async () => {
	const out = temporaryFolder({
		'.citable-lock': JSON.stringify({ process: 1, host: 'elsewhere', nonce: '1' }),
	});
	const { withFolderLock } = await import('../../integration/src/node/folder-lock.ts');
	await expect(withFolderLock(out, () => Promise.resolve(), 0)).rejects.toMatchObject({
		code: 'output-locked',
		message: expect.stringContaining('process 1 on elsewhere') as string,
	});
	expect([...filesIn(out).keys()]).toEqual(['.citable-lock']);
});
