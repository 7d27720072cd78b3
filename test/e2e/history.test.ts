import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Citation } from '../../integration/src/client/index.ts';
import { buildSite, serveFolder, siteFolder, type BuiltSite, type ServedFolder } from '../sites.ts';
import { launchBrowser } from './browser.ts';
import { highlightOf, openBuiltIndex } from './provenance.ts';

const root = resolve(import.meta.dirname, '..', '..');
const CONFIG = `
import mdx from '@astrojs/mdx';
import { defineConfig } from 'astro/config';
import citable from 'astro-citable';

export default defineConfig({
	integrations: [mdx(), citable({ history: { dir: '.citable-history' } })],
});
`;

let site: string;
let built: BuiltSite;
let served: ServedFolder;
let browser: Browser;
let page: Page;
/** Made in the first generation. */
let edited: Citation;
let removed: Citation;

beforeAll(async () => {
	await mkdir(join(root, 'test-results'), { recursive: true });
	site = await mkdtemp(join(root, 'test-results', 'history-'));
	await cp(siteFolder('plain'), site, { recursive: true });
	await writeFile(join(site, 'astro.config.mjs'), CONFIG);
	const first = await buildSite(site);
	expect(first.ok, first.log).toBe(true);
	const index = await openBuiltIndex(first.out);
	const cite = async (document: string): Promise<Citation> => {
		const chunk = (await index.view(document)).chunk(0);
		return index.cite(chunk.id);
	};
	edited = await cite('docs/guides/mooring');
	removed = await cite('notes/hostile');
	await first.remove();

	const file = join(site, 'src/content/docs/guides/mooring.mdx');
	const text = await readFile(file, 'utf8');
	await writeFile(file, text.replace('Fenders go out before', 'Fenders are out long before'));
	await rm(join(site, 'src/content/notes/hostile.md'));
	built = await buildSite(site);
	expect(built.ok, built.log).toBe(true);
	served = await serveFolder(built.out);
	browser = await launchBrowser();
	page = await browser.newPage({ javaScriptEnabled: false });
});
afterAll(async () => {
	await browser.close();
	await served.close();
	await built.remove();
	await rm(site, { recursive: true, force: true });
});

it('keeps earlier generations in the index, and verifies their citations', async () => {
	const index = await openBuiltIndex(built.out);
	expect(index.retained).toEqual([index.generation, edited.generation]);
	expect((await index.verify(edited)).verdict).toBe('edited');
	expect((await index.verify(removed)).verdict).toBe('deleted');
});

it('leads an old citation from the current page to the revision it cites', async () => {
	await page.goto(served.origin + (edited.provenance ?? ''));
	const note = page.locator('.moved p:target');
	expect(await note.textContent()).toContain('earlier revision');
	await note.getByRole('link').click();
	expect(await page.locator('.superseded').textContent()).toMatch(/earlier revision/);
	expect((await highlightOf(page)).text.trim()).toBe(edited.quote.trim());
	await page.getByRole('link', { name: 'Open the current revision' }).click();
	expect(new URL(page.url()).pathname).toBe(new URL(edited.provenance ?? '', 'http://a').pathname);
	expect(await page.locator('#source').textContent()).toContain('Fenders are out long before');
});

it('leads a link to a span from the current page to the revision it names, or says that it is gone', async () => {
	const scripted = await browser.newPage();
	const index = await openBuiltIndex(built.out);
	const earlier = await index.open(edited.generation);
	const { start } = edited.span;
	const place = { document: edited.document.id, start, end: start + 20 };
	const { provenance, quote, revision } = await earlier.cite(place);
	expect(provenance).toContain(`?revision=${revision.slice(0, 12)}#char=`);
	await scripted.goto(served.origin + provenance!);
	const note = scripted.locator('.other');
	expect(await note.textContent()).toContain(`revision ${revision.slice(0, 12)}`);
	expect((await highlightOf(scripted)).text).toBe('');
	await note.getByRole('link').click();
	await scripted.waitForURL(/revision-/);
	await expect.poll(async () => (await highlightOf(scripted)).text).toBe(quote);
	expect(await note.count()).toBe(0);

	await scripted.goto(served.origin + provenance!.replace(/revision=\w+/, 'revision=000000000000'));
	expect(await note.textContent()).toContain('is not kept here');
	const now = await index.cite(place);
	await scripted.goto(served.origin + now.provenance!);
	await expect.poll(async () => (await highlightOf(scripted)).text).toBe(now.quote);
	await scripted.close();
});

it('keeps the page of a document that is no more', async () => {
	await page.goto(served.origin + (removed.provenance ?? ''));
	expect(await page.locator('.superseded').textContent()).toContain('no longer part of the site');
	expect((await highlightOf(page)).text.trim()).toBe(removed.quote.trim());
});
