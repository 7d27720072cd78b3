import { canonicalJson, writtenJson, type WrittenJson } from './digest.ts';
import type { Document } from './document.ts';
import { EdgeFinder } from './expansion-edges.ts';
import { partsOf } from './expansion-parts.ts';
import { expansionRules } from './expansion-rules.ts';
import { encodeNodes, encodeText } from './format/columns.ts';
import type { DocumentFile } from './format/files.ts';
import { FORMAT_VERSION } from './format/version.ts';
import { offsetTable } from './offsets.ts';
import type { References } from './references.ts';
import type { IndexedDocument } from './indexed-document.ts';
import { LinkResolver } from './links.ts';
import { contains } from './spans.ts';
import { measureOf, type Tokenizer } from './tokens.ts';

/** What a document file says beside what only the other documents decide. */
export type SettledFile = Readonly<
	Record<Exclude<keyof DocumentFile, 'document' | 'references' | 'cuts'>, WrittenJson>
> & { readonly cuts?: WrittenJson };

/** Writes down what a document says by itself. */
export function settledFile(indexed: IndexedDocument, tokenizer: Tokenizer): SettledFile {
	const { source, tree, cuts } = indexed;
	const measure = measureOf(tokenizer, source.text);
	const relations: DocumentFile['relations'] = {};
	for (const { from, role, to } of indexed.relations) (relations[role] ??= []).push([from, to]);
	const sections: DocumentFile['sections'] = indexed.sections.map(
		({ id, heading, start, end, bodyStart, path }) => ({
			id,
			heading,
			start,
			end,
			bodyStart,
			path: [...path],
		}),
	);
	const chunks: DocumentFile['chunks'] = indexed.chunks.map(
		({ id, section, start, end, tokens, exact, prefix, nodes, part, context }) => ({
			id,
			section,
			start,
			end,
			tokens,
			exact,
			...(prefix === undefined ? {} : { prefix }),
			nodes: [...nodes],
			...(part === undefined ? {} : { part }),
			...(context === undefined
				? {}
				: {
						context: context.map(({ role, ...span }) => ({
							role,
							...span,
							tokens: measure(span.start, span.end),
						})),
					}),
		}),
	);
	return {
		format: writtenJson(FORMAT_VERSION),
		length: writtenJson(source.text.length),
		offsets: writtenJson(offsetTable(source.text)),
		nodes: writtenJson(encodeNodes(tree.nodes)),
		text: writtenJson(encodeText(tree.leaves)),
		sections: writtenJson(sections),
		chunks: writtenJson(chunks),
		relations: writtenJson(relations),
		counts: writtenJson(countsOf(indexed, measure)),
		...(cuts.length === 0 ? {} : { cuts: writtenJson(cuts) }),
	};
}

/** A document as it is published, as canonical JSON. */
export function documentFile(
	settled: SettledFile,
	document: Document,
	references: References,
): string {
	const resolved: DocumentFile['references'] = {
		links: references.links.map(({ node, document: to, fragment }) => [node, to, fragment]),
		transclusions: references.transclusions.map(({ node, document: to }) => [node, to]),
		images: references.images.map(({ node, digest }) => [node, digest]),
	};
	return canonicalJson({ ...settled, document, references: resolved });
}

/** Tokens of what evidence may take along beside whole chunks, so that a client needs no tokenizer. */
function countsOf(
	indexed: IndexedDocument,
	measure: ReturnType<typeof measureOf>,
): DocumentFile['counts'] {
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
			return [index, measure(start, end)];
		});
}
