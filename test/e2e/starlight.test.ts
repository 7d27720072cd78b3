import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Chunk, CitableIndex, Citation } from '../../integration/src/client/index.ts';
import { describeShared } from '../corpora.ts';
import { buildSite, serveFolder, type BuiltSite, type ServedFolder } from '../sites.ts';
import { launchBrowser } from './browser.ts';
import { allChunks, highlightOf, openBuiltIndex, sample } from './provenance.ts';
import { missingFrom, renderedText } from './rendered-text.ts';
import { english, starlightSite, type SiteOfPages, type TemporarySite } from './starlight-site.ts';

const astroDocs = 'components: astroDocs.adapters';

interface Docs {
	readonly whose: string;
	readonly folder: string;
	readonly pages: SiteOfPages;
	/** How many documents there are at least. */
	readonly many: number;
	/** A quote from the second tab of several. */
	readonly hidden: { readonly document: string; readonly quote: string };
}

const docs: readonly Docs[] = [
	{
		whose: 'Starlight’s own',
		folder: 'corpora/starlight/docs/src/content/docs',
		pages: { keep: english },
		many: 30,
		hidden: { document: 'docs/manual-setup', quote: 'pnpm astro add starlight' },
	},
	{
		whose: 'Astro’s own',
		folder: 'corpora/astro-docs/en',
		pages: { locale: 'en', options: astroDocs },
		many: 400,
		hidden: { document: 'docs/en/guides/integrations-guide/mdx', quote: 'pnpm astro add mdx' },
	},
];

/** Five words of a chunk, as somebody may remember them. */
function wordsOf(chunk: Chunk, seed: number): string {
	const words = new Set(chunk.text.match(/(?<![\p{L}\p{N}])\p{L}{4,}(?![\p{L}\p{N}])/gu));
	return sample([...words], 5, seed).join(' ');
}

for (const { whose, folder, pages, many, hidden } of docs) {
	describeShared(`${whose} English docs, with the plugin`, folder, (corpus) => {
		let site: TemporarySite;
		let built: BuiltSite;
		let served: ServedFolder;
		let browser: Browser;
		let index: CitableIndex;
		/** The first hits of questions in words of random chunks. */
		let hits: { query: string; chunk: Chunk; citation: Citation }[];

		beforeAll(async () => {
			site = await starlightSite(corpus, pages);
			built = await buildSite(site.folder);
			if (!built.ok) throw new Error(built.log);
			served = await serveFolder(built.out);
			browser = await launchBrowser();
			index = await openBuiltIndex(built.out);
			const chosen = sample(await allChunks(index), 30, 7);
			hits = await Promise.all(
				chosen.map(async (chunk, at) => {
					const query = wordsOf(chunk, at + 1);
					const [hit] = await index.search(query, { limit: 1 });
					if (hit === undefined) throw new Error(`Nothing is found for “${query}”.`);
					return { query, chunk: hit, citation: await index.cite(hit) };
				}),
			);
		});

		afterAll(async () => {
			await browser.close();
			await served.close();
			await built.remove();
			await site.remove();
		});

		it('are indexed whole', () => {
			expect(index.manifest.coverage.complete).toBe(true);
			expect(index.manifest.coverage.documents).toBeGreaterThan(many);
		});

		it('have addresses that are pages of the site', async () => {
			for (const { url, id } of await index.documents()) {
				expect(url, id).toBeDefined();
				const response = await fetch(served.origin + url!);
				// The page for what is not found is served under an address of its own.
				expect(response.status, `${id} at ${url!}`).toBe(200);
			}
		});

		it('open 30 hits at the right paragraph of the page', async () => {
			const page = await browser.newPage();
			for (const { query, chunk, citation } of hits) {
				await page.goto(served.origin + citation.url!);
				const anchor = await openedTarget(page);
				const view = await index.view(chunk.document.id);
				const missing = missingFrom(await renderedText(page), anchor, view, chunk);
				expect(missing, `“${query}” at ${citation.url!}`).toBeUndefined();
			}
			await page.close();
		});

		it('open 30 hits at the right span of the source, without a script', async () => {
			const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
			for (const { query, chunk, citation } of hits) {
				await page.goto(served.origin + citation.provenance!);
				const highlight = await highlightOf(page);
				expect(highlight.text.trim(), query).toBe(chunk.text.trim());
				expect(highlight.inView, query).toBe(true);
				const { title } = chunk.document;
				const path =
					chunk.headingPath[0] === title ? chunk.headingPath : [title, ...chunk.headingPath];
				expect(highlight.headingPath, query).toEqual(path);
			}
			await page.context().close();
		});

		it('open what a tab hides', async () => {
			const page = await browser.newPage();
			const [span] = (await index.view(hidden.document)).visible.locate(hidden.quote);
			const { url } = await index.cite({ document: hidden.document, ...span! });
			await page.goto(served.origin + url!);
			await openedTarget(page);
			expect(await page.locator(':target + *').textContent()).toContain(hidden.quote);
			await page.close();
		});

		it('lead from the search of a page to the same hits', async () => {
			const page = await browser.newPage();
			for (const { query, chunk } of hits.slice(0, 5)) {
				await page.goto(served.origin + chunk.document.url!);
				await page.keyboard.press('/');
				await page.keyboard.type(query);
				await expect
					.poll(() => page.locator('[data-status]').textContent())
					.toMatch(new RegExp(`passages? for “${query}”$`));
				const link = page.locator('.hit [data-hit]').first();
				const address = await page.locator('.hit .provenance').first().getAttribute('href');
				expect(new URL(address!, served.origin).hash, query).toBe(`#${chunk.id}`);
				await link.click();
				await page.waitForURL((url) => url.pathname === chunk.document.url);
				const anchor = await openedTarget(page);
				const { url } = await index.cite(chunk.id);
				expect(new URL(url!, served.origin).hash.replace(/^#|:~:.*/g, ''), query).toBe(anchor);
			}
			await page.close();
		});
	});
}

/** The id of what the address of a page leads to, once that is shown and in view. */
async function openedTarget(page: Page): Promise<string> {
	const anchor = decodeURIComponent(await page.evaluate('location.hash.slice(1)'));
	await expect
		.poll(() =>
			page.evaluate((id) => {
				if (id === '') return 'the top';
				const target = document.querySelector(':target');
				// Code stands behind its anchor, which is no box itself.
				const shown =
					target?.classList.contains('citable-anchor') === true
						? target.nextElementSibling
						: target;
				const box = shown?.getBoundingClientRect();
				if (target?.id !== id || box === undefined || box.height === 0) return 'nothing';
				return box.top >= 0 && box.top < innerHeight ? 'the target' : 'what is elsewhere';
			}, anchor),
		)
		.toBe(anchor === '' ? 'the top' : 'the target');
	return anchor;
}
