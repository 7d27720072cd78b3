import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeShared } from '../corpora.ts';
import { buildSite, serveFolder, type BuiltSite, type ServedFolder } from '../sites.ts';
import { launchBrowser } from './browser.ts';
import { allChunks, highlightOf, openBuiltIndex, sample } from './provenance.ts';
import { english, starlightSite, type TemporarySite } from './starlight-site.ts';

describeShared(
	'Starlight’s own English docs',
	'corpora/starlight/docs/src/content/docs',
	(docs) => {
		let site: TemporarySite;
		let built: BuiltSite;
		let served: ServedFolder;
		let browser: Browser;
		let page: Page;

		beforeAll(async () => {
			site = await starlightSite(docs, english);
			built = await buildSite(site.folder);
			if (!built.ok) throw new Error(built.log);
			served = await serveFolder(built.out);
			browser = await launchBrowser();
			// The highlight of a chunk needs no script.
			page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
		});

		afterAll(async () => {
			await browser.close();
			await served.close();
			await built.remove();
			await site.remove();
		});

		it('are indexed whole', async () => {
			const { manifest } = await openBuiltIndex(built.out);
			expect(manifest.coverage.complete).toBe(true);
			expect(manifest.coverage.documents).toBeGreaterThan(30);
		});

		it('have addresses that are pages of the site', async () => {
			const index = await openBuiltIndex(built.out);
			for (const { url, id } of await index.documents()) {
				expect(url, id).toBeDefined();
				const response = await fetch(served.origin + url!);
				// The page for what is not found is served under an address of its own.
				expect(response.status, `${id} at ${url!}`).toBe(200);
			}
		});

		it('highlight the right text for 20 random chunks', async () => {
			const index = await openBuiltIndex(built.out);
			const chunks = sample(await allChunks(index), 20, 7);
			expect(chunks).toHaveLength(20);
			for (const chunk of chunks) {
				const { provenance } = chunk.document;
				await page.goto(`${served.origin}${provenance!}#${chunk.id}`);
				const highlight = await highlightOf(page);
				expect(highlight.text.trim(), chunk.id).toBe(chunk.text.trim());
				expect(highlight.inView, chunk.id).toBe(true);
				expect(highlight.headingPath.slice(-chunk.headingPath.length), chunk.id).toEqual(
					chunk.headingPath,
				);
			}
		});
	},
);
