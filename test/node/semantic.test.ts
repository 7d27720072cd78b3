import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { open, type CitableIndex } from '../../integration/src/client/index.ts';
import { embeddingTextOf, representationsOf } from '../../integration/src/core/index.ts';
import { openGeneration } from '../../integration/src/evaluation/index.ts';
import {
	buildFolder,
	openFolder,
	publish,
	verifyContent,
	verifyIndex,
	type BuildOptions,
} from '../../integration/src/node/index.ts';
import { cosine, embedRuns } from '../embedder.ts';

const site = {
	'mooring.md':
		'---\nlang: en\nversion: "1"\n---\n\n# Mooring\n\n## Ropes\n\nTwo hawsers hold a barge at the quayside.\n\n## Storm\n\nUnmoored vessels drift.\n',
	'tides.md':
		'---\nlang: en\nversion: "2"\n---\n\n# Tides\n\nHigh water comes every twelve hours.\n\n## Storm\n\nUnmoored vessels drift.\n',
	'old.md':
		'---\nlang: en\nstatus: retired\n---\n\n# Old moorings\n\nVessels were moored, then unmoored.\n',
	'marees.md': '---\nlang: fr\n---\n\n# Marées\n\nLa pleine mer revient toutes les douze heures.\n',
};

/** Counts what it is asked. */
function counting(): { embed: typeof embedRuns; texts: string[] } {
	const texts: string[] = [];
	return {
		texts,
		embed: (asked) => {
			texts.push(...asked);
			return embedRuns(asked);
		},
	};
}

describe('an index with vectors', () => {
	let content: string;
	let out: string;
	let load: ReturnType<typeof openFolder>;
	const loaded: string[] = [];
	const first = counting();
	let options: BuildOptions;

	beforeAll(async () => {
		content = await mkdtemp(join(tmpdir(), 'citable-vectors-'));
		out = await mkdtemp(join(tmpdir(), 'citable-vectors-out-'));
		for (const [path, text] of Object.entries(site)) await writeFile(join(content, path), text);
		options = {
			search: { embed: first.embed, model: 'runs' },
			cache: join(content, '.cache'),
		};
		const { generation } = await buildFolder(content, options, 'heads');
		await publish(out, generation);
		const read = openFolder(out);
		load = (path) => {
			loaded.push(path);
			return read(path);
		};
	});
	afterAll(async () => {
		await rm(content, { recursive: true });
		await rm(out, { recursive: true });
	});

	const opened = (): Promise<CitableIndex> => open({ load, embed: embedRuns, model: 'runs' });

	it('finds what shares no word with the query, and says by which rank', async () => {
		const index = await opened();
		expect(
			await index.search('bargees hawser quay', { semantic: false, language: 'en' }),
		).toSatisfy((hits: { ranks: object }[]) => hits.every(({ ranks }) => !('vectors' in ranks)));
		const [hit] = await index.search('unmooring a vessel', { language: 'en' });
		expect(hit?.text).toContain('Unmoored vessels drift');
		expect(hit?.ranks['vectors']).toBeGreaterThan(0);
		expect(hit?.also.map(({ document }) => document.entry)).toHaveLength(1);
		expect((await index.cite(hit!)).quote).toContain('Unmoored');
	});

	it('orders chunks as the vectors themselves do', async () => {
		const { generation } = await buildFolder(content, { search: false });
		const query = 'hawsers of the barges';
		const [asked] = embedRuns([query]);
		const expected = generation.documents
			.filter(({ document }) => document.language === 'en')
			.flatMap((indexed) =>
				representationsOf(indexed).map((representation, order) => {
					const [vector] = embedRuns([embeddingTextOf(representation).text]);
					const place = `${indexed.document.key}/${String(order)}`;
					return { place, cosine: cosine(asked ?? [], vector ?? []) };
				}),
			)
			.sort((a, b) => b.cosine - a.cosine);
		const index = await opened();
		const hits = await index.search(query, { language: 'en', limit: 20 });
		const chunks = new Map<string, string>();
		for (const { document, chunks: all } of generation.documents)
			for (const { id, order } of all) chunks.set(id, `${document.key}/${String(order)}`);
		const best = hits.find(({ ranks }) => ranks['vectors'] === 1);
		expect(chunks.get(best?.chunkId ?? '')).toBe(expected[0]?.place);
	});

	it('loads vectors of the language asked for alone, and none without a semantic search', async () => {
		loaded.length = 0;
		const index = await opened();
		await index.search('barge', { semantic: false });
		expect(loaded.filter((path) => path.startsWith('vectors/'))).toEqual([]);
		await index.search('mer', { language: 'fr' });
		const french = index.manifest.vectors?.find(({ language }) => language === 'fr');
		expect(loaded.filter((path) => path.startsWith('vectors/'))).toEqual([
			`vectors/${french?.file ?? ''}.bin`,
		]);
	});

	it('names a document once that does not hold, whatever finds it', async () => {
		const index = await opened();
		const { hits, withheld } = await index.find('unmooring vessels', { language: 'en' });
		expect(withheld.map(({ document }) => document.entry)).toEqual(['old']);
		expect(hits.map(({ document }) => document.entry)).not.toContain('old');
	});

	it('is narrowed as by words', async () => {
		const index = await opened();
		const hits = await index.search('unmooring vessels', { version: '2', language: 'en' });
		expect(new Set(hits.map(({ document }) => document.entry))).toEqual(new Set(['tides']));
	});

	it('embeds each distinct text once, and in the next build only what is new', async () => {
		expect(new Set(first.texts).size).toBe(first.texts.length);
		expect(first.texts.filter((text) => text.includes('Unmoored'))).toHaveLength(1);
		const again = counting();
		const search = { embed: again.embed, model: 'runs' };
		const { generation } = await buildFolder(content, { ...options, search }, 'heads');
		expect(again.texts).toEqual([]);
		expect((await openGeneration(generation)).generation).toBe(generation.id);
		const cold = await buildFolder(content, { search }, 'heads');
		expect(cold.generation.id).toBe(generation.id);
		const other = counting();
		await buildFolder(content, { ...options, search: { embed: other.embed, model: 'b' } }, 'heads');
		expect(other.texts).toHaveLength(first.texts.length);
	});

	it('is checked by verify, with its vectors', async () => {
		expect((await verifyIndex(openFolder(out), out)).problems).toEqual([]);
		expect((await verifyContent(openFolder(out), out, content)).problems).toEqual([]);
		const [name = ''] = await readdir(join(out, 'vectors'));
		const bytes = await readFile(join(out, 'vectors', name));
		const altered = Uint8Array.from(bytes);
		altered[altered.length - 1] = (altered.at(-1) ?? 0) ^ 1;
		await writeFile(join(out, 'vectors', name), altered);
		const { problems } = await verifyIndex(openFolder(out), out);
		expect(problems.map(({ code }) => code)).toEqual(['file-altered']);
		await writeFile(join(out, 'vectors', name), bytes);
	});

	it('refuses another model, by its name or the length of its vectors', async () => {
		await expect(open({ load, embed: embedRuns, model: 'other' })).rejects.toMatchObject({
			code: 'embedding-mismatch',
		});
		const short = await open({ load, embed: (texts) => texts.map(() => [1, 2, 3]) });
		await expect(short.search('barge')).rejects.toMatchObject({ code: 'embedding-mismatch' });
		const failing = await open({ load, embed: () => Promise.reject(new Error('offline')) });
		await expect(failing.search('barge')).rejects.toMatchObject({ code: 'embedding-failed' });
		expect(await failing.search('barge', { semantic: false })).not.toEqual([]);
	});

	it('says where a search by meaning is not possible', async () => {
		const plain = await open({ load });
		await expect(plain.search('barge', { semantic: true })).rejects.toMatchObject({
			code: 'search-missing',
		});
		expect(await plain.search('barge')).not.toEqual([]);
	});
});

it('writes nothing, not even to the cache, where the function fails in the middle', async () => {
	const content = await mkdtemp(join(tmpdir(), 'citable-vectors-'));
	for (let page = 0; page < 70; page++)
		await writeFile(
			join(content, `p${String(page)}.md`),
			`# Page ${String(page)}\n\nText ${String(page)}.\n`,
		);
	let calls = 0;
	const embed = (texts: readonly string[]): Float64Array[] => {
		if (++calls > 1) throw new Error('the connection broke');
		return embedRuns(texts);
	};
	const cache = join(content, '.cache');
	const building = buildFolder(content, { search: { embed, model: 'runs' }, cache }, 'heads');
	await expect(building).rejects.toMatchObject({ code: 'embedding-failed' });
	expect(
		(await readdir(cache).catch(() => [])).filter((name) => name.startsWith('vectors')),
	).toEqual([]);
	await rm(content, { recursive: true });
});
