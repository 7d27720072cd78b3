import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';

/** Whether pictures are drawn anew in place of being compared. */
const update = process.env['UPDATE_GOLDEN'] === '1';

/**
 * Whether letters are as wide here as they were when the pictures of a folder were drawn. They look
 * otherwise on other machines.
 */
export async function hasSameFonts(page: Page, folder: string): Promise<boolean> {
	await page.setContent('<span style="font: 12px monospace">Probe — 漢字 مرحبا 👩‍👧 123</span>');
	const box = await page.locator('span').boundingBox();
	const probe = `${String(box?.width ?? 0)} by ${String(box?.height ?? 0)}\n`;
	const file = join(folder, 'probe.txt');
	if (update) {
		mkdirSync(folder, { recursive: true });
		writeFileSync(file, probe);
	}
	return existsSync(file) && readFileSync(file, 'utf8') === probe;
}

/** The share of pixels in which a picture differs from that of a file; all of them where the sizes do. */
export function differenceFrom(file: string, picture: Uint8Array): number {
	if (update) writeFileSync(file, picture);
	const a = PNG.sync.read(readFileSync(file));
	const b = PNG.sync.read(Buffer.from(picture));
	if (a.width !== b.width || a.height !== b.height) return 1;
	return pixelmatch(a.data, b.data, undefined, a.width, a.height) / (a.width * a.height);
}
