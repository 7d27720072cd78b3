import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, resolve, sep } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const astro = resolve(root, 'node_modules/astro/bin/astro.mjs');

/** The folder of a small site. */
export function siteFolder(name: string): string {
	return resolve(root, 'fixtures/sites', name);
}

/** What a build of a site left and said. */
export interface BuiltSite {
	/** Folder of the built site. */
	readonly out: string;
	readonly ok: boolean;
	/** Standard output and standard error, without colours. */
	readonly log: string;
	remove(): Promise<void>;
}

/** Builds a site with the real `astro build`, into a folder of its own. */
export async function buildSite(
	folder: string,
	environment: Readonly<Record<string, string>> = {},
): Promise<BuiltSite> {
	const out = await mkdtemp(join(tmpdir(), 'citable-site-'));
	const { ok, log } = await run(
		['build', '--root', folder, '--outDir', out, '--force'],
		environment,
	);
	return { out, ok, log, remove: () => rm(out, { recursive: true, force: true }) };
}

function run(
	arguments_: readonly string[],
	environment: Readonly<Record<string, string>>,
): Promise<{ ok: boolean; log: string }> {
	return new Promise((done) => {
		execFile(
			process.execPath,
			[astro, ...arguments_],
			{
				cwd: root,
				env: { ...process.env, ...environment, ASTRO_TELEMETRY_DISABLED: '1', NO_COLOR: '1' },
				maxBuffer: 64 * 1024 * 1024,
			},
			(error, stdout, stderr) => {
				// eslint-disable-next-line no-control-regex -- Colours are control characters.
				const log = `${stdout}\n${stderr}`.replace(/\u001b\[[\d;]*m/g, '');
				done({ ok: error === null, log });
			},
		);
	});
}

/** A folder that is served over HTTP, as a static host does it. */
export interface ServedFolder {
	/** Without a slash at the end. */
	readonly origin: string;
	close(): Promise<void>;
}

const types: Readonly<Record<string, string>> = {
	'.html': 'text/html; charset=utf-8',
	'.js': 'text/javascript',
	'.css': 'text/css',
	'.json': 'application/json',
	'.svg': 'image/svg+xml',
	'.md': 'text/markdown; charset=utf-8',
	'.mdx': 'text/markdown; charset=utf-8',
	'.woff2': 'font/woff2',
	'.wasm': 'application/wasm',
};

/** Serves a built site under its base. What is not under the base is not found. */
export async function serveFolder(folder: string, base = '/'): Promise<ServedFolder> {
	const server = createServer((request, response) => {
		const { pathname } = new URL(request.url ?? '/', 'http://localhost');
		void find(folder, base, decodeURIComponent(pathname)).then((found) => {
			if (found === undefined) {
				response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
			} else {
				const type = types[extname(found.file)] ?? 'application/octet-stream';
				response.writeHead(200, { 'content-type': type }).end(found.content);
			}
		});
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const { port } = server.address() as AddressInfo;
	return {
		origin: `http://127.0.0.1:${String(port)}`,
		close: () =>
			new Promise((closed) => {
				server.closeAllConnections();
				server.close(() => {
					closed();
				});
			}),
	};
}

async function find(
	folder: string,
	base: string,
	path: string,
): Promise<{ file: string; content: Buffer } | undefined> {
	if (!`${path}/`.startsWith(base)) return undefined;
	const inside = path.slice(base.length);
	for (const candidate of [inside, `${inside}.html`, join(inside, 'index.html')]) {
		const file = join(folder, candidate);
		if (!file.startsWith(folder + sep)) continue;
		const stats = await stat(file).catch(() => undefined);
		if (stats?.isFile() === true) return { file, content: await readFile(file) };
	}
	return undefined;
}
