import { encodeNodes, encodeText } from './format/columns.ts';
import type { DocumentFile } from './format/files.ts';
import { FORMAT_VERSION } from './format/version.ts';
import { offsetTable } from './offsets.ts';
import type { ReferencedDocument } from './references.ts';

/** A document as it is published. */
export function documentFile(indexed: ReferencedDocument): DocumentFile {
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
		chunks: indexed.chunks.map(({ id, section, start, end, tokens, nodes, part }) => ({
			id,
			section,
			start,
			end,
			tokens,
			exact: true,
			nodes: [...nodes],
			...(part === undefined ? {} : { part }),
		})),
		relations,
		...(indexed.cuts.length === 0 ? {} : { cuts: [...indexed.cuts] }),
		references: {
			links: references.links.map(({ node, document: to, fragment }) => [node, to, fragment]),
			transclusions: references.transclusions.map(({ node, document: to }) => [node, to]),
			images: references.images.map(({ node, digest }) => [node, digest]),
		},
	};
}

function copyTable(table: ReturnType<typeof offsetTable>): DocumentFile['offsets'] {
	return { utf16: [...table.utf16], width: [...table.width] };
}
