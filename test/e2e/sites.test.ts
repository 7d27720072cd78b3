import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSite, serveFolder, siteFolder, type BuiltSite, type ServedFolder } from '../sites.ts';
import { openBuiltIndex } from './provenance.ts';

async function exists(served: ServedFolder, address: string): Promise<boolean> {
	return (await fetch(served.origin + address)).ok;
}

describe('a site without options', () => {
	let built: BuiltSite;
	beforeAll(async () => {
		built = await buildSite(siteFolder('plain'));
	});
	afterAll(() => built.remove());

	it('builds', () => {
		expect(built.ok, built.log).toBe(true);
	});

	it('has an index of all Markdown and MDX entries but drafts', async () => {
		const index = await openBuiltIndex(built.out);
		const documents = await index.documents();
		expect(documents.map(({ id }) => id).sort()).toEqual([
			'docs/guides/mooring',
			'docs/index',
			'notes/hostile',
		]);
		expect(index.manifest.coverage).toEqual({ complete: true, documents: 3, failed: [] });
		const names = await readdir(built.out, { recursive: true });
		for (const name of names.filter((name) => name.endsWith('.json')))
			expect(await readFile(join(built.out, name), 'utf8')).not.toContain('Nobody may read');
	});

	it('says what it did in one line, and warns once for each kind of finding', () => {
		const lines = built.log.split('\n').filter((line) => line.includes('[astro-citable]'));
		const summary = lines.filter((line) => line.includes('3 documents, '));
		expect(summary).toHaveLength(1);
		expect(summary[0]).toMatch(/3 documents, \d+ nodes, \d+ chunks, \d+ findings, [\d.]+ s$/);
		const warned = lines.flatMap((line) => /\] ([a-z-]+): /.exec(line)?.[1] ?? []);
		expect(warned).toEqual([...new Set(warned)]);
		expect(warned).toContain('empty-collection');
		expect(warned).toContain('collection-without-files');
		expect(built.log).toContain('src/content/docs/guides/mooring.mdx:17:1');
	});

	it('publishes the exact bytes of each source', async () => {
		const index = await openBuiltIndex(built.out);
		for (const { source, path } of await index.documents()) {
			const published = await readFile(join(built.out, 'citable', source));
			expect(published.equals(await readFile(join(siteFolder('plain'), path))), path).toBe(true);
		}
	});

	it('gives documents the addresses of their pages', async () => {
		const documents = await (await openBuiltIndex(built.out)).documents();
		expect(Object.fromEntries(documents.map(({ id, url }) => [id, url]))).toEqual({
			'docs/index': '/docs/',
			'docs/guides/mooring': '/docs/guides/mooring/',
			'notes/hostile': undefined,
		});
	});

	it('gives the same files in a second build', async () => {
		const again = await buildSite(siteFolder('plain'));
		const list = async (out: string): Promise<string[]> =>
			(await readdir(join(out, 'citable'), { recursive: true })).sort();
		expect(await list(again.out)).toEqual(await list(built.out));
		const pointer = (out: string): Promise<string> =>
			readFile(join(out, 'citable/current.json'), 'utf8');
		expect(await pointer(again.out)).toBe(await pointer(built.out));
		await again.remove();
	});
});

describe.each([
	{ base: '/manual', trailingSlash: 'always', build: { format: 'directory' } },
	{ base: '/manual/', trailingSlash: 'never', build: { format: 'directory' } },
	{ base: '/', trailingSlash: 'ignore', build: { format: 'file' }, site: 'https://example.com' },
	{ base: '/manual', trailingSlash: 'ignore', build: { format: 'preserve' } },
] as const)('a site with $base, $trailingSlash and $build', (config) => {
	let built: BuiltSite;
	let served: ServedFolder;
	const base = config.base.replace(/\/?$/, '/');
	beforeAll(async () => {
		const options = { collections: { empty: false, authors: false } };
		built = await buildSite(siteFolder('plain'), {
			SITE_CONFIG: JSON.stringify({ ...config, citable: options }),
		});
		if (!built.ok) throw new Error(built.log);
		served = await serveFolder(built.out, base);
	});
	afterAll(async () => {
		await served.close();
		await built.remove();
	});

	it('has documents and provenance pages where the index says', async () => {
		const index = await openBuiltIndex(built.out);
		for (const { url, provenance, id } of await index.documents()) {
			expect(provenance, id).toMatch(new RegExp(`^${base}`));
			expect(await exists(served, provenance!), provenance).toBe(true);
			if (url !== undefined) expect(await exists(served, url), url).toBe(true);
		}
	});

	it('links its pages with one another', async () => {
		const address = `${base}citable/source`;
		const html = await (await fetch(served.origin + address)).text();
		const links = [...html.matchAll(/href="([^"#]+)"/g)].map(([, link]) => link!);
		expect(links.length).toBeGreaterThan(4);
		for (const link of links) expect(await exists(served, link), link).toBe(true);
	});

	it('knows of no document without a page', () => {
		expect(built.log).not.toContain('no page of the site');
	});
});

describe('a site with Starlight in two languages', () => {
	let built: BuiltSite;
	beforeAll(async () => {
		built = await buildSite(siteFolder('starlight'));
		if (!built.ok) throw new Error(built.log);
	});
	afterAll(() => built.remove());

	it('has the addresses and languages that Starlight gives its pages', async () => {
		const documents = await (await openBuiltIndex(built.out)).documents();
		const found = documents.map(({ id, url, language }) => [id, url, language]);
		expect(found.sort()).toEqual([
			['docs/de', '/de/', 'de-AT'],
			['docs/de/guides/tugs', '/de/guides/tugs/', 'de-AT'],
			['docs/guides/tugs', '/guides/tugs/', 'en'],
			['docs/index', '/', 'en'],
		]);
	});

	it('keeps its sources out of the sitemap and out of Pagefind', async () => {
		const sitemap = await readFile(join(built.out, 'sitemap-0.xml'), 'utf8');
		const listed = [...sitemap.matchAll(/<loc>https:\/\/harbour\.example([^<]*)/g)];
		expect(listed.map(([, path]) => path).sort()).toEqual([
			'/',
			'/de/',
			'/de/guides/tugs/',
			'/guides/tugs/',
		]);
		const page = join(built.out, 'citable/source/docs/guides/tugs/index.html');
		expect(await readFile(page, 'utf8')).toContain('<body data-pagefind-ignore="all"');
	});

	it('reads directives, and no time of day as one', async () => {
		const index = await openBuiltIndex(built.out);
		const view = await index.view('docs/guides/tugs');
		const types = view.nodes.map(({ type }) => type);
		expect(types).toContain('callout');
		expect(types).not.toContain('directive');
		expect(index.manifest.totals.findings).toEqual({});
	});
});

describe('a site of Markdown alone, without provenance pages', () => {
	let built: BuiltSite;
	beforeAll(async () => {
		built = await buildSite(siteFolder('md-only'));
		if (!built.ok) throw new Error(built.log);
	});
	afterAll(() => built.remove());

	it('has an index and no pages of ours', async () => {
		const index = await openBuiltIndex(built.out);
		const documents = await index.documents();
		expect(documents.map(({ id, provenance }) => [id, provenance]).sort()).toEqual([
			['notes/fog', undefined],
			['notes/tides', undefined],
		]);
		const pages = await readdir(built.out, { recursive: true });
		expect(pages.filter((name) => name.endsWith('.html'))).toEqual(['index.html']);
	});

	it('keeps a byte-order mark and the line breaks of Windows', async () => {
		const index = await openBuiltIndex(built.out);
		const entry = await index.document('notes/fog');
		expect(await index.source(entry.revision)).toBe(
			'\uFEFF# Fog\r\n\r\nThe horn sounds\r\nevery minute &mdash; in fog.\r\n',
		);
	});

	it('says that the given address is no page', () => {
		expect(built.log).toMatch(
			/notes .*no page of the site \(\/n\/\w+\/\).*collections\.notes\.url/,
		);
	});
});

describe('a site with documents that cannot be read', () => {
	it('does not build, and lists all of them', async () => {
		const built = await buildSite(siteFolder('broken'));
		expect(built.ok).toBe(false);
		for (const problem of [
			/docs\/open-tag\.mdx:3.*\n.*invalid-mdx/,
			/docs\/latin\.md:3.*byte 13.*\n.*invalid-utf8/,
			/docs\/frontmatter\.md:3.*\n.*invalid-frontmatter/,
			/docs\/gone\.md.*\n.*unreadable-file/,
			/4 of 5 documents failed\.\n +Hint:\n +Mend them/,
		])
			expect(built.log).toMatch(problem);
		await built.remove();
	});

	it('builds where each gap is accepted by name, and does not claim to be complete', async () => {
		const accept = ['open-tag', 'latin', 'frontmatter', 'gone'].map((entry) => `docs/${entry}`);
		const built = await buildSite(siteFolder('broken'), { CITABLE: JSON.stringify({ accept }) });
		expect(built.ok, built.log).toBe(true);
		const { coverage } = (await openBuiltIndex(built.out)).manifest;
		expect(coverage.complete).toBe(false);
		expect(coverage.failed.map(({ id, accepted }) => [id, accepted])).toEqual(
			accept.sort().map((id) => [id, true]),
		);
		await built.remove();
	});

	it('says which option is wrong, and what it should be', async () => {
		const built = await buildSite(siteFolder('broken'), {
			CITABLE: JSON.stringify({ asets: '/x/', provenance: 'sources' }),
		});
		expect(built.ok).toBe(false);
		expect(built.log).toContain('there is no option asets');
		expect(built.log).toContain('Did you mean assets?');
		expect(built.log).toContain("a path that starts and ends with a slash: '/sources/'");
		await built.remove();
	});
});
