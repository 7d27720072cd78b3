/**
 * What policies and a peer cut apart, on real docs: `npm run bench:chunks -- [FOLDER …]`. A folder
 * that is not given stands for the shared test corpora.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MarkdownTextSplitter } from '@langchain/textsplitters';
import { configure } from '../../integration/src/core/configuration.ts';
import { policyFrom } from '../../integration/src/core/chunks/policies.ts';
import { defaultBounds } from '../../integration/src/core/chunks/bounds.ts';
import { CitableError } from '../../integration/src/core/errors.ts';
import {
	indexDocument,
	type IndexedDocument,
} from '../../integration/src/core/indexed-document.ts';
import { o200k } from '../../integration/src/core/tokens.ts';
import { shared } from '../corpora.ts';
import {
	addMeasures,
	measureBoundaries,
	measures,
	nothingMeasured,
	type BoundaryMeasures,
	type MeasuredChunk,
} from './chunk-measures.ts';

const target = defaultBounds.preferred[1];
const policies = [
	'structure',
	'heading-aware:1500',
	'paragraph',
	`fixed-token:${target},0`,
	`fixed-token:${target},77`,
	'fixed-char:1500',
];
const limit = defaultBounds.hardLimit;

interface Row {
	readonly name: string;
	readonly tokens: readonly number[];
	readonly boundaries: BoundaryMeasures;
	readonly milliseconds: number;
}

/** Documents read once; each policy then cuts what was read. */
function read(folder: string): IndexedDocument[] {
	const configuration = configure();
	return globSync('**/*.{md,mdx}', { cwd: folder })
		.sort()
		.flatMap((path) => {
			try {
				const bytes = readFileSync(join(folder, path));
				return indexDocument({ collection: 'docs', entry: path, path, bytes }, configuration);
			} catch (error) {
				if (!(error instanceof CitableError)) throw error;
				process.stderr.write(`${error.message}\n`);
				return [];
			}
		});
}

function ownRow(documents: readonly IndexedDocument[], spec: string): Row {
	const policy = policyFrom(spec);
	let boundaries = nothingMeasured;
	let milliseconds = 0;
	const tokens: number[] = [];
	for (const indexed of documents) {
		const started = performance.now();
		const cut = policy.chunk(indexed, o200k);
		milliseconds += performance.now() - started;
		const chunks = cut.chunks.map(({ start, end, tokens, part }): MeasuredChunk => ({
			start,
			end,
			tokens,
			...(part === undefined ? {} : { part: part.of }),
		}));
		tokens.push(...chunks.map((chunk) => chunk.tokens));
		boundaries = addMeasures(
			boundaries,
			measureBoundaries(indexed, chunks, { tokenizer: o200k, linked: true, limit }),
		);
	}
	return { name: spec, tokens, boundaries, milliseconds };
}

/** The peer gives texts without places: each is found again behind the start of the one before. */
async function peerRow(documents: readonly IndexedDocument[], overlap: number): Promise<Row> {
	const splitter = new MarkdownTextSplitter({
		chunkSize: target,
		chunkOverlap: overlap,
		lengthFunction: (text) => o200k.count(text),
	});
	let boundaries = nothingMeasured;
	const tokens: number[] = [];
	let lost = 0;
	let time = 0;
	for (const indexed of documents) {
		const body = indexed.tree.frontmatter?.span.end ?? 0;
		const started = performance.now();
		const texts = await splitter.splitText(indexed.source.text.slice(body));
		time += performance.now() - started;
		const chunks: MeasuredChunk[] = [];
		let from = body;
		for (const text of texts) {
			const start = indexed.source.text.indexOf(text, from);
			if (start < 0) {
				lost++;
				continue;
			}
			from = start + 1;
			chunks.push({ start, end: start + text.length, tokens: o200k.count(text) });
		}
		tokens.push(...chunks.map((chunk) => chunk.tokens));
		boundaries = addMeasures(
			boundaries,
			measureBoundaries(indexed, chunks, { tokenizer: o200k, linked: false, limit }),
		);
	}
	if (lost > 0) process.stderr.write(`${lost} texts of the peer are not in their sources.\n`);
	const name = `LangChain Markdown ${target},${overlap}`;
	return { name, tokens, boundaries, milliseconds: time };
}

function print(title: string, rows: readonly Row[]): void {
	const heads = ['policy', 'chunks', 'min', 'median', 'p95', 'max', ...measures, 'ms'];
	const lines = rows.map(({ name, tokens, boundaries, milliseconds }) => {
		const sorted = [...tokens].sort((a, b) => a - b);
		const quantile = (share: number): string =>
			String(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
		return [
			name,
			String(tokens.length),
			...[0, 0.5, 0.95, 1].map(quantile),
			...measures.map((measure) => {
				const { cut, silent, total } = boundaries[measure];
				return `${cut} (${silent}) of ${total}`;
			}),
			String(Math.round(milliseconds)),
		];
	});
	const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
	process.stdout.write(
		[`\n### ${title}\n`, row(heads), row(heads.map(() => '---')), ...lines.map(row)].join('\n') +
			'\n',
	);
}

const given = process.argv.slice(2);
const folders =
	given.length > 0
		? given
		: ['astro-docs/en', 'starlight', 'rust-book'].flatMap(
				(name) => shared(join('corpora', name)) ?? [],
			);
if (folders.length === 0)
	process.stderr.write('There are no corpora: name a folder of Markdown or MDX files.\n');
process.stdout.write(
	'cut (of these without link or label) of all: edges inside a node; list items without their introduction; rows without their header; fences, callouts cut; qualifiers cut from what they limit.\n',
);
for (const folder of folders) {
	const documents = read(folder);
	const rows = policies.map((policy) => ownRow(documents, policy));
	for (const overlap of [0, Math.round(target / 5)]) rows.push(await peerRow(documents, overlap));
	print(folder, rows);
}
