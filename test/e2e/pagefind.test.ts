import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSite, serveFolder, siteFolder, type BuiltSite, type ServedFolder } from '../sites.ts';
import { launchBrowser } from './browser.ts';
import { openBuiltIndex } from './provenance.ts';

let browser: Browser;
beforeAll(async () => {
	browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Builds and serves the Starlight site with options of its own. */
async function served(
	config: object,
	base = '/',
): Promise<{ site: BuiltSite; host: ServedFolder }> {
	// Vitest says that this is development, where Starlight has no search of its own.
	const production = { NODE_ENV: 'production', MODE: 'production', DEV: '', PROD: '1' };
	const environment = { SITE_CONFIG: JSON.stringify({ base, ...config }), ...production };
	const site = await buildSite(siteFolder('starlight'), environment);
	if (!site.ok) throw new Error(site.log);
	return { site, host: await serveFolder(site.out, base) };
}

describe('a Starlight site whose index Pagefind searches', () => {
	let site: BuiltSite;
	let host: ServedFolder;
	beforeAll(async () => {
		({ site, host } = await served({ citable: { search: { engine: 'pagefind' } } }));
	});
	afterAll(async () => {
		await host.close();
		await site.remove();
	});

	it('shows what the engine finds in the dialog, with evidence and citation', async () => {
		const page = await browser.newPage();
		const asked: string[] = [];
		page.on('request', (request) => asked.push(new URL(request.url()).pathname));
		await page.goto(`${host.origin}/guides/tugs/`);
		await page.locator('citable-dialog .open').click();
		await page.keyboard.type('tug sails above force');
		const hit = page.locator('.hit').first();
		await hit.waitFor();
		expect(await hit.locator('.snippet').textContent()).toContain('force 9');
		expect(asked.some((path) => /^\/citable\/pagefind\/.*\.pf_index$/.test(path))).toBe(true);
		expect(asked.some((path) => path.startsWith('/pagefind/'))).toBe(false);
		await page.close();
	});

	it('has the pages that Starlight indexes beside it, as ever', async () => {
		const files = await readdir(join(site.out, 'pagefind'));
		expect(files).toContain('pagefind.js');
		expect(site.log).toContain('Finished building search index');
	});
});

describe('a Starlight site whose own search leads to chunks', () => {
	const base = '/harbour/';
	let site: BuiltSite;
	let host: ServedFolder;
	beforeAll(async () => {
		const citable = { searchDialog: false, search: { pages: '/pagefind/' } };
		({ site, host } = await served({ citable }, base));
	});
	afterAll(async () => {
		await host.close();
		await site.remove();
	});

	it('shows chunks as results under their pages, each at its block', async () => {
		const index = await openBuiltIndex(site.out);
		const page = await browser.newPage();
		await page.goto(`${host.origin}${base}guides/tugs/`);
		await page.locator('site-search button[data-open-modal]').click();
		await page.locator('.pagefind-ui__search-input').fill('breakwater');
		const link = page.locator('.pagefind-ui__result-nested a').first();
		await link.waitFor();
		const address = new URL((await link.getAttribute('href')) ?? '', host.origin);
		expect(address.pathname).toBe(`${base}guides/tugs/`);
		await page.goto(address.href);
		const target = page.locator(':target');
		expect(await target.textContent()).toContain('A tug waits at the breakwater.');
		const [hit] = await index.search('breakwater', { language: 'en' });
		expect(new URL((await index.cite(hit!)).url ?? '', host.origin).hash).toContain(
			address.hash.slice(1),
		);
		await page.close();
	});

	it('finds pages of the language of the page alone', async () => {
		const page = await browser.newPage();
		await page.goto(`${host.origin}${base}de/guides/tugs/`);
		await page.locator('site-search button[data-open-modal]').click();
		await page.locator('.pagefind-ui__search-input').fill('Schlepper');
		const link = page.locator('.pagefind-ui__result-link').first();
		await link.waitFor();
		expect(new URL((await link.getAttribute('href')) ?? '', host.origin).pathname).toMatch(
			/^\/harbour\/de\//,
		);
		await page.close();
	});
});
