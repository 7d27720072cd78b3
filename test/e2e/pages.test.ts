import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Chunk, CitableIndex } from '../../integration/src/client/index.ts';
import { buildSite, serveFolder, siteFolder, type BuiltSite, type ServedFolder } from '../sites.ts';
import { launchBrowser } from './browser.ts';
import { allChunks, highlightOf, openBuiltIndex } from './provenance.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong with a page. */
async function violations(page: Page): Promise<string[]> {
	await page.evaluate(axe);
	return page.evaluate(async () => {
		const { axe } = window as unknown as {
			axe: {
				run(): Promise<{
					violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
				}>;
			};
		};
		const { violations } = await axe.run();
		return violations.flatMap(({ id, nodes }) =>
			nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
		);
	});
}

let browser: Browser;
beforeAll(async () => {
	browser = await launchBrowser();
});
afterAll(() => browser.close());

describe('the site of this package', () => {
	let built: BuiltSite;
	let served: ServedFolder;
	let index: CitableIndex;
	beforeAll(async () => {
		built = await buildSite(resolve(import.meta.dirname, '../..'));
		if (!built.ok) throw new Error(built.log);
		served = await serveFolder(built.out);
		index = await openBuiltIndex(built.out);
	});
	afterAll(async () => {
		await served.close();
		await built.remove();
	});

	it('leads by keyboard alone from a search to the highlighted source', async () => {
		const page = await browser.newPage();
		await page.goto(`${served.origin}/search/`);
		await page.keyboard.press('/');
		await page.keyboard.type('receivers that cannot be asked for their state');
		await page.locator('.hit').first().waitFor();
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('ArrowUp');
		const hit = page.locator('.hit').first();
		expect(
			await hit.locator('[data-hit]').evaluate((link) => link === document.activeElement),
		).toBe(true);
		await page.keyboard.press('Tab');
		const id = await page.evaluate(() =>
			new URL((document.activeElement as HTMLAnchorElement).href).hash.slice(1),
		);
		await page.keyboard.press('Enter');
		await page.waitForURL(/\/citable\/source\//);
		const chunk = await index.chunk(id);
		const highlight = await highlightOf(page);
		expect(highlight.text.trim()).toBe(chunk.text.trim());
		expect(highlight.inView).toBe(true);
		await page.close();
	});

	it('opens a hit where it stands in the page', async () => {
		const page = await browser.newPage();
		await page.goto(`${served.origin}/search/?q=foghorn+answer+thirty+seconds`);
		const first = page.locator('.hit [data-hit]').first();
		await first.waitFor();
		await first.click();
		await page.waitForURL((url) => !url.pathname.startsWith('/search'));
		const target = page.locator(':target');
		expect(await target.count()).toBe(1);
		await page.close();
	});

	it('keeps the query in the address, says how many passages there are, and what is missing', async () => {
		const page = await browser.newPage();
		await page.goto(`${served.origin}/search/?q=footnote`);
		const status = page.locator('[data-status]');
		await page.locator('.hit').first().waitFor();
		expect(await status.textContent()).toMatch(/^\d+ passages for “footnote”$/);
		await page.fill('input[type=search]', 'zzyzx qwertzuiop');
		await expect.poll(() => status.textContent()).toMatch(/^Nothing is found for “zzyzx/);
		expect(new URL(page.url()).searchParams.get('q')).toBe('zzyzx qwertzuiop');
		await page.route('**/search/*.json', (route) => route.abort());
		await page.goto(`${served.origin}/search/?q=footnote`);
		await expect.poll(() => status.textContent()).toMatch(/^The search failed\..*search/);
		await page.close();
	});

	it('shows evidence of a hit as slices of the source', async () => {
		const page = await browser.newPage();
		await page.goto(`${served.origin}/search/?q=parcel+times+out+sent+again`);
		const hit = page.locator('.hit').first();
		await hit.waitFor();
		await hit.getByRole('button', { name: 'Evidence' }).click();
		const piece = hit.locator('.piece.seed pre');
		await piece.waitFor();
		const address = await hit.locator('.provenance').getAttribute('href');
		const chunk = await index.chunk(new URL(address!).hash.slice(1));
		expect(await piece.textContent()).toBe(chunk.text);
		await page.close();
	});

	it('marks a span, its selection, and what is copied of it to the unit', async () => {
		const chunks = await allChunks(index);
		const chunk = chunks.find(({ document }) => document.id === 'showcase/retry-policy') as Chunk;
		const page = await browser.newPage();
		const { start, end } = chunk;
		const address = `${served.origin}${chunk.document.provenance!}#char=${String(start + 3)},${String(end - 2)}`;
		await page.goto(address);
		await expect.poll(async () => (await highlightOf(page)).text).toBe(chunk.text.slice(3, -2));
		const copied = await page.evaluate(() => {
			const lines = document.querySelectorAll('#source .l');
			const range = document.createRange();
			range.setStart(lines[2]!, 0);
			range.setEnd(lines[20]!, lines[20]!.childNodes.length);
			getSelection()!.removeAllRanges();
			getSelection()!.addRange(range);
			const data = new DataTransfer();
			const event = new ClipboardEvent('copy', {
				clipboardData: data,
				bubbles: true,
				cancelable: true,
			});
			document.querySelector('#source .l')!.dispatchEvent(event);
			return data.getData('text/plain');
		});
		const source = await index.source(chunk.document.revision);
		const lines = source.split(/(?<=\n)/);
		expect(copied).toBe(lines.slice(2, 21).join(''));
		await page.getByRole('button', { name: 'Mark selection' }).click();
		await expect.poll(async () => (await highlightOf(page)).text).toBe(copied);
		await page.close();
	});

	it('sorts and filters what was measured', async () => {
		const page = await browser.newPage();
		await page.goto(`${served.origin}/results/?kind=exact&sort=-question`);
		const kinds = page.locator('#questions tbody tr:visible td:nth-of-type(1)');
		const kind = await page.locator('#questions tbody tr').first().getAttribute('data-kind');
		await page.locator('[name=kind]').selectOption(kind);
		expect(new Set(await kinds.allInnerTexts())).toEqual(new Set([kind]));
		const policies = page.locator('#kinds tbody th');
		const before = await policies.allInnerTexts();
		await page.locator('#kinds thead').getByRole('button', { name: 'policy' }).click();
		expect(await policies.allInnerTexts()).toEqual([...before].sort());
		expect(new URL(page.url()).search).toContain('by=policy');
		expect(await violations(page)).toEqual([]);
		await page.close();
	});

	it('verifies the source that it shows, and says so when it was altered', async () => {
		const page = await browser.newPage();
		const { provenance } = await index.document('showcase/retry-policy');
		await page.goto(served.origin + provenance!);
		const verdict = page.locator('[data-verdict]');
		await page.getByRole('button', { name: 'Verify now' }).click();
		await expect.poll(() => verdict.textContent()).toMatch(/^Verified: \d+ bytes/);
		await page.route('**/sources/*', (route) => route.fulfill({ body: 'other text' }));
		await page.getByRole('button', { name: 'Verify now' }).click();
		await expect.poll(() => verdict.textContent()).toMatch(/^Altered/);
		await page.close();
	});

	it('shows the rendered page beside the source, at the chosen chunk', async () => {
		const chunk = (await allChunks(index)).find(
			({ document, headingPath }) =>
				document.id === 'showcase/retry-policy' && headingPath.includes('Recovery by adapter'),
		);
		const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
		await page.goto(`${served.origin}${chunk!.document.provenance!}#${chunk!.id}`);
		await page.getByRole('button', { name: 'Show the page beside' }).click();
		const marked = page.frameLocator('.rendered iframe').locator('[data-citable-marked]');
		await expect.poll(() => marked.textContent()).toBe('Recovery by adapter');
		await page.evaluate((id) => {
			document.getElementById(id)!.scrollIntoView();
		}, chunk!.id);
		await expect
			.poll(() => page.frames()[1]!.evaluate(() => scrollY > 0), {
				message: 'it has scrolled along',
			})
			.toBe(true);
		await page.getByRole('button', { name: 'Show the page beside' }).click();
		expect(await page.locator('iframe').count()).toBe(0);
		await page.close();
	});

	it.each(['light', 'dark'] as const)(
		'has no fault that axe can find, in %s',
		async (colorScheme) => {
			for (const width of [1280, 390]) {
				const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
				const page = await context.newPage();
				const { provenance } = await index.document('showcase/retry-policy');
				const [chunk] = (await allChunks(index)).filter(
					({ document }) => document.provenance === provenance,
				);
				const code = (await allChunks(index)).find(
					({ document, text }) => document.id === 'docs/client' && text.includes('```js'),
				);
				for (const path of [
					'/',
					`${code!.document.provenance!}#${code!.id}`,
					'/options/',
					'/search/?q=footnote',
					'/citable/source/',
					'/citable/source/fidelity/',
					`${provenance!}#${chunk!.id}`,
				]) {
					await page.goto(served.origin + path);
					if (path.includes('?q=')) await page.locator('.hit').first().waitFor();
					expect(await violations(page), `${path} at ${String(width)}`).toEqual([]);
				}
				await context.close();
			}
		},
	);

	it('shows a source of 30 kB in less than 60 kB, without moving anything', async () => {
		const big = (await index.documents()).sort((a, b) => b.bytes - a.bytes)[0]!;
		const page = await browser.newPage();
		let weight = 0;
		page.on('response', (response) => {
			void response.body().then(
				(body) => (weight += gzipSync(body).length),
				() => undefined,
			);
		});
		await page.goto(served.origin + big.provenance!, { waitUntil: 'networkidle' });
		const shift = await page.evaluate(
			() =>
				new Promise<number>((done) => {
					let sum = 0;
					new PerformanceObserver((list) => {
						for (const entry of list.getEntries())
							sum += (entry as PerformanceEntry & { value: number }).value;
					}).observe({ type: 'layout-shift', buffered: true });
					setTimeout(() => {
						done(sum);
					}, 300);
				}),
		);
		// The largest page here is smaller than the budget's; its weight may grow with the source.
		expect(weight).toBeLessThan((60_000 * Math.max(big.bytes, 15_000)) / 30_000);
		expect(shift).toBeLessThan(0.01);
		await page.close();
	});
});

describe('a source that means harm', () => {
	let built: BuiltSite;
	let served: ServedFolder;
	beforeAll(async () => {
		built = await buildSite(siteFolder('plain'));
		if (!built.ok) throw new Error(built.log);
		served = await serveFolder(built.out);
	});
	afterAll(async () => {
		await served.close();
		await built.remove();
	});

	it('stays text on every page that shows it', async () => {
		const index = await openBuiltIndex(built.out);
		const { provenance, revision } = await index.document('notes/hostile');
		const page = await browser.newPage();
		for (const path of [provenance!, '/citable/source/', '/citable/source/fidelity/']) {
			await page.goto(served.origin + path);
			const found = await page.evaluate(() => ({
				hacked: 'hacked' in window,
				foreign: document.querySelectorAll(
					'#main img, #main script:not([type=module]), #main iframe',
				).length,
				script: [...document.querySelectorAll('a')].some((link) =>
					link.href.startsWith('javascript:'),
				),
			}));
			// The page of a source has one small script of its own, which the builder wrote.
			const own = path === provenance ? 1 : 0;
			expect(found, path).toEqual({ hacked: false, foreign: own, script: false });
		}
		await page.goto(served.origin + provenance!);
		const text = await page.evaluate(() =>
			[...document.querySelectorAll('#source .l')].map((line) => line.textContent).join(''),
		);
		expect(text).toBe(await index.source(revision));
		await page.close();
	});

	it('has its findings in a table that is filtered and sorted by keyboard, by address, or not', async () => {
		const address = `${served.origin}/citable/source/fidelity/`;
		const page = await browser.newPage();
		const shown = page.locator('#findings tbody tr:visible');
		const codes = (): Promise<string[]> =>
			page.locator('#findings td.code:visible').allInnerTexts();
		await page.goto(address);
		const all = await codes();
		expect(new Set(all).size).toBeGreaterThan(2);
		expect(await page.locator('.filters [role=status]').textContent()).toBe(`All ${all.length}`);

		await page.locator('[name=q]').focus();
		await page.keyboard.type('unknown mooring');
		expect(await codes()).toEqual(['component-unknown']);
		await shown.getByRole('link').click();
		await page.waitForURL(/mooring.*#f\d+-component-unknown$/);
		expect(await page.locator('.note:target').isVisible()).toBe(true);
		await page.goBack();
		expect(await codes()).toEqual(['component-unknown']);
		await page.getByRole('button', { name: 'Show all' }).click();
		await expect.poll(codes).toEqual(all);

		await page.locator('[name=severity]').selectOption('warning');
		const head = page.getByRole('columnheader', { name: 'Code' });
		await head.getByRole('button').focus();
		await page.keyboard.press('Enter');
		const ascending = await codes();
		expect(ascending).toEqual([...ascending].sort());
		expect(await head.getAttribute('aria-sort')).toBe('ascending');
		await page.keyboard.press('Enter');
		expect(await codes()).toEqual(ascending.reverse());
		expect(new URL(page.url()).search).toBe('?severity=warn&sort=-code');
		const again = await browser.newPage();
		await again.goto(page.url());
		expect(await again.locator('#findings td.code:visible').allInnerTexts()).toEqual(ascending);
		expect(await violations(again)).toEqual([]);
		await again.close();
		await page.close();

		const context = await browser.newContext({ javaScriptEnabled: false });
		const plain = await context.newPage();
		await plain.goto(address);
		expect(await plain.locator('#findings td.code:visible').allInnerTexts()).toEqual(all);
		expect(await plain.locator('.filters').isVisible()).toBe(false);
		await context.close();
	});

	it('cannot change the order in which its signs are read', async () => {
		const index = await openBuiltIndex(built.out);
		const { provenance } = await index.document('notes/hostile');
		const page = await browser.newPage();
		await page.goto(served.origin + provenance!);
		const places = await page.evaluate(() => {
			const line = [...document.querySelectorAll('#source .l')].find(({ textContent }) =>
				textContent.startsWith('Moor only'),
			)!;
			const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
			const places: number[] = [];
			while (walker.nextNode() !== null) {
				const node = walker.currentNode as Text;
				if (node.parentElement?.className === 'v') continue;
				for (let at = 0; at < node.data.trimEnd().length; at++) {
					const range = document.createRange();
					range.setStart(node, at);
					range.setEnd(node, at + 1);
					places.push(range.getBoundingClientRect().left);
				}
			}
			return places;
		});
		expect(places.length).toBeGreaterThan(50);
		expect(places).toEqual([...places].sort((a, b) => a - b));
		expect(await page.locator('.v').first().getAttribute('data-name')).toBe('RLO');
		await page.close();
	});

	it('is highlighted without a script, its findings beside it', async () => {
		const index = await openBuiltIndex(built.out);
		const context = await browser.newContext({ javaScriptEnabled: false });
		const page = await context.newPage();
		for (const chunk of await allChunks(index)) {
			await page.goto(`${served.origin}${chunk.document.provenance!}#${chunk.id}`);
			expect((await highlightOf(page)).text.trim()).toBe(chunk.text.trim());
		}
		const { provenance } = await index.document('docs/guides/mooring');
		await page.goto(served.origin + provenance!);
		expect(await page.locator('.note').textContent()).toContain('component-unknown');
		await context.close();
	});
});

describe('a Starlight site with the plugin', () => {
	let built: BuiltSite;
	let served: ServedFolder;
	beforeAll(async () => {
		built = await buildSite(siteFolder('starlight'));
		if (!built.ok) throw new Error(built.log);
		served = await serveFolder(built.out);
	});
	afterAll(async () => {
		await served.close();
		await built.remove();
	});

	it('finds passages in a dialog, in the language of the page', async () => {
		const index = await openBuiltIndex(built.out);
		const page = await browser.newPage();
		await page.goto(`${served.origin}/guides/tugs/`);
		await page.keyboard.press('/');
		await page.keyboard.type('storm force');
		await page.locator('.hit').first().waitFor();
		const address = await page.locator('.hit .provenance').first().getAttribute('href');
		const chunk = await index.chunk(new URL(address!).hash.slice(1));
		expect(chunk.text).toContain('force 9');
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('Tab');
		await page.keyboard.press('Enter');
		await page.waitForURL(/\/citable\/source\//);
		expect((await highlightOf(page)).text.trim()).toBe(chunk.text.trim());
		await page.goto(`${served.origin}/de/guides/tugs/?q=storm`);
		await expect.poll(() => page.locator('[data-status]').textContent()).toMatch(/^Nothing/);
		await page.close();
	});

	it('links each page to its source, in each language', async () => {
		const page = await browser.newPage();
		for (const [path, id] of [
			['/', 'docs/index'],
			['/de/guides/tugs/', 'docs/de/guides/tugs'],
		] as const) {
			await page.goto(served.origin + path);
			const { provenance } = await (await openBuiltIndex(built.out)).document(id);
			expect(await page.locator('.citable-source a').getAttribute('href')).toBe(provenance);
			expect(await page.getByRole('button', { name: 'Cite this page' }).isVisible()).toBe(true);
		}
		await page.close();
	});

	it('has no fault that axe can find', async () => {
		const page = await browser.newPage();
		await page.goto(`${served.origin}/guides/tugs/?q=storm`);
		await page.locator('.hit').first().waitFor();
		expect(await violations(page)).toEqual([]);
		await page.close();
	});
});
