import type * as z from 'zod';
import type { AuthoredNode, NodeType } from '../nodes/node.ts';
import type { Relation } from '../nodes/relations.ts';
import type { DocumentContent } from './content.ts';
import type { TextSegment } from './tree.ts';
import type { documentFileV1Schema, fidelityV1Schema, generationV1Schema } from './v1-schemas.ts';

/** documents/<digest>.json of version 1. */
export type DocumentFileV1 = z.infer<typeof documentFileV1Schema>;
/** fidelity/<generation>.json of version 1. */
export type FidelityFileV1 = z.infer<typeof fidelityV1Schema>;

/** The one list of duplicates that a generation of version 1 names; later ones have it by document. */
export function duplicatesOfV1(manifest: object): string | undefined {
	return (manifest as Partial<z.infer<typeof generationV1Schema>>).duplicates;
}

/** Reads a document file of version 1. Its ids are those that follow from the rest. */
export function contentOfV1(file: DocumentFileV1): DocumentContent {
	const { links, transclusions, images } = file.references;
	return {
		nodes: decodeNodes(file.nodes),
		segments: decodeText(file.text),
		sections: file.sections,
		chunks: file.chunks,
		relations: Object.entries(file.relations).flatMap(([role, pairs]) =>
			pairs.map(([from, to]): Relation => ({ from, role: role as Relation['role'], to })),
		),
		counts: file.counts,
		cuts: file.cuts ?? [],
		references: {
			links: links.map(([node, document, fragment]) => ({ node, document, fragment })),
			transclusions: transclusions.map(([node, document]) => ({ node, document })),
			images: images.map(([node, digest]) => ({ node, digest })),
		},
		offsets: file.offsets,
	};
}

function decodeNodes(columns: DocumentFileV1['nodes']): AuthoredNode[] {
	const attributes = new Map(columns.attributes);
	const children = new Map<number, number>();
	let start = 0;
	return columns.type.map((type, index) => {
		start += columns.start[index] ?? 0;
		const back = columns.parent[index] ?? 0;
		const parent = back === 0 ? -1 : index - back;
		const ordinal = children.get(parent) ?? 0;
		children.set(parent, ordinal + 1);
		return {
			type: (columns.types[type] ?? '') as NodeType,
			index,
			parent,
			ordinal,
			start,
			end: start + (columns.length[index] ?? 0),
			attributes: attributes.get(index) ?? {},
		} as AuthoredNode;
	});
}

function decodeText(columns: DocumentFileV1['text']): TextSegment[] {
	const values = new Map(columns.values);
	let at = 0;
	let node = -1;
	return columns.skip.map((skip, index) => {
		const start = at + skip;
		const end = start + (columns.length[index] ?? 0);
		const value = values.get(index);
		at = end;
		node += columns.node[index] ?? 0;
		return { start, end, node, ...(value === undefined ? {} : { value }) };
	});
}
