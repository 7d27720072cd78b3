import { digest } from './digest.ts';
import { settledFile, type SettledFile } from './document-file.ts';
import type { Document } from './document.ts';
import { chunkTexts } from './duplicates.ts';
import type { Finding } from './findings.ts';
import { fidelityFile, readFidelity } from './format/fidelity-file.ts';
import type { FidelityFile } from './format/files.ts';
import type { IndexedDocument } from './indexed-document.ts';
import type { AuthoredTree } from './nodes/read.ts';
import type { Outward } from './outward.ts';
import type { KeptRecord } from './record-store.ts';
import type { SearchBuilder } from './search/build.ts';
import type { Postings } from './search/shard.ts';
import type { DocumentTerms } from './search/shard-draft.ts';
import type { Span } from './spans.ts';
import type { Tokenizer } from './tokens.ts';

/** What is at hand of every document until all are known. */
export interface RecordHead {
	readonly document: Document;
	readonly outward: Outward;
	readonly findings: readonly Finding[];
	/** Where the frontmatter stands. */
	readonly frontmatter: Span | undefined;
	readonly totals: { readonly nodes: number; readonly chunks: number; readonly tokens: number };
	/** Digest of the list of the ids of its chunks. */
	readonly chunkIds: string;
}

/** The first line of a record, which every build reads again: short, and nothing twice. */
interface WrittenHead extends Pick<RecordHead, 'document' | 'frontmatter' | 'totals' | 'chunkIds'> {
	readonly outward: Omit<Outward, 'anchors' | 'links'> & {
		readonly anchors: readonly string[];
		/** Of each link its node, where it starts and where it ends. */
		readonly links: readonly number[];
		readonly urls: readonly string[];
	};
	/** As the fidelity report has them: each message once. */
	readonly findings: FidelityFile;
}

/** What of a record is needed when all documents are known. */
export interface RecordBody {
	readonly file: SettledFile;
	/** What `DuplicateFinder` takes. */
	readonly texts: string;
	/** What is searched; nothing where no search files are to be made. */
	readonly terms: DocumentTerms;
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
 * Writes down what a document is by itself, in lines: JSON, which never holds a line break, encoded
 * numbers, and words. The first is read while the others of the site are read, the rest when all are
 * known.
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
	const { before, behind } = settledFile(indexed, tokenizer);
	const terms = search?.read(indexed);
	const postings = terms?.postings();
	return [
		JSON.stringify(writtenHead(indexed)),
		before,
		behind,
		chunkTexts(indexed),
		terms?.lengths ?? '',
		terms?.runs ?? '',
		terms?.digest ?? '',
		postings?.terms ?? '',
		postings?.counts ?? '',
		postings?.skips ?? '',
		postings?.repeats ?? '',
		whole ? JSON.stringify(writtenRest(indexed)) : '',
	].join('\n');
}

function writtenHead({ document, outward, findings, tree, chunks }: IndexedDocument): WrittenHead {
	const { links, anchors, ...others } = outward;
	return {
		document,
		outward: {
			...others,
			anchors: [...anchors],
			links: links.flatMap(({ node, start, end }) => [node, start, end]),
			urls: links.map(({ url }) => url),
		},
		findings: fidelityFile({ documents: [], corpus: findings }),
		frontmatter: tree.frontmatter?.span,
		totals: {
			nodes: tree.nodes.length,
			chunks: chunks.length,
			tokens: chunks.reduce((total, chunk) => total + chunk.tokens, 0),
		},
		chunkIds: digest(chunks.map(({ id }) => id)),
	};
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

/** What the first line of a record says. */
export function headOf(record: KeptRecord): RecordHead {
	const [line = ''] = record.lines(0, 1);
	const { document, outward, findings, frontmatter, totals, chunkIds } = JSON.parse(
		line,
	) as WrittenHead;
	const { anchors, links: places, urls, ...others } = outward;
	const links = urls.map((url, at) => {
		const [node = 0, start = 0, end = 0] = places.slice(3 * at, 3 * at + 3);
		return { node, start, end, url };
	});
	return {
		document,
		outward: { ...others, anchors: new Set(anchors), links },
		findings: readFidelity(findings).corpus,
		frontmatter,
		totals,
		chunkIds,
	};
}

/** What the lines behind it say. */
export function bodyOf(record: KeptRecord): RecordBody {
	const [before = '', behind = '', texts = '', lengths = '', runs = '', digest = ''] = record.lines(
		1,
		7,
	);
	const postings = (): Postings => {
		const [terms = '', counts = '', skips = '', repeats = ''] = record.lines(7, 11);
		return { terms, counts, skips, repeats };
	};
	return { file: { before, behind }, texts, terms: { lengths, runs, digest, postings } };
}

/**
 * The rest of a document as it was indexed.
 *
 * @throws {TypeError} where the record was not written whole.
 */
export function restOf(record: KeptRecord): DocumentRest {
	const [rest = ''] = record.lines(11, 12);
	if (rest === '') throw new TypeError('Only the head of the document was kept.');
	const { tree, ...others } = JSON.parse(rest) as WrittenRest;
	return {
		...others,
		tree: {
			...tree,
			imports: new Map(tree.imports) as AuthoredTree['imports'],
			definitions: new Map(tree.definitions) as AuthoredTree['definitions'],
			anchors: new Set(tree.anchors),
		},
	};
}
