import { describe, expect, it } from 'vitest';
import {
	buildGeneration,
	canonicalJson,
	FORMAT_VERSION,
	hash,
	paths,
	type Catalog,
	type CatalogEntry,
	type DocumentFile,
	type GenerationManifest,
	type Pointer,
} from '../../integration/src/core/index.ts';
import { decodeContent } from '../../integration/src/core/format/content.ts';
import { decodeSigned, encodeNumbers, encodeSigned } from '../../integration/src/core/varints.ts';
import {
	buildFolder,
	configurationFrom,
	readContentFolder,
	verifyContent,
	verifyIndex,
	type BuildOptions,
} from '../../integration/src/node/index.ts';
import { manual, temporaryFolder } from './folders.ts';

/** The files of an index by path; what a test alters. */
type Files = Map<string, string>;

async function indexOf(folder: string, options: BuildOptions = {}): Promise<Files> {
	const { generation } = await buildFolder(folder, options);
	return new Map(generation.files.map(({ path, content }) => [path, String(content)]));
}

const loader = (files: Files) => (path: string) => {
	const content = files.get(path);
	if (content === undefined) throw new Error('it does not exist');
	return Promise.resolve(new TextEncoder().encode(content));
};

async function problemsOf(files: Files, folder?: string): Promise<string[]> {
	const { problems } =
		folder === undefined
			? await verifyIndex(loader(files), 'test')
			: await verifyContent(loader(files), 'test', folder);
	return problems.map(({ message }) => message);
}

const json = (files: Files, path: string): unknown => JSON.parse(files.get(path)!);

/** What an attacker who knows the format does: changes something, and makes every digest anew. */
function forge(
	original: Files,
	change: {
		document?: (file: DocumentFile, entry: CatalogEntry) => void;
		manifest?: (manifest: GenerationManifest) => void;
		/** Path of the document to change. */
		path?: string;
	},
): Files {
	const files = new Map(original);
	const pointer = json(files, paths.pointer) as Pointer;
	const old = pointer.generation;
	const manifest = json(files, paths.generation(old)) as GenerationManifest;
	const [page] = manifest.catalog;
	const catalog = json(files, paths.catalog(page!.digest)) as Catalog;
	for (const entry of catalog.documents) {
		if (change.document === undefined || entry.path !== (change.path ?? 'index.md')) continue;
		const file = json(files, paths.document(entry.file)) as DocumentFile;
		change.document(file, entry);
		files.delete(paths.document(entry.file));
		const content = canonicalJson(file);
		Object.assign(entry, countsOf(file, files.get(entry.source)!), { file: hash(content) });
		files.set(paths.document(entry.file), content);
	}
	catalog.documents.sort((a, b) => (a.key < b.key ? -1 : 1));
	const catalogContent = canonicalJson(catalog);
	files.set(paths.catalog(hash(catalogContent)), catalogContent);
	page!.digest = hash(catalogContent);
	page!.first = catalog.documents[0]!.key;
	page!.documents = catalog.documents.length;
	const sum = (of: (entry: CatalogEntry) => number) =>
		catalog.documents.reduce((total, entry) => total + of(entry), 0);
	manifest.totals.nodes = sum(({ nodes }) => nodes);
	manifest.totals.chunks = sum(({ chunks }) => chunks);
	manifest.totals.tokens = sum(({ tokens }) => tokens);
	change.manifest?.(manifest);
	const manifestContent = canonicalJson(manifest);
	const generation = hash(manifestContent);
	files.set(paths.generation(generation), manifestContent);
	files.set(paths.fidelity(generation), files.get(paths.fidelity(old))!);
	files.set(
		paths.pointer,
		canonicalJson({ ...pointer, generation, retained: [generation] } satisfies Pointer),
	);
	return files;
}

/** What the catalog counts; as before where nothing can be read of the file any more. */
function countsOf(file: DocumentFile, source: string): Partial<CatalogEntry> {
	try {
		const { nodes, chunks } = decodeContent(file, source);
		const tokens = chunks.reduce((sum, chunk) => sum + chunk.tokens, 0);
		return { nodes: nodes.length, chunks: chunks.length, tokens };
	} catch {
		return {};
	}
}

/** Every number, text, truth value and list of a value, as a way to change it. */
function* changesOf(value: unknown, name = ''): Generator<{ name: string; change: () => void }> {
	if (typeof value !== 'object' || value === null) return;
	if (Array.isArray(value) && value.length > 0)
		yield { name: `${name} shortened`, change: () => void value.pop() };
	for (const [key, inner] of Object.entries(value)) {
		const at = `${name}.${key}`;
		const holder = value as Record<string, unknown>;
		if (typeof inner === 'number')
			yield { name: at, change: () => (holder[key] = inner === 0 ? 1 : inner - 1) };
		else if (typeof inner === 'string')
			for (const part of [0, 0.5, 1])
				yield { name: `${at} at ${part}`, change: () => (holder[key] = altered(inner, part)) };
		else if (typeof inner === 'boolean') yield { name: at, change: () => (holder[key] = !inner) };
		else yield* changesOf(inner, at);
	}
}

/** A text with another character, at a share of its length. */
function altered(text: string, part = 1): string {
	const characters = Array.from(text);
	const at = Math.floor(part * (characters.length - 1));
	return characters.with(at, characters[at] === '0' ? '1' : '0').join('');
}

describe('verifying an index by itself', () => {
	it('finds nothing wrong with what a build made', async () => {
		const folder = temporaryFolder(manual);
		const files = await indexOf(folder);
		const { checked, problems, read } = await verifyIndex(loader(files), 'test');
		expect(problems).toEqual([]);
		const { totals } = read!.manifest;
		expect(checked).toMatchObject({
			documents: 4,
			nodes: totals.nodes,
			chunks: totals.chunks,
		});
		// Every file but the pointer and the schemas is looked at.
		expect(checked.files).toBe(
			[...files.keys()].filter((path) => /^[^/]+\/[0-9a-f]{64}/.test(path)).length,
		);
	});

	it('names every altered and every missing file', async () => {
		const files = await indexOf(temporaryFolder(manual));
		for (const path of files.keys()) {
			if (path === paths.pointer || path.startsWith('schema/')) continue;
			const content = files.get(path)!;
			const altered = await problemsOf(new Map(files).set(path, `${content} `));
			expect(altered.join(), path).toContain(`The file ${path} is not what the index says`);
			const without = new Map(files);
			without.delete(path);
			expect((await problemsOf(without)).join(), path).toContain(
				`The index lacks the file ${path}`,
			);
		}
	});

	it('refuses a pointer that is none, or of a newer format', async () => {
		const files = await indexOf(temporaryFolder(manual));
		const pointer = json(files, paths.pointer) as Pointer;
		for (const [content, code] of [
			['', 'format-invalid'],
			['{}', 'format-invalid'],
			[JSON.stringify({ ...pointer, format: FORMAT_VERSION + 1 }), 'format-unknown'],
			[JSON.stringify(pointer, undefined, 1), 'format-invalid'],
			[JSON.stringify({ ...pointer, generation: '0'.repeat(64) }), 'unknown-generation'],
		] as const) {
			const broken = new Map(files).set(paths.pointer, content);
			await expect(verifyIndex(loader(broken), 'test')).rejects.toMatchObject({ code });
		}
		await expect(verifyIndex(loader(new Map()), 'test')).rejects.toMatchObject({
			code: 'index-not-found',
		});
	});

	it('refuses spans and ids that do not belong together, though all digests were made anew', async () => {
		const files = await indexOf(temporaryFolder(manual));
		const moved = (numbers: string): string =>
			encodeSigned(decodeSigned(numbers).map((number, at) => (at === 0 ? number + 1 : number)));
		const changes: Record<string, (file: DocumentFile, entry: CatalogEntry) => void> = {
			'start of a chunk': ({ chunks }) => (chunks.starts = moved(chunks.starts)),
			'end of a chunk': ({ chunks }) => (chunks.ends = moved(chunks.ends)),
			'text of a chunk': ({ chunks }) => (chunks.prefixes = [[0, 'Never: ']]),
			'part of a chunk': ({ chunks }) => (chunks.parts = [[0, 0, 1, 2]]),
			'number of chunks': ({ chunks }) => (chunks.tokens += '0'),
			'first section': (file) => (file.lead = 3),
			'place of a node': ({ tree }) => (tree.gaps = moved(tree.gaps)),
			'type of a node': ({ tree }) => (tree.shape = tree.shape.replace(/[a-z]/, 'b')),
			'no type of a node': ({ tree }) => (tree.shape = tree.shape.replace(/[a-z]/, 'z')),
			'end of a node': ({ tree }) => (tree.shape = tree.shape.replace(')', '')),
			'length of a text': ({ tree }) => (tree.lengths = `V0${tree.lengths}`),
			offsets: (file) => (file.offsets = encodeNumbers([3, 2])),
			relation: (file) => (file.relations = { caption: encodeSigned([500, 1]) }),
			'key of the document': (_, entry) => (entry.key = altered(entry.key)),
			'id of the document': (_, entry) => (entry.id = 'docs/other'),
		};
		for (const [name, document] of Object.entries(changes)) {
			const problems = await problemsOf(forge(files, { document }));
			expect(problems, name).not.toEqual([]);
			expect(problems[0], name).toMatch(
				/^(?:documents|generations)\/[0-9a-f]{64}\.json: The index does not follow|documents\/[0-9a-f]{64}\.json does not have the shape/,
			);
		}
	});

	it('refuses half a character in a text', async () => {
		const files = await indexOf(temporaryFolder(manual));
		const pointer = json(files, paths.pointer) as Pointer;
		const content = files.get(paths.generation(pointer.generation))!;
		const broken = content.replace('"name":"o200k_base"', '"name":"\\ud83d"');
		const generation = hash(broken);
		files.set(paths.generation(generation), broken);
		files.set(paths.pointer, canonicalJson({ ...pointer, generation, retained: [generation] }));
		expect((await problemsOf(files)).join()).toContain('not in the canonical form');
	});

	it('refuses a manifest that counts otherwise', async () => {
		const files = await indexOf(temporaryFolder(manual));
		const changes: Record<string, (manifest: GenerationManifest) => void> = {
			chunks: ({ totals }) => totals.chunks++,
			complete: ({ coverage }) => (coverage.complete = false),
			documents: ({ coverage }) => coverage.documents--,
			corpus: ({ corpus }) => (corpus.revision = '0'.repeat(64)),
			bounds: ({ chunking }) => (chunking.options['hardLimit'] = 5),
			syntax: ({ options }) => (options.syntax.directives = false),
		};
		for (const [name, manifest] of Object.entries(changes))
			expect(await problemsOf(forge(files, { manifest })), name).not.toEqual([]);
	});
});

describe('verifying an index against its sources', () => {
	it('finds nothing wrong with what a build made, whatever its options', async () => {
		const folder = temporaryFolder({ ...manual, 'broken.mdx': 'Fine.\n\n<Open>\n' });
		for (const options of [
			{},
			{ policy: 'heading-aware:220' },
			{ policy: 'fixed-token:40,8', search: false },
			{ policy: { minimum: 5, preferred: [10, 20], hardLimit: 40 } },
			{
				syntax: { math: 'dollar', directives: false },
				callouts: { hinweis: 'note' },
				components: [{ name: 'Channels', kind: 'decoration' }],
				findings: { 'heading-duplicate': 'off' },
				governance: { version: 'edition' },
				collections: { guides: { base: 'guides', url: '/help/' }, top: { exclude: ['guides/**'] } },
				commit: '0a1b2c3',
			},
		] satisfies BuildOptions[]) {
			const accept = ['docs/broken', 'top/broken'];
			const files = await indexOf(folder, { ...options, accept });
			const { problems } = await verifyContent(loader(files), 'test', folder, options);
			expect(problems.map(({ message }) => message)).toEqual([]);
		}
	});

	it('refuses single changes to a document, though all digests were made anew', async () => {
		for (const path of ['index.md', 'guides/berths.md', 'guides/_channels.mdx']) {
			const folder = temporaryFolder({
				[path]: manual[path]!,
				'shown.mdx': "import Shown from './guides/_channels.mdx'\n\n<Shown />\n",
			});
			const files = await indexOf(folder);
			const manifest = [...files.keys()].find((name) => name.startsWith('generations/'))!;
			const [page] = (json(files, manifest) as GenerationManifest).catalog;
			const { documents } = json(files, paths.catalog(page!.digest)) as Catalog;
			const { file: digest } = documents.find((entry) => entry.path === path)!;
			const sample = json(files, paths.document(digest));
			const names = [...changesOf(sample)].map(({ name }) => name);
			expect(names.length).toBeGreaterThanOrEqual(20);
			for (const [pick, name] of names.entries()) {
				const forged = forge(files, {
					path,
					document: (file) => {
						[...changesOf(file)][pick]!.change();
					},
				});
				expect(await problemsOf(forged, folder), `${path} ${name}`).not.toEqual([]);
			}
		}
	});

	it('refuses an index that is right in itself, but of other sources', async () => {
		const folder = temporaryFolder(manual);
		const forged = await indexOf(
			temporaryFolder({
				...manual,
				'index.md': manual['index.md']!.replace('06:00', '05:00'),
			}),
		);
		expect(await problemsOf(forged)).toEqual([]);
		const problems = await problemsOf(forged, folder);
		expect(problems).toHaveLength(1);
		expect(problems[0]).toMatch(/^index\.md: .* the file has the revision/);
	});

	it('names documents that the index lacks, and those that the sources lack', async () => {
		const folder = temporaryFolder(manual);
		const { 'guides/berths.md': berths, ...fewer } = manual;
		expect(berths).toBeDefined();
		const lacking = await problemsOf(await indexOf(temporaryFolder(fewer)), folder);
		expect(lacking.join('\n')).toMatch(
			/^guides\/berths\.md: .* the index lacks the document docs\/guides\/berths/m,
		);
		const more = await indexOf(
			temporaryFolder({ ...manual, 'secret/door.md': 'Left of the mast.\n' }),
		);
		expect((await problemsOf(more, folder)).join('\n')).toMatch(
			/^secret\/door\.md: .*docs\/secret\/door/m,
		);
	});

	it('refuses altered search and fidelity files', async () => {
		const folder = temporaryFolder(manual);
		const content = readContentFolder(folder);
		const generation = buildGeneration(content.inputs, configurationFrom({}), {
			readFile: content.readFile,
			corpusFindings: content.findings,
		});
		const files: Files = new Map(generation.files.map((file) => [file.path, String(file.content)]));
		const [shard] = generation.manifest.search;
		const search = files.get(paths.search(shard!.file))!.replaceAll('harbour', 'airport');
		const searched = forge(files, {
			manifest: (manifest) => {
				Object.assign(manifest.search[0]!, {
					file: hash(search),
					bytes: Buffer.byteLength(search),
				});
			},
		}).set(paths.search(hash(search)), search);
		expect(await problemsOf(searched)).toEqual([]);
		expect(await problemsOf(searched, folder)).not.toEqual([]);
		const fidelity = canonicalJson({ ...generation.fidelity, corpus: [], documents: [] });
		const silenced = forge(files, {
			manifest: (manifest) => {
				manifest.fidelity = hash(fidelity);
				manifest.totals.findings = {};
			},
		});
		for (const path of silenced.keys())
			if (path.startsWith('fidelity/')) silenced.set(path, fidelity);
		expect(await problemsOf(silenced, folder)).not.toEqual([]);
	});

	it('says so where another version built the index', async () => {
		const folder = temporaryFolder(manual);
		const files = forge(await indexOf(folder), {
			manifest: ({ versions }) => (versions.package = '9.9.9'),
		});
		expect((await problemsOf(files, folder)).join()).toContain('cannot be built again here');
	});
});

describe('an index of any policy', () => {
	it.each([
		'structure:headingPath=true',
		'structure:minimum=8,preferred=20-40,hardLimit=80',
		'paragraph',
		'heading-aware:220',
		'fixed-token:64,8',
		'fixed-char:80',
	])('is built again from what it records: %s', async (policy) => {
		const folder = temporaryFolder({
			'a.md': '# A\n\n## B\n\nSome text.\n\n- one\n- two\n',
		});
		expect(await problemsOf(await indexOf(folder, { policy }), folder)).toEqual([]);
	});
});

describe('a file that several documents share', () => {
	it.each(['altered', 'missing'])('is named once when it is %s', async (fault) => {
		const files = await indexOf(temporaryFolder({ 'a.md': 'Same.\n', 'b.md': 'Same.\n' }));
		const source = [...files.keys()].find((path) => path.startsWith('sources/'))!;
		if (fault === 'missing') files.delete(source);
		else files.set(source, 'Other.\n');
		const problems = await problemsOf(files);
		expect(problems).toHaveLength(1);
		expect(problems[0]).toContain(source);
	});
});
