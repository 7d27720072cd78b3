/**
 * What search costs readers, in a real browser and in Node, by engine and by size of the site:
 * `npm run bench:browser`. Writes its part of BENCHMARKS.md; `-- --print` prints it instead,
 * `-- --questions N` asks N questions only, spread over all, `-- --rounds N` says how often later ones are
 * asked, and `-- --copies 1,10` how large the sites are.
 *
 * The small site is the English Astro docs. The large one has ten copies of them under other paths,
 * and the docs in the other languages.
 */
import { globSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import type { CitableIndex } from '../../integration/src/client/index.ts';
import {
	buildGeneration,
	configure,
	engineNames,
	type DocumentInput,
	type EngineName,
	type Generation,
} from '../../integration/src/core/index.ts';
import { openGeneration } from '../../integration/src/evaluation/index.ts';
import { parserFor } from '../../integration/src/node/index.ts';
import { withSearchFiles } from '../../integration/src/node/search-files.ts';
import { shared } from '../corpora.ts';
import { launchBrowser } from '../e2e/browser.ts';
import { serveCounted, type CountedFolder } from './counted-server.ts';
import { median } from './measure.ts';
import { table, writeReport } from './report.ts';

const { values: flags } = parseArgs({
	options: {
		print: { type: 'boolean', default: false },
		questions: { type: 'string', default: '1000' },
		copies: { type: 'string', default: '1,10' },
		rounds: { type: 'string', default: '5' },
	},
});

/** How often each question is asked of an index that is warm. */
const ROUNDS = Number(flags.rounds);
const LIMITS = [1, 10];

function required(path: string): string {
	const found = shared(path);
	if (found === undefined) throw new Error(`${path} of the shared test corpora is missing.`);
	return found;
}

const corpus = required('corpora/astro-docs');
const gold = JSON.parse(readFileSync(required('gold/astro-docs-en.json'), 'utf8')) as {
	readonly questions: readonly { readonly question: string }[];
};
const every = Math.max(1, Math.floor(gold.questions.length / Number(flags.questions)));
const questions = gold.questions
	.filter((_, at) => at % every === 0)
	.map(({ question }) => question)
	.slice(0, Number(flags.questions));

function inputsOf(copies: number): DocumentInput[] {
	const read = (language: string, folder: string): DocumentInput[] =>
		globSync('**/*.{md,mdx}', { cwd: join(corpus, language) })
			.sort()
			.map((file) => {
				const path = `${folder}/${file}`;
				const bytes = readFileSync(join(corpus, language, file));
				return { collection: 'docs', entry: path, path, language, url: `/${path}/`, bytes };
			});
	const english = Array.from({ length: copies }, (_, at) =>
		read('en', at === 0 ? 'en' : `en-${String(at)}`),
	);
	return [...english.flat(), ...(copies === 1 ? [] : [...read('ja', 'ja'), ...read('ar', 'ar')])];
}

/** The client as a site would bundle it. */
async function clientFiles(): Promise<Map<string, Uint8Array>> {
	const page = 'virtual:page';
	const built = await build({
		logLevel: 'error',
		configFile: false,
		root: join(import.meta.dirname, '..', '..'),
		plugins: [
			{
				name: 'page',
				resolveId: (id) => (id === page ? id : undefined),
				load: (id) =>
					id === page
						? `import { open } from 'astro-citable/client'; window.openCitable = open;`
						: undefined,
			},
		],
		build: {
			write: false,
			target: 'esnext',
			modulePreload: false,
			rolldownOptions: { input: page, output: { entryFileNames: 'client.js' } },
		},
	});
	const [first] = [built].flat();
	if (first === undefined || !('output' in first)) throw new Error('The client is not bundled.');
	return new Map(
		first.output.map((file) => [
			file.fileName,
			Buffer.from(file.type === 'chunk' ? file.code : file.source),
		]),
	);
}

/** What the page holds for the benchmark. */
interface BenchWindow {
	openCitable(address: string): Promise<CitableIndex>;
	index: CitableIndex;
}

interface Cold {
	readonly bytes: number[];
	readonly requests: number[];
	readonly times: number[];
}

/** The first query of a reader who has nothing in the cache. The page's own code is not counted. */
async function firstQueries(
	browser: Browser,
	server: CountedFolder,
	engine: EngineName,
	limit: number,
): Promise<Cold> {
	const cold: Cold = { bytes: [], requests: [], times: [] };
	for (const question of questions) {
		const context = await browser.newContext();
		const page = await openPage(context.newPage(), server);
		server.reset();
		const time = await page.evaluate(
			async (asked) => {
				const started = performance.now();
				const opened = await (window as unknown as BenchWindow).openCitable('/citable/');
				const { question: words, ...options } = asked;
				await opened.search(words, { ...options, language: 'en' });
				return performance.now() - started;
			},
			{ question, limit, engine },
		);
		cold.times.push(time);
		cold.bytes.push(server.bytes);
		cold.requests.push(server.requests.length);
		await context.close();
	}
	return cold;
}

async function openPage(opening: Promise<Page>, server: CountedFolder): Promise<Page> {
	const page = await opening;
	await page.goto(server.origin);
	await page.waitForFunction(() => 'openCitable' in window);
	return page;
}

interface Warm {
	readonly times: readonly number[];
	/** Bytes that the page holds more than before the index was opened. */
	readonly memory: number;
}

/** All questions again and again, on a page that has loaded what they need. */
async function laterQueries(
	browser: Browser,
	server: CountedFolder,
	engine: EngineName,
): Promise<Warm> {
	const context = await browser.newContext();
	const page = await openPage(context.newPage(), server);
	const before = await memoryOf(page);
	const times = await page.evaluate(
		async ({ questions: asked, engine: name, rounds }) => {
			const bench = window as unknown as BenchWindow;
			bench.index = await bench.openCitable('/citable/');
			const options = { language: 'en', engine: name };
			for (const question of asked) await bench.index.search(question, options);
			const measured: number[] = [];
			for (let round = 0; round < rounds; round++) {
				for (const question of asked) {
					const started = performance.now();
					await bench.index.search(question, options);
					measured.push(performance.now() - started);
				}
			}
			return measured;
		},
		{ questions, engine, rounds: ROUNDS },
	);
	const memory = (await memoryOf(page)) - before;
	await context.close();
	return { times, memory };
}

/** All that a page holds, WebAssembly with it, after what is not needed was let go. */
async function memoryOf(page: Page): Promise<number> {
	const session = await page.context().newCDPSession(page);
	await session.send('HeapProfiler.collectGarbage');
	const { usedSize, backingStorageSize } = await session.send('Runtime.getHeapUsage');
	await session.detach();
	return usedSize + backingStorageSize;
}

async function timesInNode(generation: Generation, engine: EngineName): Promise<number[]> {
	const index = await openGeneration(generation);
	const options = { language: 'en', engine };
	for (const question of questions) await index.search(question, options);
	const times: number[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		for (const question of questions) {
			const started = performance.now();
			await index.search(question, options);
			times.push(performance.now() - started);
		}
	}
	return times;
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} kB`;
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
const milliseconds = (time: number): string => `${time.toFixed(1)} ms`;

function high(times: readonly number[]): number {
	const sorted = [...times].sort((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.floor(0.99 * sorted.length))] ?? 0;
}

const browser = await launchBrowser();
const parser = await parserFor('satteri');
const client = await clientFiles();
const html = '<!doctype html><title>Search</title><script type="module" src="/client.js"></script>';
const loads: string[][] = [];
const queries: string[][] = [];
for (const copies of flags.copies.split(',').map(Number)) {
	const search = { engine: engineNames };
	const generation = await withSearchFiles(
		buildGeneration(inputsOf(copies), configure({ parser }), {
			search,
			documents: 'records',
		}),
		search,
	);
	const { documents } = generation.manifest.coverage;
	const files = new Map<string, Uint8Array>([['index.html', Buffer.from(html)], ...client]);
	for (const { path, content } of generation.files)
		files.set(`citable/${path}`, Buffer.from(content));
	const server = await serveCounted(files);
	for (const engine of engineNames) {
		const name = `${engine}, ${String(documents)} documents`;
		for (const limit of LIMITS) {
			const { bytes, requests, times } = await firstQueries(browser, server, engine, limit);
			loads.push([
				`${name}, ${limit === 1 ? 'the first hit' : `${String(limit)} hits`}`,
				kilobytes(median(bytes)),
				kilobytes(Math.max(...bytes)),
				String(median(requests)),
				milliseconds(median(times)),
			]);
		}
		const { times, memory } = await laterQueries(browser, server, engine);
		const node = await timesInNode(generation, engine);
		queries.push([
			name,
			milliseconds(median(times)),
			milliseconds(high(times)),
			milliseconds(median(node)),
			milliseconds(high(node)),
			megabytes(memory),
		]);
		process.stderr.write(
			`${name}: ${JSON.stringify([loads.slice(-LIMITS.length), queries.at(-1)])}\n`,
		);
	}
	await server.close();
}
const version = browser.version();
await browser.close();

const text = `## Search, in a browser and in Node

Made by \`npm run bench:browser\` on ${String(cpus().length)} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), Chromium ${version}, Node ${process.version}, over ${String(questions.length)} questions about the English Astro docs. The large site is ten copies of them under other paths, and the docs in the other languages; so each hit there has nine twins, whose documents are looked up. A static host on the same machine sends text in Brotli and takes no time; the machine did other work.

### The first query of a reader with an empty cache

From opening the index to the hits: all files of the index, with the heads of the answers, and without the page's own code.

${table(['', 'median', 'at most', 'requests', 'time'], loads)}

### Later queries, ten hits each

${table(['', 'in a browser', '99th percentile', 'in Node', '99th percentile', 'memory'], queries)}

Memory is what a page holds more after all questions than before the index was opened, WebAssembly included, with all documents that were found.
`;
if (flags.print) process.stdout.write(text);
else writeReport('search', text);
