import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configure } from '../../../integration/src/core/configuration.ts';
import { documentFile, settledFile } from '../../../integration/src/core/document-file.ts';
import {
	decodeContent,
	type DocumentContent,
} from '../../../integration/src/core/format/content.ts';
import type { DocumentFile } from '../../../integration/src/core/format/files.ts';
import { segmentsOf } from '../../../integration/src/core/format/tree.ts';
import { CitableError } from '../../../integration/src/core/errors.ts';
import {
	indexDocument,
	type IndexedDocument,
} from '../../../integration/src/core/indexed-document.ts';
import { offsetTable } from '../../../integration/src/core/offsets.ts';
import { policyFrom } from '../../../integration/src/core/chunks/policies.ts';
import { o200k } from '../../../integration/src/core/tokens.ts';
import { describeShared } from '../../corpora.ts';
import { damagedDocuments, documents } from '../documents.ts';

const policies = [
	'structure:minimum=5,preferred=10-20,hardLimit=30',
	'heading-aware:300',
	'paragraph',
	'fixed-token:20,4',
	'fixed-char:70',
].map((spec) => configure({ policy: policyFrom(spec) }));
const references = {
	links: [
		{ node: 2, document: 'docs/a', fragment: '' },
		{ node: 7, document: 'docs/b', fragment: '' },
		{ node: 9, document: 'docs/a', fragment: '' },
	],
	transclusions: [{ node: 3, document: 'partials/c' }],
	images: [{ node: 4, digest: '0'.repeat(64) }],
};

/** A document as it was indexed, in the form in which its file is read. */
function contentOf({ source, tree, sections, chunks, relations, cuts }: IndexedDocument) {
	return plain({
		nodes: tree.nodes,
		segments: segmentsOf(tree.leaves),
		sections: sections.map(({ heading, start, end, bodyStart, path }) => ({
			heading,
			start,
			end,
			bodyStart,
			path,
		})),
		chunks: chunks.map(({ section, start, end, tokens, nodes, prefix, part, context }) => ({
			section,
			start,
			end,
			tokens,
			nodes,
			prefix,
			part,
			context: context?.map((span) => ({
				...span,
				tokens: o200k.count(source.text.slice(span.start, span.end)),
			})),
		})),
		relations: [...relations].sort((a, b) => (a.role < b.role ? -1 : a.role > b.role ? 1 : 0)),
		cuts,
		offsets: offsetTable(source.text),
	});
}

/** What is read back of a document that is written and read. */
function readBack(indexed: IndexedDocument): DocumentContent {
	const written = documentFile(settledFile(indexed, o200k), references);
	return decodeContent(JSON.parse(written) as DocumentFile, indexed.source.text);
}

function expectSame(path: string, text: string, pick = 0): void {
	const bytes = new TextEncoder().encode(text);
	const configuration = policies[pick % policies.length]!;
	const indexed = indexDocument(
		{ collection: 'docs', entry: path, path, bytes },
		configuration,
		[3],
	);
	const { counts, references: read, ...content } = readBack(indexed);
	expect(plain(content)).toEqual(contentOf(indexed));
	expect(counts.every(([node]) => node < indexed.tree.nodes.length)).toBe(true);
	expect(read.transclusions).toEqual(references.transclusions);
	expect(read.images).toEqual(references.images);
	expect(read.links.map(({ node, document }) => [node, document])).toEqual(
		references.links.map(({ node, document }) => [node, document]),
	);
}

function plain<Value>(value: Value): Value {
	return JSON.parse(JSON.stringify(value)) as Value;
}

describe('a document file', () => {
	const folder = join(import.meta.dirname, '../../../fixtures/sources');
	it.each(readdirSync(folder).filter((file) => /\.mdx?$/.test(file)))(
		'says all that was read of %s',
		(file) => {
			const text = readFileSync(join(folder, file), 'utf8');
			for (const pick of policies.keys()) expectSame(file, text, pick);
		},
	);

	it.each(['md', 'mdx'] as const)('says all that was read of any %s document', (format) => {
		const any = fc.oneof(
			documents(format).map(({ text }) => text),
			damagedDocuments(format),
		);
		fc.assert(
			fc.property(any, fc.nat(), (text, pick) => {
				try {
					expectSame(`page.${format}`, text, pick);
				} catch (error) {
					// A damaged document may be refused as a whole.
					if (!(error instanceof CitableError)) throw error;
				}
			}),
			{ numRuns: 300 },
		);
	});

	it('keeps the fragments of links', () => {
		const text = '[a](b.md#c%20d) and [e](#f)\n';
		const input = {
			collection: 'docs',
			entry: 'x',
			path: 'x.md',
			bytes: new TextEncoder().encode(text),
		};
		const indexed = indexDocument(input, policies[0]!);
		const links = [
			{ node: 1, document: 'docs/b', fragment: 'c d' },
			{ node: 2, document: 'docs/x', fragment: 'f' },
		];
		const written = documentFile(settledFile(indexed, o200k), { ...references, links });
		const { references: read } = decodeContent(JSON.parse(written) as DocumentFile, text);
		expect(read.links).toEqual(links);
	});

	it('is refused where it does not fit the source', () => {
		const text = '# One\n\nTwo [three](four).\n';
		const input = {
			collection: 'docs',
			entry: 'x',
			path: 'x.md',
			bytes: new TextEncoder().encode(text),
		};
		const written = JSON.parse(
			documentFile(settledFile(indexDocument(input, policies[0]!), o200k), references),
		) as DocumentFile;
		const changes: Partial<DocumentFile['tree']>[] = [
			{ shape: written.tree.shape.replace('H', '') },
			{ shape: `${written.tree.shape})` },
			{ shape: `z${written.tree.shape.slice(1)}` },
			{ gaps: `${written.tree.gaps}0` },
			{ gaps: 'zz9' },
			{ lengths: '' },
		];
		for (const change of changes)
			expect(() =>
				decodeContent({ ...written, tree: { ...written.tree, ...change } }, text),
			).toThrow(RangeError);
	});

	it.each([
		'<a ',
		'[x](',
		'`',
		'|',
		'"',
		':::',
		'\\',
		'](',
		'<a href="',
		'[a][',
		'- a\n\n',
		'> - ',
	])('says all that was read of nothing but %j', (piece) => {
		expectSame('page.md', piece.repeat(60));
	});
});

describeShared('the shared corpora', 'corpora', (folder) => {
	it('are read back from their files', { timeout: 600_000 }, () => {
		const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
		const documents = files.filter((file) => /\.mdx?$/.test(file));
		expect(documents.length).toBeGreaterThan(1000);
		for (const [pick, file] of documents.entries())
			expectSame(file, readFileSync(join(folder, file), 'utf8'), pick);
	});
});
