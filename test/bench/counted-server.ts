import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

/** Files behind HTTP, and what was asked of them. */
export interface CountedFolder {
	readonly origin: string;
	/** Since the last reset. */
	readonly requests: readonly { readonly path: string; readonly bytes: number }[];
	/** Of all answers since the last reset, heads and bodies. */
	readonly bytes: number;
	reset(): void;
	close(): Promise<void>;
}

/** What static hosts compress; other types are sent as they are. */
const types: Readonly<Record<string, string>> = {
	'.html': 'text/html; charset=utf-8',
	'.js': 'text/javascript',
	'.json': 'application/json',
	'.md': 'text/markdown; charset=utf-8',
	'.mdx': 'text/markdown; charset=utf-8',
};

/**
 * Serves files as static hosts do: text in Brotli, each file under its name for good.

 */
export async function serveCounted(files: ReadonlyMap<string, Uint8Array>): Promise<CountedFolder> {
	let requests: { path: string; bytes: number }[] = [];
	const compressed = new Map<string, Uint8Array>();
	const server = createServer((request, response) => {
		const path = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1) || 'index.html';
		const content = files.get(path);
		const type = types[extname(path)];
		let body = content ?? new Uint8Array();
		if (type !== undefined && content !== undefined) {
			body =
				compressed.get(path) ??
				brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
			compressed.set(path, body);
		}
		response.writeHead(content === undefined ? 404 : 200, {
			'content-type': type ?? 'application/octet-stream',
			'content-length': body.length,
			...(type === undefined ? {} : { 'content-encoding': 'br' }),
		});
		const socket = response.socket;
		const before = socket?.bytesWritten ?? 0;
		response.end(body, () => {
			requests.push({ path, bytes: (socket?.bytesWritten ?? 0) - before });
		});
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const { port } = server.address() as AddressInfo;
	return {
		origin: `http://127.0.0.1:${String(port)}`,
		get requests() {
			return requests;
		},
		get bytes() {
			return requests.reduce((sum, { bytes }) => sum + bytes, 0);
		},
		reset: () => {
			requests = [];
		},
		close: () =>
			new Promise((closed) => {
				server.closeAllConnections();
				server.close(() => {
					closed();
				});
			}),
	};
}
