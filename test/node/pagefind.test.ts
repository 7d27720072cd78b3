import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { open, type CitableIndex } from '../../integration/src/client/index.ts';
import { hash } from '../../integration/src/core/index.ts';
import { PAGEFIND_CODE } from '../../integration/src/core/search/pagefind-pages.ts';
import {
	buildFolder,
	openFolder,
	openIndex,
	publish,
	verifyContent,
	verifyIndex,
	type BuildOptions,
} from '../../integration/src/node/index.ts';

const site = {
	'leases.md':
		'---\nversion: "2"\n---\n\n# Leases\n\n## Length\n\nA lease lasts thirty seconds.\n\n## Expiry\n\nThe job goes back to the directory of jobs.\n',
	'old-leases.md':
		'---\nversion: "1"\nstatus: deprecated\n---\n\n# Leases\n\nA lease lasts ten seconds.\n',
	'queues.md': '# Queues\n\nJobs that failed are deleted after seven days.\n',
	'fr.md': '---\nlang: fr\n---\n\n# Baux\n\nUn bail dure trente secondes.\n',
};

const both: BuildOptions = {
	search: { engine: ['pagefind', 'minisearch'], synonyms: [['zorp', 'deleted']] },
};

describe('an index that Pagefind searches', () => {
	let content: string;
	let out: string;
	let index: CitableIndex;

	beforeAll(async () => {
		content = await mkdtemp(join(tmpdir(), 'citable-pagefind-'));
		out = await mkdtemp(join(tmpdir(), 'citable-pagefind-out-'));
		for (const [path, text] of Object.entries(site)) await writeFile(join(content, path), text);
		const { generation } = await buildFolder(content, both, 'heads');
		await publish(out, generation);
		index = await openIndex(out);
	});
	afterAll(async () => {
		await rm(content, { recursive: true });
		await rm(out, { recursive: true });
	});

	const texts = async (...rest: Parameters<CitableIndex['search']>): Promise<string[]> =>
		(await index.search(...rest)).map(({ text }) => text);

	it('is searched without another word', async () => {
		expect(index.manifest.search[0]?.engine).toBe('pagefind');
		const [hit] = await index.search('How many thirty seconds does a lease last?');
		expect(hit?.text).toContain('thirty seconds');
		expect(hit?.headingPath.at(-1)).toBe('Length');
		expect(hit?.matches).toMatchObject({ thirty: ['thirty'], lease: ['lease'] });
		expect((await texts('folder'))[0]).toContain('directory');
		expect((await texts('zorp'))[0]).toContain('seven days');
		expect(await texts('')).toEqual([]);
		expect(await texts('xylophone')).toEqual([]);
		const evidence = await index.expand([hit!]);
		expect(evidence.units[0]?.pieces[0]?.text).toContain('thirty');
		expect((await index.cite(hit!)).quote).toBe(hit?.text);
	});

	it('finds the same chunk with the other engine, by its name', async () => {
		const [mini] = await index.search('thirty seconds', { engine: 'minisearch' });
		const [pagefind] = await index.search('thirty seconds', { engine: 'pagefind' });
		expect(mini?.chunkId).toBe(pagefind?.chunkId);
		await expect(index.search('thirty', { engine: 'lunr' })).rejects.toMatchObject({
			code: 'search-missing',
		});
	});

	it.each(['pagefind', 'minisearch'])(
		'narrows to a version, a status, a language: %s',
		async (engine) => {
			const paths = async (options: object): Promise<string[]> =>
				(
					await index.search('lease lasts seconds', {
						engine,
						intent: 'historical',
						language: 'und',
						...options,
					})
				).map(({ document }) => document.path);
			expect(new Set(await paths({}))).toEqual(new Set(['leases.md', 'old-leases.md']));
			expect(new Set(await paths({ version: '1' }))).toEqual(new Set(['old-leases.md']));
			expect(new Set(await paths({ version: ['2', '3'] }))).toEqual(new Set(['leases.md']));
			expect(new Set(await paths({ status: 'deprecated' }))).toEqual(new Set(['old-leases.md']));
			expect(await paths({ version: '1', status: 'draft' })).toEqual([]);
			const french = await index.search('trente', { engine, language: 'fr' });
			expect(french[0]?.document.path).toBe('fr.md');
		},
	);

	it('says of evidence which words of the question it holds', async () => {
		const [hit] = await index.search('thirty seconds');
		const { missing } = await index.answerability('thirty zebras', await index.expand([hit!]));
		expect(JSON.stringify(missing)).toContain('zebras');
	});

	it('is checked whole by verify, and built again from what the manifest records', async () => {
		expect((await verifyIndex(openFolder(out), out)).problems).toEqual([]);
		const again = await verifyContent(openFolder(out), out, content);
		expect(again.problems).toEqual([]);
	});

	it('runs the known code alone', async () => {
		const [folder = ''] = await readdir(join(out, 'pagefind'));
		const code = await readFile(join(out, 'pagefind', folder, 'pagefind.js'));
		expect(hash(code)).toBe(PAGEFIND_CODE);
		const load = openFolder(out);
		const altered = await open({
			load: async (path) =>
				path.endsWith('pagefind.js') ? Buffer.from('globalThis.pwned = true') : load(path),
		});
		await expect(altered.search('lease')).rejects.toMatchObject({ code: 'file-altered' });
		expect('pwned' in globalThis).toBe(false);
	});

	it('leaves nothing of itself behind when the next build has none', async () => {
		const { generation } = await buildFolder(content, {}, 'heads');
		await publish(out, generation);
		expect(await readdir(join(out, 'pagefind'))).toEqual([]);
		expect((await (await openIndex(out)).search('thirty'))[0]?.text).toContain('thirty');
	});
});

it('is the same each time, from a cache too', async () => {
	const content = await mkdtemp(join(tmpdir(), 'citable-pagefind-'));
	for (const [path, text] of Object.entries(site)) await writeFile(join(content, path), text);
	const options: BuildOptions = { search: { engine: 'pagefind' }, cache: join(content, '.cache') };
	const ids: string[] = [];
	for (let round = 0; round < 2; round++) {
		const { generation, cache } = await buildFolder(content, options, 'heads');
		cache?.save();
		ids.push(generation.id);
	}
	const { generation } = await buildFolder(content, { search: { engine: 'pagefind' } });
	expect(ids).toEqual([generation.id, generation.id]);
	await rm(content, { recursive: true });
});
