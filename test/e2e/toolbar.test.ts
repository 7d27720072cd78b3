import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import mdx from '@astrojs/mdx';
import { dev } from 'astro';
import citable from 'astro-citable';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from './browser.ts';

const root = resolve(import.meta.dirname, '..', '..');
let site: string;
let server: Awaited<ReturnType<typeof dev>>;
let browser: Browser;
let page: Page;

beforeAll(async () => {
	await mkdir(join(root, 'test-results'), { recursive: true });
	site = await mkdtemp(join(root, 'test-results', 'toolbar-'));
	await cp(join(root, 'fixtures/sites/plain'), site, { recursive: true });
	await rm(join(site, 'astro.config.mjs'));
	server = await dev({
		root: site,
		base: '/handbook',
		logLevel: 'error',
		server: { port: 0, host: '127.0.0.1' },
		integrations: [mdx(), citable()],
	});
	browser = await launchBrowser();
	page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
});
afterAll(async () => {
	await browser.close();
	await server.stop();
	await rm(site, { recursive: true, force: true });
});

async function openApp(path: string): Promise<void> {
	await page.goto(`http://127.0.0.1:${String(server.address.port)}${path}`);
	await page.locator('astro-dev-toolbar button[data-app-id="astro-citable"]').click();
	await page.locator('astro-dev-toolbar-app-canvas[data-app-id="astro-citable"] .panel').waitFor();
}

const app = () => page.locator('astro-dev-toolbar-app-canvas[data-app-id="astro-citable"]');

it('outlines the chunks of a page, tries a query and shows evidence', async () => {
	await openApp('/handbook/docs/guides/mooring');
	const boxes = app().locator('.box');
	const rows = app().locator('ol[aria-label="Chunks"] button');
	expect(await boxes.count()).toBeGreaterThan(0);
	expect(await rows.count()).toBe(await boxes.count());
	await expect.poll(() => boxes.first().textContent()).toMatch(/^1 · \d+ tokens$/);
	const box = await boxes.first().boundingBox();
	const heading = await page.locator('main, body').first().boundingBox();
	expect(box!.width).toBeLessThanOrEqual(heading!.width + 20);

	await app().getByLabel('Query').fill('mooring');
	await expect.poll(() => app().locator('[role="status"]').textContent()).toMatch(/hits are on this page/);
	expect(await app().locator('.box.hit').count()).toBeGreaterThan(0);
	await rows.first().click();
	await expect.poll(() => app().locator('pre').textContent()).toMatch(/^\[seed\] /);
	await page.screenshot({ path: join(root, 'test-results', 'toolbar.png') });
});

it('shows an edit after reload', async () => {
	const file = join(site, 'src/content/docs/guides/mooring.mdx');
	await writeFile(file, `${await readFile(file, 'utf8')}\n## Afterthought\n\nCast off gently.\n`);
	await expect
		.poll(
			async () => {
				await openApp('/handbook/docs/guides/mooring');
				return app().locator('ol[aria-label="Chunks"]').textContent();
			},
			{ timeout: 60_000 },
		)
		.toContain('Cast off gently');
});

it('says where a page has no document', async () => {
	await openApp('/handbook/');
	expect(await app().locator('.panel').textContent()).toContain('no document for this page');
});
