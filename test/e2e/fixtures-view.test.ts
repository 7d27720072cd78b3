import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { read } from '../core/reading.ts';
import { launchBrowser } from './browser.ts';
import { fixturePage } from './fixture-page.ts';
import { differenceFrom, hasSameFonts } from './pictures.ts';

/**
 * Pictures of each fixture beside what is read of it, wide and narrow: a change of the parser shows
 * as a picture. `UPDATE_GOLDEN=1` draws them anew. Letters look otherwise on other machines, so the
 * pictures are compared only where a probe is as wide as it was when they were drawn.
 */
const sources = resolve(import.meta.dirname, '../../fixtures/sources');
const pictures = resolve(import.meta.dirname, '../../fixtures/pictures');
/** The share of pixels that may differ, by which rounding passes and a moved line does not. */
const TOLERANCE = 0.001;

const names = readdirSync(sources).filter((file) => /^[^_].*\.mdx?$/.test(file));
let browser: Browser;
let page: Page;
let sameFonts = false;

beforeAll(async () => {
	browser = await launchBrowser();
	page = await browser.newPage();
	sameFonts = await hasSameFonts(page, pictures);
});

afterAll(async () => {
	await browser.close();
});

describe.each([
	['wide', 1000],
	['narrow', 360],
] as const)('fixtures beside what is read of them, %s', (width, pixels) => {
	it.for(names)('%s looks as before', async (name, { skip }) => {
		if (!sameFonts) skip('The letters of this machine are others than those of the pictures.');
		await page.setViewportSize({ width: pixels, height: 400 });
		const document = read(name, readFileSync(join(sources, name)));
		await page.setContent(fixturePage(name, document));
		const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
		expect(overflow).toBe(0);
		const picture = await page.screenshot({ fullPage: true });
		const file = join(pictures, `${name}.${width}.png`);
		expect(differenceFrom(file, picture)).toBeLessThanOrEqual(TOLERANCE);
	});
});
