import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder for one test, with the given files; it is removed when the test has finished. */
export function temporaryFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
	const folder = mkdtempSync(join(tmpdir(), 'citable-'));
	onTestFinished(() => {
		rmSync(folder, { recursive: true, force: true });
	});
	for (const [path, content] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), content);
	}
	return folder;
}

/** All files below a folder, by path. */
export function filesIn(folder: string): Map<string, Buffer> {
	const files = new Map<string, Buffer>();
	for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
		if (!entry.isFile()) continue;
		const file = join(entry.parentPath, entry.name);
		files.set(relative(folder, file).replaceAll('\\', '/'), readFileSync(file));
	}
	return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A few documents that have something of everything. */
export const manual: Readonly<Record<string, string>> = {
	'index.md': [
		'---\ntitle: Harbour manual\n---\n',
		'Ships report to the [harbour office](./guides/berths.md#fees) first.\n',
		'## Hours\n',
		'The office is open from 06:00 to 22:00.\n',
		'> [!WARNING]\n> In storms it stays closed.\n',
	].join('\n'),
	'guides/berths.md': [
		'# Berths\n',
		'Berths are given out in this order:\n',
		'1. ferries,\n2. fishing boats &amp; tugs,\n3. yachts.\n',
		'## Fees\n',
		'| Length | Fee |\n| --- | --- |\n| 10 m | 8 |\n| 20 m | 21 |\n',
		'Fees are paid in advance[^1], except by rescue boats.\n',
		'[^1]: At the office.\n',
	].join('\n'),
	'guides/radio.mdx': [
		"import Channels from './_channels.mdx';\n",
		'# Radio – 無線 🚢\n',
		'Call on channel 12.\n',
		'<Channels />\n',
		'```js\nradio.call(12); // harbour\n```\n',
	].join('\n'),
	'guides/_channels.mdx': 'Channel 16 is for distress calls only.\n',
};
