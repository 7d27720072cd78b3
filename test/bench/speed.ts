/**
 * What a build costs, beside the parsers alone and other libraries: `npm run bench`. Writes its part of
 * BENCHMARKS.md; `-- --rounds N` says how often, `-- --sizes 1000,5000` how many made-up documents,
 * `-- --corpora a,b` which of the shared test corpora, `-- --site-rounds N` how often a site is built,
 * `-- --print` prints the report instead of writing it.
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import {
	CitableError,
	configure,
	readSource,
	type Parser,
	type Source,
} from '../../integration/src/core/index.ts';
import { buildFolder, parserFor, writeGeneration } from '../../integration/src/node/index.ts';
import { shared } from '../corpora.ts';
import type { BuildCost } from './build-once.ts';
import { measureInTurn, type Task, type Timing } from './measure.ts';
import { peers } from './peers.ts';
import { table, writeReport } from './report.ts';
import { NONE, siteTimes } from './sites.ts';
import { stageTimes } from './stages.ts';
import { writeSynthetic } from './synthetic.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { warmTimes } from './warm.ts';

const { values: flags } = parseArgs({
	options: {
		rounds: { type: 'string', default: '5' },
		corpora: { type: 'string', default: 'astro-docs/en,starlight,rust-book' },
		sizes: { type: 'string', default: '1000,5000,20000' },
		'site-rounds': { type: 'string', default: '3' },
		print: { type: 'boolean', default: false },
	},
});

interface Corpus {
	readonly name: string;
	readonly folder: string;
	readonly sources: readonly Source[];
}

function readCorpus(name: string, folder: string): Corpus {
	const files = globSync('**/*.{md,mdx}', { cwd: folder }).sort();
	return {
		name,
		folder,
		sources: files.map((file) => readSource(file, readFileSync(join(folder, file)))),
	};
}

const remark = await parserFor('remark');
const satteri = await parserFor('satteri');
const { syntax } = configure();

function parseAll({ sources }: Corpus, parser: Parser): void {
	for (const source of sources) {
		try {
			parser.parse(source, syntax);
		} catch (error) {
			if (!(error instanceof CitableError)) throw error;
		}
	}
}

const FLOOR = 'unified, parse alone';
const FLOOR_SATTERI = 'Sätteri, parse alone';

/**
 * Folders of built indexes, each a new one. They are removed behind all measuring: some file systems
 * make files many times as slowly for a while when as many have just been removed.
 */
const outputs: string[] = [];

function buildTask(corpus: Corpus, parser: 'remark' | 'satteri', search: boolean): Task {
	const name = `index with ${parser === 'satteri' ? 'Sätteri' : 'remark'}${search ? ' and search files' : ''}`;
	return {
		name,
		run: async () => {
			const out = temporaryFolder();
			outputs.push(out);
			const { generation } = await buildFolder(corpus.folder, { parser, search }, 'heads');
			await writeGeneration(out, generation);
		},
	};
}

function tasksFor(corpus: Corpus): Task[] {
	return [
		{
			name: FLOOR,
			run: () => {
				parseAll(corpus, remark);
			},
		},
		{
			name: FLOOR_SATTERI,
			run: () => {
				parseAll(corpus, satteri);
			},
		},
		buildTask(corpus, 'satteri', false),
		buildTask(corpus, 'satteri', true),
		buildTask(corpus, 'remark', false),
		buildTask(corpus, 'remark', true),
		...peers.map(({ name, parses, run }) => ({
			name: parses ? `${name} (parses Markdown)` : name,
			run: async () => {
				for (const { text, format } of corpus.sources) {
					try {
						await run(text, format);
					} catch {
						// A peer that cannot read a file has spent its time on it all the same.
					}
				}
			},
		})),
	];
}

const milliseconds = (value: number): string => `${value.toFixed(0)} ms`;
const mebibytes = (bytes: number): string =>
	`${(bytes / 2 ** 20).toFixed(bytes < 2 ** 24 ? 2 : 0)} MiB`;
const ratio = (value: number): string => value.toFixed(2);

function timeTable(
	timings: ReadonlyMap<string, Timing>,
	floorName: string,
	against: string,
): string {
	const floor = timings.get(floorName) ?? { wall: 1, cpu: 1 };
	return table(
		['', 'processor time', against, 'time', against],
		[...timings].map(([name, { wall, cpu }]) => [
			name,
			milliseconds(cpu),
			ratio(cpu / floor.cpu),
			milliseconds(wall),
			ratio(wall / floor.wall),
		]),
	);
}

function stageTable(corpora: readonly Corpus[], rounds: number): string {
	const columns = corpora.map((corpus) => stageTimes(corpus.sources, satteri, rounds));
	const names = [...(columns[0]?.keys() ?? [])];
	return table(
		['', ...corpora.map(({ name }) => name)],
		names.map((name) => [name, ...columns.map((times) => milliseconds(times.get(name) ?? 0))]),
	);
}

async function sizesOf(corpus: Corpus): Promise<string[]> {
	const { generation } = await buildFolder(corpus.folder, { parser: 'satteri' });
	const sum = (contents: readonly (string | Uint8Array)[], zipped: boolean): number =>
		contents.reduce((total, content) => {
			const bytes = Buffer.from(content);
			return total + (zipped ? gzipSync(bytes, { level: 9 }).length : bytes.length);
		}, 0);
	const sources = corpus.sources.map(({ text }) => text);
	const plain = generation.files.filter(({ path }) => !path.startsWith('search/'));
	const search = generation.files.filter(({ path }) => path.startsWith('search/'));
	const content = ({ content: of }: { content: string | Uint8Array }): string | Uint8Array => of;
	const zippedSources = sum(sources, true);
	const zipped = sum(plain.map(content), true);
	return [
		corpus.name,
		mebibytes(sum(sources, false)),
		mebibytes(zippedSources),
		mebibytes(sum(plain.map(content), false)),
		mebibytes(zipped),
		ratio(zipped / zippedSources),
		mebibytes(sum(search.map(content), false)),
		mebibytes(sum(search.map(content), true)),
	];
}

function buildOnce(folder: string, search: boolean): BuildCost {
	const script = join(import.meta.dirname, 'build-once.ts');
	const args = [script, folder, 'satteri', search ? 'search' : 'plain'];
	return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as BuildCost;
}

function growthTable(sizes: readonly number[]): string {
	const rows: string[][] = [];
	for (const size of sizes) {
		const folder = temporaryFolder();
		try {
			const bytes = writeSynthetic(folder, size);
			for (const search of [false, true]) {
				const { documents, build, write, cpu, peakMemory } = buildOnce(folder, search);
				rows.push([
					`${documents}${search ? ', with search files' : ''}`,
					mebibytes(bytes),
					milliseconds(build),
					milliseconds(write),
					`${(cpu / documents).toFixed(2)} ms`,
					mebibytes(peakMemory),
				]);
			}
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
		process.stderr.write(`${size} made-up documents: done\n`);
	}
	return table(
		['documents', 'sources', 'index', 'write', 'processor time a document', 'peak memory'],
		rows,
	);
}

async function warmTable(corpora: readonly Corpus[], rounds: number): Promise<string> {
	const rows: string[][] = [];
	for (const { name, folder } of corpora) {
		for (const search of [false, true]) {
			const { cold, warm } = await warmTimes(folder, search, rounds);
			rows.push([
				`${name}${search ? ', with search files' : ''}`,
				milliseconds(cold.cpu),
				milliseconds(warm.cpu),
				ratio(warm.cpu / cold.cpu),
				milliseconds(cold.wall),
				milliseconds(warm.wall),
				ratio(warm.wall / cold.wall),
			]);
		}
	}
	return table(
		['', 'processor time', 'after an edit', 'ratio', 'time', 'after an edit', 'ratio'],
		rows,
	);
}

const rounds = Number(flags.rounds);
const corpora = flags.corpora.split(',').flatMap((name) => {
	const folder = shared(`corpora/${name}`);
	return folder === undefined ? [] : [readCorpus(name, folder)];
});
const report: string[] = [];
for (const corpus of corpora) {
	const bytes = corpus.sources.reduce((total, source) => total + source.bytes, 0);
	const timings = await measureInTurn(tasksFor(corpus), rounds);
	report.push(
		`### ${corpus.name}: ${corpus.sources.length} documents, ${mebibytes(bytes)}`,
		timeTable(timings, FLOOR, 'against unified alone'),
	);
	process.stderr.write(`${corpus.name}: done\n`);
}
for (const out of outputs) rmSync(out, { recursive: true, force: true });
report.push('### Stages, with Sätteri', stageTable(corpora, rounds));
report.push(
	'### Size',
	table(
		[
			'',
			'sources',
			'gzipped',
			'index without search files',
			'gzipped',
			'against gzipped sources',
			'search files',
			'gzipped',
		],
		await Promise.all(corpora.map(sizesOf)),
	),
);
report.push(
	'### One edited document, with Sätteri',
	'Indexing alone, with nothing known and with the cache of the build before.',
	await warmTable(corpora, rounds),
);
process.stderr.write('one edited document: done\n');
const docs = shared('corpora/starlight/docs/src/content/docs');
const siteRounds = Number(flags['site-rounds']);
if (docs !== undefined && siteRounds > 0) {
	report.push(
		'### A site: Starlight’s English docs',
		'`astro build` as a whole, each in a process of its own with empty caches.',
		timeTable(await siteTimes(docs, siteRounds), NONE, 'against the site alone'),
	);
	process.stderr.write('site: done\n');
}
report.push('### Growth, with Sätteri', growthTable(flags.sizes.split(',').map(Number)));

const text = `## Building

Made by \`npm run bench\` on ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.version}: in one run in which all tasks take turns, ${rounds === 1 ? 'once' : `${rounds} times; medians of all rounds but the first, which warms up`}. The machine did other work at the same time, so compare processor times and ratios rather than times. An index is built from the files of a folder and written to a folder; each parser and peer is given the same texts in memory. \`unified\` stands for remark with the plugins that the index needs.

Peers cut chunks of about 1500 characters or 260 words; they give no spans of nodes, no ids, no index.

${report.join('\n\n')}
`;
if (flags.print) process.stdout.write(text);
else writeReport('building', text);
