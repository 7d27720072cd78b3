import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	buildFolder,
	parseOptions,
	type BuildOptions,
	type FolderBuild,
} from '../../integration/src/node/index.ts';
import { manual, temporaryFolder } from './folders.ts';

/** Builds with a cache, and leaves it for the next build. */
async function warm(folder: string, cache: string, options: BuildOptions = {}) {
	const built = await buildFolder(folder, { ...options, cache }, 'heads');
	expect(built.cache?.save()).toBeUndefined();
	const { hits, misses } = built.generation.read;
	return { files: filesOf(built), hits, misses, note: built.cache?.note };
}

async function cold(folder: string, options: BuildOptions = {}) {
	return filesOf(await buildFolder(folder, options));
}

const filesOf = ({ generation }: FolderBuild) =>
	generation.files.map(({ path, content }) => [path, content]);

const more: Readonly<Record<string, string>> = {
	...manual,
	'guides/lights.md':
		'---\nversion: 2\nsupersedes: index\nlang: de\n---\n# Leuchtfeuer\n\nSiehe [Funk](./radio.mdx#nowhere).\n\n![Ein Turm](../tower.svg)\n',
	'tower.svg': '<svg/>',
};

describe('a build from a cache', () => {
	it('gives the same files as one without, and reads nothing twice', async () => {
		const folder = temporaryFolder(more);
		const cache = temporaryFolder();
		const expected = await cold(folder);
		expect(await warm(folder, cache)).toMatchObject({ files: expected, hits: 0, misses: 5 });
		const before = readFileSync(join(cache, 'documents.cache'));
		expect(await warm(folder, cache)).toMatchObject({ files: expected, hits: 5, misses: 0 });
		expect(readFileSync(join(cache, 'documents.cache'))).toEqual(before);
	});

	it('reads again what changed, and nothing else', async () => {
		const folder = temporaryFolder(more);
		const cache = temporaryFolder();
		await warm(folder, cache);
		writeFileSync(join(folder, 'index.md'), 'Another text.\n');
		expect(await warm(folder, cache)).toMatchObject({
			files: await cold(folder),
			hits: 4,
			misses: 1,
		});
		// What a document points to is not its own: a new target changes the file, and reads nothing.
		writeFileSync(join(folder, 'tower.svg'), '<svg></svg>');
		expect(await warm(folder, cache)).toMatchObject({
			files: await cold(folder),
			hits: 5,
			misses: 0,
		});
	});

	it('forgets what is gone, and finds again what comes back in time', async () => {
		const folder = temporaryFolder(more);
		const cache = temporaryFolder();
		await warm(folder, cache);
		rmSync(join(folder, 'guides/berths.md'));
		expect(await warm(folder, cache)).toMatchObject({ files: await cold(folder), misses: 0 });
		writeFileSync(join(folder, 'guides/berths.md'), more['guides/berths.md']!);
		expect(await warm(folder, cache)).toMatchObject({ files: await cold(folder), misses: 1 });
	});

	it('reads all again where anything that shapes documents changed', async () => {
		const folder = temporaryFolder(more);
		for (const options of [
			{ policy: 'paragraph' },
			{ policy: { preferred: [10, 20], minimum: 5 } },
			{ syntax: { directives: false } },
			{ callouts: { hinweis: 'note' } },
			{ components: [{ name: 'Channels', kind: 'decoration' }] },
			{ findings: { 'heading-duplicate': 'off' } },
			{ governance: { version: 'edition' } },
			{ parser: 'remark' },
			{ search: false },
			{ collections: { handbook: {} } },
			{ collections: { docs: { url: '/help/' } } },
		]) {
			const cache = temporaryFolder();
			await warm(folder, cache);
			const changed = parseOptions(options);
			const { files, hits } = await warm(folder, cache, changed);
			expect(files).toEqual(await cold(folder, changed));
			// A partial has no address, so no other address changes it.
			expect(hits, JSON.stringify(options)).toBe('collections' in options ? 1 : 0);
		}
	});

	it('leaves out a cache that is broken or none, and says so', async () => {
		const folder = temporaryFolder(more);
		const cache = temporaryFolder();
		await warm(folder, cache);
		const file = join(cache, 'documents.cache');
		const good = readFileSync(file, 'utf8');
		const expected = await cold(folder);
		for (const bad of [
			'',
			'{}',
			good.slice(0, good.length / 2),
			good.replace('cache 3', 'cache 4'),
			good.replace('"stamp":"', '"stamp":"1'),
			`${good}\n`,
		]) {
			expect(bad).not.toBe(good);
			writeFileSync(file, bad);
			const result = await warm(folder, cache);
			expect(result).toMatchObject({ files: expected, hits: 0, misses: 5 });
			expect(result.note).toContain(file);
			expect(readFileSync(file, 'utf8')).toBe(good);
		}
	});

	it('reads again a document of which the record is broken, and says so', async () => {
		const folder = temporaryFolder(more);
		const cache = temporaryFolder();
		await warm(folder, cache);
		const file = join(cache, 'documents.cache');
		const good = readFileSync(file, 'utf8');
		writeFileSync(file, good.replace('"title":"Harbour', '"title":"Airport'));
		expect(readFileSync(file, 'utf8')).not.toBe(good);
		const result = await warm(folder, cache);
		expect(result).toMatchObject({ files: await cold(folder), hits: 4, misses: 1 });
		expect(result.note).toContain(file);
		expect(readFileSync(file, 'utf8')).toBe(good);
	});

	it('does not fail where the cache cannot be written', async () => {
		const folder = temporaryFolder(more);
		const cache = join(temporaryFolder({ file: '' }), 'file');
		const built = await buildFolder(folder, { cache }, 'heads');
		expect(built.cache?.save()).toContain('cannot be written');
		expect(filesOf(built)).toEqual(await cold(folder));
	});

	it('gives the same files as one without after any edits', async () => {
		const names = [
			'index.md',
			'guides/berths.md',
			'guides/radio.mdx',
			'guides/_channels.mdx',
			'x.md',
		];
		const texts = [
			...Object.values(more),
			'# X\n\n[Berths](./guides/berths.md#fees) and [radio](/guides/radio/).\n',
			'---\nsupersedes: docs/x\ntitle: "A\\nB"\n---\n\nOne.\u2028Two.\n',
			'<Open>\n',
			'',
		];
		const edit = fc.oneof(
			fc.record({ name: fc.constantFrom(...names), text: fc.constantFrom(...texts) }),
			fc.record({ name: fc.constantFrom(...names), text: fc.constant(undefined) }),
		);
		const options = fc.constantFrom<BuildOptions>(
			{},
			{},
			{},
			{ policy: 'paragraph' },
			{ search: false },
		);
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.tuple(fc.array(edit, { maxLength: 3 }), options), {
					minLength: 2,
					maxLength: 5,
				}),
				async (steps) => {
					const folder = temporaryFolder(manual);
					const cache = temporaryFolder();
					for (const [edits, shape] of steps) {
						for (const { name, text } of edits) {
							const file = join(folder, name);
							mkdirSync(dirname(file), { recursive: true });
							if (text === undefined) rmSync(file, { force: true });
							else writeFileSync(file, text);
						}
						expect((await warm(folder, cache, shape)).files).toEqual(await cold(folder, shape));
					}
				},
			),
			{ numRuns: 25 },
		);
	});
});
