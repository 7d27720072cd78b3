import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSite, serveFolder, siteFolder, type BuiltSite, type ServedFolder } from '../sites.ts';
import { launchBrowser } from './browser.ts';
import { differenceFrom, hasSameFonts } from './pictures.ts';
import { allChunks, openBuiltIndex } from './provenance.ts';

/**
 * Pictures of the pages of a small site. `UPDATE_GOLDEN=1` draws them anew. Letters look otherwise on
 * other machines, so they are compared only where a probe is as wide as it was.
 */
const pictures = resolve(import.meta.dirname, '../../fixtures/pictures/pages');
/** The share of pixels that may differ: rounding passes, a moved line does not. */
const TOLERANCE = 0.002;

let built: BuiltSite;
let served: ServedFolder;
let browser: Browser;
let sameFonts = false;
const paths: Record<string, string> = {};

beforeAll(async () => {
	built = await buildSite(siteFolder('plain'));
	if (!built.ok) throw new Error(built.log);
	served = await serveFolder(built.out);
	browser = await launchBrowser();
	const page = await browser.newPage();
	sameFonts = await hasSameFonts(page, pictures);
	await page.close();
	const chunks = await allChunks(await openBuiltIndex(built.out));
	const chunk = chunks.find(({ headingPath }) => headingPath.includes('Lines'));
	Object.assign(paths, {
		source: `${chunk!.document.provenance!}#${chunk!.id}`,
		sources: '/citable/source/',
		fidelity: '/citable/source/fidelity/',
	});
});

afterAll(async () => {
	await browser.close();
	await served.close();
	await built.remove();
});

describe.each([
	['light', 1280],
	['dark', 1280],
	['light', 390],
	['dark', 390],
] as const)('in %s at %i pixels', (colorScheme, width) => {
	it.for(['source', 'sources', 'fidelity'])(
		'the page %s looks as before',
		async (name, { skip }) => {
			if (!sameFonts) skip('The letters of this machine are others than those of the pictures.');
			const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
			const page = await context.newPage();
			await page.goto(served.origin + paths[name]!);
			expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
			const picture = await page.screenshot();
			await context.close();
			const file = join(pictures, `${name}.${colorScheme}.${String(width)}.png`);
			expect(differenceFrom(file, picture)).toBeLessThanOrEqual(TOLERANCE);
		},
	);
});
