import { canonicalJson } from './digest.ts';
import { EdgeFinder } from './expansion-edges.ts';
import { partsOf } from './expansion-parts.ts';
import { expansionRules } from './expansion-rules.ts';
import type { ChunkContent } from './format/chunks.ts';
import {
	encodeContent,
	encodeReferences,
	type ContentColumns,
	type DocumentContent,
} from './format/content.ts';
import type { DocumentFile } from './format/files.ts';
import { segmentsOf } from './format/tree.ts';
import type { References } from './references.ts';
import type { IndexedDocument } from './indexed-document.ts';
import { LinkResolver } from './links.ts';
import { contains } from './spans.ts';
import { measureOf, type Tokenizer } from './tokens.ts';

/**
 * A document file without what only the other documents decide: its properties, as canonical JSON, that
 * stand before and behind that.
 */
export interface SettledFile {
	readonly before: string;
	readonly behind: string;
}

/** Writes down what a document says by itself. */
export function settledFile(indexed: IndexedDocument, tokenizer: Tokenizer): SettledFile {
	const { source, tree, sections, relations, cuts } = indexed;
	const measure = measureOf(tokenizer, source.text);
	const chunks = indexed.chunks.map(({ context, ...chunk }): ChunkContent => {
		if (context === undefined) return chunk;
		const counted = context.map((span) => ({ ...span, tokens: measure(span.start, span.end) }));
		return { ...chunk, context: counted };
	});
	const columns = encodeContent(source.text, {
		nodes: tree.nodes,
		segments: segmentsOf(tree.leaves),
		sections,
		chunks,
		relations,
		counts: countsOf(indexed, measure),
		cuts,
	});
	const keys = (Object.keys(columns) as (keyof ContentColumns)[]).sort();
	const written = (some: readonly (keyof ContentColumns)[]): string =>
		some.map((key) => `"${key}":${canonicalJson(columns[key])}`).join(',');
	return {
		before: written(keys.filter((key) => key < REFERENCES)),
		behind: written(keys.filter((key) => key > REFERENCES)),
	};
}

/** The property between the others. */
const REFERENCES = 'references' satisfies keyof DocumentFile;

/** A document as it is published, as canonical JSON. */
export function documentFile({ before, behind }: SettledFile, references: References): string {
	const encoded = encodeReferences(references);
	const own = encoded === undefined ? '' : `,"${REFERENCES}":${canonicalJson(encoded)}`;
	return `{${before}${own},${behind}}`;
}

/** Tokens of what evidence may take along beside whole chunks, so that a client needs no tokenizer. */
function countsOf(
	indexed: IndexedDocument,
	measure: ReturnType<typeof measureOf>,
): DocumentContent['counts'] {
	const { tree, chunks, relations } = indexed;
	// Only links to the document itself matter, and those lead there whatever else there is.
	const { links } = new LinkResolver([indexed]).resolve(indexed);
	const finder = new EdgeFinder({ nodes: tree.nodes, relations, links, chunks }, expansionRules);
	const counted = new Set<number>();
	chunks.forEach((chunk, order) => {
		if (chunk.tokens > (expansionRules.parts?.above ?? Infinity))
			for (const { index } of partsOf(tree.nodes, chunk)) counted.add(index);
		for (const { node, distance = 0, start, end } of finder.edgesOf(order)) {
			if (node === undefined || contains(chunk, { start, end })) continue;
			if (distance < expansionRules.caps.siblings) counted.add(node);
		}
	});
	return [...counted]
		.sort((a, b) => a - b)
		.map((index) => {
			const { start = 0, end = 0 } = tree.nodes[index] ?? {};
			return [index, measure(start, end)] as const;
		});
}
