import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { open, type CitableIndex } from 'astro-citable/client';
import {
	folderOf,
	generationOf,
	loadFolder,
	openSources,
	refusal,
	type Sources,
} from './opened.ts';

const sources: Sources = {
	'harbour.md':
		'---\ntitle: Harbour\n---\n\nBoats land at the north pier.\n\n## Fees\n\nA night costs four crowns.[^1]\n\n[^1]: Free in winter.\n',
	'lighthouse.mdx':
		'# Lighthouse\n\nThe lamp burns — always — 🔥 until dawn.\n\n- red\n- white\n\n| Side | Colour |\n| --- | --- |\n| port | red |\n',
};

/** Uses everything of an index, so that every file of it is loaded. */
async function readAll(index: CitableIndex): Promise<void> {
	await index.fidelity();
	await index.search('lamp crowns');
	for (const entry of await index.documents()) await index.view(entry);
}

const folder = folderOf(generationOf(sources));
const checked = [...folder.keys()].filter(
	(path) => path !== 'current.json' && !path.startsWith('schema/'),
);

describe('the files of an index', () => {
	it('are loaded when they are needed, each once', async () => {
		const loads: string[] = [];
		const load = loadFolder(folder);
		const index = await open({
			load: (path) => {
				loads.push(path);
				return load(path);
			},
		});
		expect(loads.map((path) => path.split('/', 1)[0])).toEqual([
			'current.json',
			'generations',
			'expansion',
		]);
		const [hit] = await index.search('fees', { limit: 1 });
		await index.cite(hit!);
		await index.expand([hit!]);
		expect(loads.map((path) => path.split('/', 1)[0]).slice(3)).toEqual([
			'search',
			'catalog',
			'documents',
			'sources',
		]);
		await readAll(index);
		await readAll(index);
		expect(new Set(loads).size).toBe(loads.length);
	});

	it('are refused with any changed byte', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...checked),
				fc.nat(),
				fc.integer({ min: 1, max: 255 }),
				async (path, place, change) => {
					const bytes = folder.get(path)!.slice();
					const at = place % bytes.length;
					bytes[at] = bytes[at]! ^ change;
					const altered = new Map(folder).set(path, bytes);
					const error = await refusal(open({ load: loadFolder(altered) }).then(readAll));
					expect(error.code).toBe('file-altered');
					expect(error.message).toContain(path);
				},
			),
		);
	});

	it('are refused where they are cut or grown', async () => {
		for (const path of checked) {
			const bytes = folder.get(path)!;
			for (const other of [bytes.slice(0, -1), new Uint8Array([...bytes, 10])]) {
				const altered = new Map(folder).set(path, other);
				const error = await refusal(open({ load: loadFolder(altered) }).then(readAll));
				expect(error.code).toBe('file-altered');
			}
		}
	});

	it('are named where they are missing', async () => {
		for (const path of checked) {
			const without = new Map(folder);
			without.delete(path);
			const error = await refusal(open({ load: loadFolder(without) }).then(readAll));
			expect(error.code).toBe('file-missing');
			expect(error.message).toContain(path);
			expect(error.message).toContain('no such file');
		}
	});

	it('may be loaded again after a failure', async () => {
		const [missing] = [...folder.keys()].filter((path) => path.startsWith('search/'));
		let broken = true;
		const load = loadFolder(folder);
		const index = await open({
			load: (path) => {
				if (broken && path === missing) throw new Error('offline');
				return load(path);
			},
		});
		expect((await refusal(index.search('lamp'))).code).toBe('file-missing');
		broken = false;
		expect(await index.search('lamp')).not.toEqual([]);
	});
});

describe('the pointer', () => {
	const openWith = (pointer: string) =>
		open({
			load: loadFolder(new Map(folder).set('current.json', new TextEncoder().encode(pointer))),
		});
	const pointer = JSON.parse(new TextDecoder().decode(folder.get('current.json'))) as Record<
		string,
		unknown
	>;

	it('of a newer format is refused with both versions', async () => {
		const error = await refusal(openWith(JSON.stringify({ ...pointer, format: 3 })));
		expect(error.code).toBe('format-unknown');
		expect(error.message).toMatch(/current\.json has format version 3.*reads up to version 2/);
	});

	it.each([
		['a page of HTML', '<!doctype html>'],
		['a text', '"here"'],
		['null', 'null'],
		['no format', JSON.stringify({ ...pointer, format: undefined })],
		['a format that is a text', JSON.stringify({ ...pointer, format: '1' })],
		['no generation', JSON.stringify({ ...pointer, generation: '../../etc' })],
		['no list', JSON.stringify({ ...pointer, retained: undefined })],
		['a list without the current one', JSON.stringify({ ...pointer, retained: [] })],
	])('that is %s is refused', async (_, content) => {
		expect((await refusal(openWith(content))).code).toBe('format-invalid');
	});

	it('that is missing means that there is no index', async () => {
		const error = await refusal(open({ load: loadFolder(new Map()), name: 'the folder x' }));
		expect(error.code).toBe('index-not-found');
		expect(error.message).toContain('the folder x');
	});

	it('that cannot be fetched says why, and how a folder is opened', async () => {
		const failing = (): never => {
			throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
		};
		const error = await refusal(open({ load: failing }));
		expect(error.message).toContain('fetch failed: connect ECONNREFUSED');
		expect(error.hint).toContain('astro-citable/node');
	});

	it('names the generations that can be opened', async () => {
		const error = await refusal(open({ load: loadFolder(folder), generation: 'f'.repeat(64) }));
		expect(error.code).toBe('unknown-generation');
		expect(error.message).toContain('f'.repeat(64));
		expect(error.hint).toContain(String(pointer['generation']));
	});
});

describe('an opened index', () => {
	it('has the documents, sources, chunks and nodes of the build', async () => {
		const generation = generationOf(sources);
		const index = await openSources(sources);
		expect(index.generation).toBe(generation.id);
		for (const indexed of generation.documents) {
			const entry = await index.document(indexed.document.id);
			expect(entry).toMatchObject(indexed.document);
			expect(await index.source(entry.revision)).toBe(indexed.source.text);
			const view = await index.view(entry);
			expect(view.nodes).toEqual(indexed.tree.nodes);
			for (const { id, start, end, tokens, order } of indexed.chunks) {
				const text = indexed.source.text.slice(start, end);
				expect(await index.chunk(id)).toMatchObject({ id, start, end, tokens, order, text });
			}
			for (const { index: place, type, start, end } of indexed.tree.nodes) {
				const { id } = view.node(place);
				const text = indexed.source.text.slice(start, end);
				expect(await index.node(id)).toMatchObject({ id, type, start, end, text });
			}
		}
	});

	it('refuses ids that it does not have', async () => {
		const index = await openSources(sources);
		const [hit] = await index.search('lamp');
		const other = hit!.chunkId.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
		expect((await refusal(index.chunk(other))).code).toBe('unknown-chunk');
		expect((await refusal(index.chunk('chunk-17'))).code).toBe('unknown-chunk');
		expect((await refusal(index.node(other.replace('c', 'n')))).code).toBe('unknown-node');
		expect((await refusal(index.document('docs/nothing'))).code).toBe('unknown-document');
		expect((await refusal(index.source('0'.repeat(64)))).code).toBe('unknown-revision');
	});

	it('says what readers see of a node', async () => {
		const index = await openSources({
			'a.md': '> Salt &amp; *pepper*\n> on\\\n> top[^1]\n\n[^1]: Or [not](b.md).\n',
		});
		const view = await index.view('docs/a');
		const values = view.nodes.map(({ index: place }) => view.node(place).value);
		expect(values[0]).toBe('Salt & pepper\non\ntop');
		expect(values.at(-2)).toBe('Or not.');
	});
});
