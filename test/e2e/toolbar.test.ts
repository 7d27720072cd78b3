import { spawn, type ChildProcess } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from './browser.ts';

const root = resolve(import.meta.dirname, '..', '..');
let site: string;
let server: ChildProcess;
let address: string;
let browser: Browser;
let page: Page;

const CONFIG = `
import mdx from '@astrojs/mdx';
import { defineConfig } from 'astro/config';
import citable from 'astro-citable';

export default defineConfig({ base: '/handbook', integrations: [mdx(), citable()] });
`;

beforeAll(async () => {
	await mkdir(join(root, 'test-results'), { recursive: true });
	site = await mkdtemp(join(root, 'test-results', 'toolbar-'));
	await cp(join(root, 'fixtures/sites/plain'), site, { recursive: true });
	await writeFile(join(site, 'astro.config.mjs'), CONFIG);
	({ server, address } = await startServer(site));
	browser = await launchBrowser();
	page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
	page.setDefaultTimeout(90_000);
});

/** The toolbar is there only where the server runs as it does for an author: on its own. */
async function startServer(folder: string): Promise<{ server: ChildProcess; address: string }> {
	const astro = join(root, 'node_modules/astro/bin/astro.mjs');
	const child = spawn(process.execPath, [astro, 'dev', '--host', '127.0.0.1', '--port', '0'], {
		cwd: folder,
		env: { ...process.env, NODE_ENV: 'development', VITEST: '', ASTRO_TELEMETRY_DISABLED: '1' },
	});
	return new Promise((resolve, reject) => {
		let said = '';
		const listen = (data: Buffer): void => {
			said += data.toString();
			const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
			if (found !== null) resolve({ server: child, address: found[0] });
		};
		child.stdout.on('data', listen);
		child.stderr.on('data', listen);
		child.once('exit', () => {
			reject(new Error(said));
		});
	});
}

afterAll(async () => {
	await browser.close();
	server.kill();
	await rm(site, { recursive: true, force: true });
});

async function openApp(path: string): Promise<void> {
	await page.goto(`${address}${path}`);
	const panel = app().locator('.panel');
	// The bar is folded away until the pointer is near; and the server may reload a page that it has
	// found new packages for.
	const button = page.locator('astro-dev-toolbar button[data-app-id="astro-citable"]');
	await expect
		.poll(
			async () => {
				if (!(await panel.isVisible())) await button.dispatchEvent('click');
				return panel.waitFor({ timeout: 10_000 }).then(
					() => true,
					() => false,
				);
			},
			{ timeout: 90_000 },
		)
		.toBe(true);
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
	await expect
		.poll(() => app().locator('[role="status"]').textContent())
		.toMatch(/hits are on this page/);
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
