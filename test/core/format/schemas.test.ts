import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { configure } from '../../../integration/src/core/configuration.ts';
import { structure } from '../../../integration/src/core/chunks/structure.ts';
import type { DocumentInput } from '../../../integration/src/core/document.ts';
import { schemas } from '../../../integration/src/core/format/schemas.ts';
import { buildGeneration } from '../../../integration/src/core/generation.ts';

const folder = resolve(import.meta.dirname, '../../../fixtures/sources');
const bytesOf = (path: string): Uint8Array => readFileSync(join(folder, path));

/** All fixtures, and documents that fail: what is accepted and what is not. */
const inputs: DocumentInput[] = [
	...readdirSync(folder)
		.filter((file) => /^[^_].*\.mdx?$/.test(file))
		.map((path) => ({
			collection: 'docs',
			entry: path,
			path,
			bytes: bytesOf(path),
			url: `/${path.replace(/\.mdx?$/, '')}/`,
			provenance: `/source/${path}/`,
			language: 'en',
		})),
	{ collection: 'docs', entry: 'copy', path: 'copy.md', bytes: bytesOf('lists.md') },
	{ collection: 'docs', entry: 'bad', path: 'bad.md', bytes: Uint8Array.of(0xff) },
	{ collection: 'docs', entry: 'worse', path: 'worse.mdx', bytes: Uint8Array.of(0x3c) },
];

const generation = buildGeneration(inputs, configure({ policy: structure() }), {
	accept: ['docs/bad'],
	commit: '0123456789abcdef',
	readFile: (path) => (path === '_tides.mdx' ? bytesOf(path) : 'missing'),
});

/** Which schema holds for a path inside an index. */
const folders: Readonly<Record<string, string>> = {
	'current.json': 'current',
	catalog: 'catalog',
	documents: 'document',
	duplicates: 'duplicates',
	expansion: 'expansion',
	fidelity: 'fidelity',
	generations: 'generation',
};
/** Files that are no JSON of ours: bytes of authors, the schemas themselves, the search engine's files. */
const others = ['schema', 'search', 'sources'];

describe('the files of an index', () => {
	const schemaOf = new Map<string, object>();
	for (const { path, content } of generation.files) {
		const name = /^schema\/v2\/(.+)\.json$/.exec(path)?.[1];
		if (name !== undefined) schemaOf.set(name, JSON.parse(content as string) as object);
	}

	it('come with a schema of each kind', () => {
		expect([...schemaOf.keys()].sort()).toEqual(Object.keys(schemas).sort());
	});

	it('are of known kinds', () => {
		const kinds = new Set(generation.files.map(({ path }) => path.split('/', 1)[0] ?? ''));
		expect([...kinds].filter((kind) => folders[kind] === undefined).sort()).toEqual(others);
	});

	it.each(Object.entries(folders))('in %s hold to the schema %s', (kind, name) => {
		const validate = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true }).compile(
			schemaOf.get(name)!,
		);
		const files = generation.files.filter(({ path }) => path.split('/', 1)[0] === kind);
		expect(files.length).toBeGreaterThan(0);
		for (const { path, content } of files) {
			const valid = validate(JSON.parse(content as string));
			expect({ path, errors: valid ? [] : validate.errors }).toEqual({ path, errors: [] });
		}
	});

	it.each(Object.entries(folders))(
		'in %s are refused where a property is missing or new',
		(kind, name) => {
			const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(
				schemaOf.get(name)!,
			);
			const file = generation.files.find(({ path }) => path.split('/', 1)[0] === kind);
			const value = JSON.parse(file?.content as string) as Record<string, unknown>;
			expect(validate({ ...value, unheard: 1 })).toBe(false);
			expect(validate({ ...value, format: undefined })).toBe(false);
		},
	);

	it('tell what failed and what was accepted', () => {
		expect(
			generation.manifest.coverage.failed.map(({ id, code, accepted }) => [id, code, accepted]),
		).toEqual([
			['docs/bad', 'invalid-utf8', true],
			['docs/worse', 'invalid-mdx', false],
		]);
	});
});
