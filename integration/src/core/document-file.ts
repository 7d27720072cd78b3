import { EdgeFinder } from './expansion-edges.ts';
import { expansionRules } from './expansion-rules.ts';
import { encodeNodes, encodeText } from './format/columns.ts';
import type { DocumentFile } from './format/files.ts';
import { FORMAT_VERSION } from './format/version.ts';
import { offsetTable } from './offsets.ts';
import type { ReferencedDocument } from './references.ts';
import { contains } from './spans.ts';
import type { Tokenizer } from './tokens.ts';

/** A document as it is published. */
export function documentFile(indexed: ReferencedDocument, tokenizer: Tokenizer): DocumentFile {
	const { document, source, tree, references } = indexed;
	const relations: DocumentFile['relations'] = {};
	for (const { from, role, to } of indexed.relations) (relations[role] ??= []).push([from, to]);
	return {
		format: FORMAT_VERSION,
		document,
		length: source.text.length,
		offsets: copyTable(offsetTable(source.text)),
		nodes: encodeNodes(tree.nodes),
		text: encodeText(tree.leaves),
		sections: indexed.sections.map(({ id, heading, start, end, bodyStart, path }) => ({
			id,
			heading,
			start,
			end,
			bodyStart,
			path: [...path],
		})),
		chunks: indexed.chunks.map(
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
				...(context === undefined ? {} : { context: [...context] }),
			}),
		),
		relations,
		counts: countsOf(indexed, tokenizer),
		...(indexed.cuts.length === 0 ? {} : { cuts: [...indexed.cuts] }),
		references: {
			links: references.links.map(({ node, document: to, fragment }) => [node, to, fragment]),
			transclusions: references.transclusions.map(({ node, document: to }) => [node, to]),
			images: references.images.map(({ node, digest }) => [node, digest]),
		},
	};
}

/** Tokens of what evidence may take along beside whole chunks, so that a client needs no tokenizer. */
function countsOf(indexed: ReferencedDocument, tokenizer: Tokenizer): DocumentFile['counts'] {
	const { document, tree, chunks, relations, references, source } = indexed;
	const links = references.links.filter((link) => link.document === document.id);
	const finder = new EdgeFinder({ nodes: tree.nodes, relations, links, chunks }, expansionRules);
	const counted = new Set<number>();
	chunks.forEach((chunk, order) => {
		for (const { node, distance = 0, start, end } of finder.edgesOf(order)) {
			if (node === undefined || contains(chunk, { start, end })) continue;
			if (distance < expansionRules.caps.siblings) counted.add(node);
		}
	});
	return [...counted]
		.sort((a, b) => a - b)
		.map((index) => {
			const { start = 0, end = 0 } = tree.nodes[index] ?? {};
			return [index, tokenizer.count(source.text.slice(start, end))];
		});
}

function copyTable(table: ReturnType<typeof offsetTable>): DocumentFile['offsets'] {
	return { utf16: [...table.utf16], width: [...table.width] };
}
