import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSite, siteFolder } from '../sites.ts';
import { filesIn } from '../node/folders.ts';

const root = resolve(import.meta.dirname, '..', '..');
const CONFIG = `
import mdx from '@astrojs/mdx';
import { defineConfig } from 'astro/config';
import citable from 'astro-citable';

export default defineConfig({ integrations: [mdx(), citable()] });
`;

let site: string;
let cache: string;

beforeAll(async () => {
	await mkdir(join(root, 'test-results'), { recursive: true });
	site = await mkdtemp(join(root, 'test-results', 'cache-'));
	await cp(siteFolder('plain'), site, { recursive: true });
	await rm(join(site, 'node_modules'), { recursive: true, force: true });
	await writeFile(join(site, 'astro.config.mjs'), CONFIG);
	cache = join(site, 'node_modules/.astro/astro-citable');
});

afterAll(() => rm(site, { recursive: true, force: true }));

/** Builds the site, and gives all that is ours: the index and the provenance pages. */
async function build(): Promise<{ files: Map<string, Buffer>; log: string }> {
	const built = await buildSite(site);
	try {
		if (!built.ok) throw new Error(built.log);
		return { files: filesIn(join(built.out, 'citable')), log: built.log };
	} finally {
		await built.remove();
	}
}

async function buildCold(): Promise<Map<string, Buffer>> {
	const kept = await mkdtemp(join(site, 'kept-'));
	await cp(cache, kept, { recursive: true });
	await rm(cache, { recursive: true });
	const { files } = await build();
	await rm(cache, { recursive: true });
	await cp(kept, cache, { recursive: true });
	return files;
}

describe('a site that was built before', () => {
	it('gets the index and the pages that a first build makes, edited or not', async () => {
		const first = await build();
		expect((await build()).files).toEqual(first.files);
		const file = join(site, 'src/content/docs/index.md');
		await writeFile(file, `${await readFile(file, 'utf8')}\nOne more sentence.\n`);
		const edited = await buildCold();
		expect(edited).not.toEqual(first.files);
		expect((await build()).files).toEqual(edited);
	});

	it('is built all the same where the cache is broken, and says so', async () => {
		const before = await build();
		const [name = ''] = filesIn(cache).keys();
		const whole = await readFile(join(cache, name));
		await writeFile(join(cache, name), whole.subarray(0, whole.length / 2));
		const { files, log } = await build();
		expect(files).toEqual(before.files);
		expect(log).toMatch(/\[WARN\] \[astro-citable\] The cache .* is not used: it is broken/);
		expect(await readFile(join(cache, name))).toEqual(whole);
	});
});
