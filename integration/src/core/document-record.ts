import { digest, WrittenJson } from './digest.ts';
import { settledFile, type SettledFile } from './document-file.ts';
import type { Document } from './document.ts';
import { chunkTexts, type ChunkText } from './duplicates.ts';
import type { Finding } from './findings.ts';
import type { IndexedDocument } from './indexed-document.ts';
import type { AuthoredTree } from './nodes/read.ts';
import type { Frontmatter } from './nodes/reader.ts';
import type { Outward } from './outward.ts';
import type { DocumentTerms, SearchBuilder } from './search/build.ts';
import { decodeNumbers, encodeNumbers } from './varints.ts';
import type { Tokenizer } from './tokens.ts';

/** What is at hand of every document until all are known. */
export interface RecordHead {
	readonly document: Document;
	readonly outward: Outward;
	readonly findings: readonly Finding[];
	readonly tree: Pick<AuthoredTree, 'frontmatter'>;
	readonly totals: { readonly nodes: number; readonly chunks: number; readonly tokens: number };
	/** Digest of the list of the ids of its chunks. */
	readonly chunkIds: string;
}

/** The first line of a record: what lines it has. */
interface Shape {
	/** Parts of the document file; a line each, in this order. */
	readonly parts: readonly (keyof SettledFile)[];
	/** The outermost headings of the chunks, where there are terms; a line each, behind that of all words. */
	readonly headings?: readonly string[];
	/** Whether the last line holds the rest of the document. */
	readonly whole: boolean;
}

/** The second line of a record. */
interface WrittenHead extends Omit<RecordHead, 'outward' | 'tree'> {
	readonly outward: Omit<Outward, 'anchors'> & { readonly anchors: readonly string[] };
	readonly frontmatter?: Frontmatter;
}

/** What only those need who look at a document as a whole. */
type DocumentRest = Pick<IndexedDocument, 'tree' | 'sections' | 'chunks' | 'relations' | 'cuts'>;

/** The last line of a record where the document can be read from it whole. */
interface WrittenRest extends Omit<DocumentRest, 'tree'> {
	readonly tree: Omit<AuthoredTree, 'imports' | 'definitions' | 'anchors'> & {
		readonly imports: readonly (readonly [string, unknown])[];
		readonly definitions: readonly (readonly [string, unknown])[];
		readonly anchors: readonly string[];
	};
}

/**
 * Writes down what a document is by itself: lines of JSON, which never holds a line break, and of
 * words.
 *
 * @param search Reads what is searched, where search files are to be made.
 * @param whole Whether the document is to be read again as it was indexed.
 */
export function writeRecord(
	indexed: IndexedDocument,
	tokenizer: Tokenizer,
	search: SearchBuilder | undefined,
	whole: boolean,
): string {
	const { document, outward, findings, tree, chunks } = indexed;
	const file = settledFile(indexed, tokenizer);
	const parts = Object.keys(file) as (keyof SettledFile)[];
	const terms = search?.read(indexed);
	const head: WrittenHead = {
		document,
		outward: { ...outward, anchors: [...outward.anchors] },
		findings,
		...(tree.frontmatter === undefined ? {} : { frontmatter: tree.frontmatter }),
		totals: {
			nodes: tree.nodes.length,
			chunks: chunks.length,
			tokens: chunks.reduce((total, chunk) => total + chunk.tokens, 0),
		},
		chunkIds: digest(chunks.map(({ id }) => id)),
	};
	const shape: Shape = {
		parts,
		whole,
		...(terms === undefined ? {} : { headings: terms.chunks.map(({ heading }) => heading) }),
	};
	return [
		JSON.stringify(shape),
		JSON.stringify(head),
		JSON.stringify(chunkTexts(indexed)),
		...parts.map((part) => file[part]?.json ?? ''),
		...(terms === undefined
			? []
			: [terms.words.join(' '), ...terms.chunks.map(({ numbers }) => encodeNumbers(numbers))]),
		...(whole ? [JSON.stringify(writtenRest(indexed))] : []),
	].join('\n');
}

function writtenRest({ tree, sections, chunks, relations, cuts }: IndexedDocument): WrittenRest {
	return {
		tree: {
			...tree,
			imports: [...tree.imports],
			definitions: [...tree.definitions],
			anchors: [...tree.anchors],
		},
		sections,
		chunks,
		relations,
		cuts,
	};
}

/** What is at hand of a record. */
export function headOf(record: string): RecordHead {
	const { outward, frontmatter, ...head } = JSON.parse(lineOf(record, 1)) as WrittenHead;
	return {
		...head,
		outward: { ...outward, anchors: new Set(outward.anchors) },
		tree: frontmatter === undefined ? {} : { frontmatter },
	};
}

/** What the document file says, as far as the document decides it by itself. */
export function fileOf(record: string): SettledFile {
	const [shape = '', , , ...lines] = record.split('\n');
	const { parts } = JSON.parse(shape) as Shape;
	return Object.fromEntries(
		parts.map((part, at) => [part, new WrittenJson(lines[at] ?? '')]),
	) as unknown as SettledFile;
}

/** What the chunks of the document say. */
export function textsOf(record: string): ChunkText[] {
	return JSON.parse(lineOf(record, 2)) as ChunkText[];
}

/** What is searched of the document; undefined where the record holds no terms. */
export function termsOf(record: string): DocumentTerms | undefined {
	const [shape = '', , , ...lines] = record.split('\n');
	const { parts, headings } = JSON.parse(shape) as Shape;
	if (headings === undefined) return undefined;
	const [words = '', ...chunks] = lines.slice(parts.length, parts.length + 1 + headings.length);
	return {
		words: words === '' ? [] : words.split(' '),
		chunks: headings.map((heading, at) => ({ heading, numbers: decodeNumbers(chunks[at] ?? '') })),
	};
}

/**
 * The rest of a document as it was indexed.
 *
 * @throws {TypeError} where the record was not written whole.
 */
export function restOf(record: string): DocumentRest {
	const { whole } = JSON.parse(lineOf(record, 0)) as Shape;
	if (!whole) throw new TypeError('Only the head of the document was kept.');
	const { tree, ...rest } = JSON.parse(record.slice(record.lastIndexOf('\n') + 1)) as WrittenRest;
	return {
		...rest,
		tree: {
			...tree,
			imports: new Map(tree.imports) as AuthoredTree['imports'],
			definitions: new Map(tree.definitions) as AuthoredTree['definitions'],
			anchors: new Set(tree.anchors),
		},
	};
}

function lineOf(record: string, number: number): string {
	let start = 0;
	for (let line = 0; line < number; line++) start = record.indexOf('\n', start) + 1;
	const end = record.indexOf('\n', start);
	return record.slice(start, end < 0 ? record.length : end);
}
