/**
 * Chunk policies and peers on gold questions, and what search costs:
 * `npm run bench:search -- [--json FILE] [CONTENT GOLD]`. Without arguments the shared test corpora are
 * asked. Behind the same search: each policy, and LangChain's splitter. Beside them the floors: its
 * chunks, and plain splits at headings, with MiniSearch as it comes.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { MarkdownTextSplitter } from '@langchain/textsplitters';
import MiniSearch from 'minisearch';
import type { CitableIndex } from '../../integration/src/client/index.ts';
import { NodeFinder } from '../../integration/src/core/chunks/outermost.ts';
import {
	buildGeneration,
	configure,
	o200k,
	policyFrom,
	type ChunkPolicy,
	type Generation,
} from '../../integration/src/core/index.ts';
import {
	evaluate,
	indexRetriever,
	openGeneration,
	readGold,
	tableOf,
	type Found,
	type GoldSet,
	type Retriever,
	type SourceSpan,
} from '../../integration/src/evaluation/index.ts';
import { shared } from '../corpora.ts';

const policies = [
	'structure',
	'heading-aware:1500',
	'heading-aware:220',
	'paragraph',
	'fixed-token:256,32',
	'fixed-char:1000',
	'fixed-char:80',
];
const PEER = { chunkSize: 1000, chunkOverlap: 200 };
const ROUNDS = 20;

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { json: { type: 'string' } },
});
const [folder = shared('corpora/astro-docs/en'), goldFile = shared('gold/astro-docs-en.json')] =
	positionals;
if (folder === undefined || goldFile === undefined)
	throw new Error('There is no corpus: name a folder of Markdown files and a file of questions.');

const sources = new Map(
	globSync('**/*.{md,mdx}', { cwd: folder })
		.sort()
		.map((path) => [path, readFileSync(join(folder, path))]),
);
const texts = new Map([...sources].map(([path, bytes]) => [path, bytes.toString('utf8')]));
const gold = readGold(JSON.parse(readFileSync(goldFile, 'utf8')), (path) => texts.get(path));

const retrievers: Retriever[] = [];
let cost = '';
for (const policy of [...policies.map(policyFrom), await peerPolicy()]) {
	const generation = buildGeneration(
		[...sources].map(([path, bytes]) => ({ collection: 'docs', entry: path, path, bytes })),
		configure({ policy }),
	);
	const index = await openGeneration(generation);
	const numbers = Object.values(policy.options).filter((value) => typeof value === 'number');
	const name =
		policy.name === 'structure' || numbers.length === 0
			? policy.name
			: `${policy.name}:${numbers.join(',')}`;
	retrievers.push(await indexRetriever(index, { name }));
	if (policy.name === 'structure') cost = await costOf(generation, index, gold);
	process.stderr.write(`${name}\n`);
}
retrievers.push(
	plainRetriever('floor: LangChain', await peerSpans()),
	plainRetriever('floor: headings', headingSpans()),
);
const evaluation = await evaluate(retrievers, gold);
process.stdout.write(`${tableOf(evaluation)}\n${cost}`);
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(evaluation));

/** The peer's chunks as a policy, so that all else is alike. They go across sections. */
async function peerPolicy(): Promise<ChunkPolicy> {
	const spans = Map.groupBy(await peerSpans(), ({ path }) => path);
	return {
		name: 'LangChain Markdown',
		version: 1,
		options: PEER,
		chunk({ source, tree, sections }, tokenizer) {
			const finder = new NodeFinder(tree.nodes);
			const chunks = (spans.get(source.path) ?? []).map(({ start, end }) => ({
				start,
				end,
				section: Math.max(
					0,
					sections.findLastIndex((section) => section.start <= start),
				),
				nodes: finder.outermost({ start, end }),
				tokens: tokenizer.count(source.text.slice(start, end)),
			}));
			return { chunks: sections.length === 0 ? [] : chunks, findings: [] };
		},
	};
}

/** The peer gives texts without places: each is found again behind the start of the one before. */
async function peerSpans(): Promise<SourceSpan[]> {
	const splitter = new MarkdownTextSplitter(PEER);
	const spans: SourceSpan[] = [];
	for (const [path, text] of texts) {
		let from = 0;
		for (const piece of await splitter.splitText(text)) {
			const start = text.indexOf(piece, from);
			if (start < 0) continue;
			from = start + 1;
			spans.push({ path, start, end: start + piece.length });
		}
	}
	return spans;
}

/** Every line that starts as a heading opens a piece, in code too. */
function headingSpans(): SourceSpan[] {
	return [...texts].flatMap(([path, text]) => {
		const starts = [0, ...Array.from(text.matchAll(/^#{1,6} /gm), ({ index }) => index)];
		return [...new Set(starts)].map((start, at, all) => ({
			path,
			start,
			end: all[at + 1] ?? text.length,
		}));
	});
}

/** MiniSearch as it comes, over the bare text of spans. */
function plainRetriever(name: string, spans: readonly SourceSpan[]): Retriever {
	const search = new MiniSearch<{ id: number; text: string }>({ fields: ['text'] });
	const textOf = ({ path, start, end }: SourceSpan): string =>
		texts.get(path)?.slice(start, end) ?? '';
	search.addAll(spans.map((span, id) => ({ id, text: textOf(span) })));
	return {
		name,
		chunks: spans,
		retrieve: (question, limit) => {
			const hits = search
				.search(question)
				.slice(0, limit)
				.flatMap(({ id }): Found[] => {
					const span = spans[id as number];
					if (span === undefined) return [];
					const tokens = o200k.count(textOf(span));
					return [{ span, tokens, exact: true, unit: `${span.path}#${span.start}` }];
				});
			return Promise.resolve({ hits, refused: hits.length === 0 });
		},
	};
}

/** What search costs: bytes, memory, time of a query, without the files of what it finds. */
async function costOf(
	{ files, manifest }: Generation,
	index: CitableIndex,
	{ questions }: GoldSet,
): Promise<string> {
	const size = (bytes: Uint8Array): string => `${Math.round(bytes.length / 1000)} kB`;
	const contents = files.filter(({ path }) => path.startsWith('search/'));
	const chunks = manifest.search.reduce((sum, shard) => sum + shard.chunks, 0);
	const lines = [
		`search: ${contents.length} files for ${chunks} chunks, ` +
			`${size(Buffer.concat(contents.map(({ content }) => Buffer.from(content))))}, ` +
			`gzip ${size(Buffer.concat(contents.map(({ content }) => gzipSync(content, { level: 9 }))))}, ` +
			`Brotli ${size(Buffer.concat(contents.map(({ content }) => brotliCompressSync(content))))}`,
	];
	for (const { question } of questions) await index.search(question);
	const times: number[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		for (const { question } of questions) {
			const started = performance.now();
			await index.search(question);
			times.push(performance.now() - started);
		}
	}
	times.sort((a, b) => a - b);
	const at = (share: number): string =>
		`${(times[Math.floor(share * times.length)] ?? 0).toFixed(1)} ms`;
	return `${lines.join('\n')}\na query: median ${at(0.5)}, 99th percentile ${at(0.99)}\n`;
}
