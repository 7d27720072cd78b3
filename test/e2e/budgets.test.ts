import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CitableIndex } from '../../integration/src/client/index.ts';
import { describeShared } from '../corpora.ts';
import { buildSite, serveFolder, type BuiltSite, type ServedFolder } from '../sites.ts';
import { launchBrowser } from './browser.ts';
import { highlightOf, openBuiltIndex } from './provenance.ts';
import { starlightSite, type TemporarySite } from './starlight-site.ts';

/** Real documents of about 30 kB: prose, tables, much code of several languages. */
const MEDIUM = {
	'routing.mdx': 'astro-docs/en/guides/routing.mdx',
	'markdown.mdx': 'astro-docs/en/guides/markdown-content.mdx',
	'lifetimes.md': 'rust-book/src/ch10-03-lifetime-syntax.md',
};

const LARGE = 500_000;

describeShared('the page of a source', 'corpora', (corpora) => {
	let site: TemporarySite;
	let built: BuiltSite;
	let served: ServedFolder;
	let browser: Browser;
	let index: CitableIndex;

	beforeAll(async () => {
		const pages = await mkdtemp(join(tmpdir(), 'citable-pages-'));
		for (const [name, path] of Object.entries(MEDIUM))
			await writeFile(join(pages, name), titled(await readFile(join(corpora, path), 'utf8')));
		const book = await bookOf(join(corpora, 'rust-book/src'));
		await writeFile(join(pages, 'large.md'), titled(book));
		site = await starlightSite(pages, { options: 'components: astroDocs.adapters' });
		await rm(pages, { recursive: true });
		built = await buildSite(site.folder);
		if (!built.ok) throw new Error(built.log);
		served = await serveFolder(built.out);
		browser = await launchBrowser();
		index = await openBuiltIndex(built.out);
	});

	afterAll(async () => {
		await browser.close();
		await served.close();
		await built.remove();
		await site.remove();
	});

	async function addressOf(name: string): Promise<string> {
		const { provenance } = await index.document(`docs/${name.replace(/\.mdx?$/, '')}`);
		return served.origin + provenance!;
	}

	it.each(Object.keys(MEDIUM))('of 30 kB weighs less than 60 kB: %s', async (name) => {
		const page = await browser.newPage();
		const weights = new Map<string, Promise<number>>();
		page.on('response', (response) => {
			const weight = response.body().then(
				(body) => gzipSync(body).length,
				() => 0,
			);
			weights.set(response.url(), weight);
		});
		await page.goto(await addressOf(name), { waitUntil: 'networkidle' });
		let total = 0;
		for (const [, weight] of weights) total += await weight;
		expect([...weights.keys()].length).toBeGreaterThan(1);
		expect(total).toBeLessThan(60_000);
		await page.close();
	});

	it.each(Object.keys(MEDIUM))('moves nothing while it is loaded or read: %s', async (name) => {
		for (const width of [1280, 390]) {
			const page = await browser.newPage({ viewport: { width, height: 900 } });
			await page.addInitScript(observeShifts);
			await page.goto(await addressOf(name), { waitUntil: 'networkidle' });
			await scrollThrough(page, 60);
			expect(await page.evaluate('shifts'), String(width)).toBe(0);
			await page.close();
		}
	});

	it('is there without a script, and waits for none', async () => {
		const context = await browser.newContext({ javaScriptEnabled: false });
		const page = await context.newPage();
		const view = await index.view('docs/lifetimes');
		const chunk = view.chunk(20);
		await page.goto(`${await addressOf('lifetimes.md')}#${chunk.id}`);
		const highlight = await highlightOf(page);
		expect(highlight.text.trim()).toBe(chunk.text.trim());
		expect(highlight.inView).toBe(true);
		expect(await page.locator('#source .l').first().isVisible()).toBe(true);
		expect(await page.locator('script[src]:not([type=module], [defer], [async])').count()).toBe(0);
		await context.close();
	});

	it('of 500 kB is scrolled in small steps beside what it takes to show it', async () => {
		const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
		await browser.startTracing(page, { categories: ['toplevel'] });
		await page.goto(await addressOf('large.md'), { waitUntil: 'networkidle' });
		await scrollThrough(page, 20);
		const shown = sum(tasksOf(await browser.stopTracing()));
		await browser.startTracing(page, { categories: ['toplevel'] });
		await scrollThrough(page, 150);
		const longest = Math.max(...tasksOf(await browser.stopTracing()));
		expect(longest).toBeGreaterThan(0);
		expect(longest / shown).toBeLessThan(1 / 8);
		await page.close();
	});
});

/** Starlight wants a title. */
function titled(text: string): string {
	return text.startsWith('---') ? text : `---\ntitle: A book\n---\n\n${text}`;
}

/** Chapters of a book, one behind the other. */
async function bookOf(folder: string): Promise<string> {
	let text = '';
	for (const name of (await readdir(folder)).sort()) {
		if (!name.endsWith('.md') || text.length >= LARGE) continue;
		text += `${await readFile(join(folder, name), 'utf8')}\n`;
	}
	return text.slice(0, text.lastIndexOf('\n\n', LARGE));
}

const observeShifts = `
window.shifts = 0;
new PerformanceObserver((list) => {
	for (const entry of list.getEntries()) window.shifts += entry.value;
}).observe({ type: 'layout-shift', buffered: true });
`;

interface TraceEvent {
	readonly name: string;
	readonly pid: number;
	readonly tid: number;
	/** Of the thread, in microseconds. */
	readonly tdur?: number;
	readonly args: { readonly name?: string };
}

/** The tasks of a page's thread, each in milliseconds that it had the processor. */
function tasksOf(trace: Uint8Array): number[] {
	const { traceEvents } = JSON.parse(Buffer.from(trace).toString()) as {
		traceEvents: TraceEvent[];
	};
	const threads = new Set(
		traceEvents
			.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
			.map(({ pid, tid }) => `${String(pid)} ${String(tid)}`),
	);
	return traceEvents
		.filter(
			({ name, pid, tid }) =>
				name.endsWith('RunTask') && threads.has(`${String(pid)} ${String(tid)}`),
		)
		.map(({ tdur = 0 }) => tdur / 1000);
}

function sum(values: readonly number[]): number {
	return values.reduce((total, value) => total + value, 0);
}

/** Scrolls down from the top, half a window a frame, for so many frames. */
async function scrollThrough(page: Page, frames: number): Promise<void> {
	await page.evaluate(async (frames) => {
		scrollTo(0, 0);
		for (let frame = 0; frame < frames; frame++) {
			await new Promise(requestAnimationFrame);
			scrollBy(0, innerHeight / 2);
		}
	}, frames);
}
