import type { CatalogEntry } from '../core/format/files.ts';
import { lineAt } from '../core/lines.ts';
import type { AuthoredNode } from '../core/nodes/node.ts';
import type { CitableIndex } from './citable-index.ts';
import { changesBetween, type Change, type ComparedNode } from './node-changes.ts';

/** A node as two generations are compared by: a block that holds no other block. */
export interface LineageNode extends ComparedNode {
	readonly id: string;
	/** Path of its file. */
	readonly path: string;
	/** 1-based. */
	readonly startLine: number;
	/** UTF-16 code units of its source. */
	readonly start: number;
	readonly end: number;
}

/** What is different between two generations. */
export interface Lineage {
	/** Ids of the generations. */
	readonly from: string;
	readonly to: string;
	readonly documents: {
		/** Ids, as everywhere here. */
		readonly added: readonly string[];
		readonly removed: readonly string[];
		/** Documents that have another id and the same source. */
		readonly renamed: readonly { readonly from: string; readonly to: string }[];
		/** Documents whose source changed. */
		readonly edited: readonly string[];
		/** Documents of which something else is said, such as their title, address or status. */
		readonly described: readonly { readonly id: string; readonly fields: readonly string[] }[];
	};
	/** What became of nodes: a likeness of texts, never a claim that one is the other. */
	readonly nodes: readonly Change<LineageNode>[];
	/** Nodes of edited documents that stand as they stood. */
	readonly unchanged: number;
}

/**
 * Compares two generations, of one index or of two. Only documents that differ are loaded.
 *
 * @throws {CitableError} What loading files throws.
 */
export async function compareGenerations(from: CitableIndex, to: CitableIndex): Promise<Lineage> {
	const before = new Map((await from.documents()).map((entry) => [entry.id, entry]));
	const after = new Map((await to.documents()).map((entry) => [entry.id, entry]));
	const removed = [...before.values()].filter(({ id }) => !after.has(id));
	const added = [...after.values()].filter(({ id }) => !before.has(id));
	const renamed = pairsOfOneSource(removed, added);
	const gone = removed.filter(({ id }) => !renamed.some((pair) => pair.from === id));
	const come = added.filter(({ id }) => !renamed.some((pair) => pair.to === id));
	const both = [...before.values()].flatMap((old) => {
		const now = after.get(old.id);
		return now === undefined ? [] : [{ old, now }];
	});
	const edited = both.filter(({ old, now }) => old.revision !== now.revision);
	const { changes, unchanged } = changesBetween(
		await nodesOf(from, [...edited.map(({ old }) => old), ...gone]),
		await nodesOf(to, [...edited.map(({ now }) => now), ...come]),
	);
	return {
		from: from.generation,
		to: to.generation,
		documents: {
			added: idsOf(come),
			removed: idsOf(gone),
			renamed: renamed.sort((a, b) => (a.from < b.from ? -1 : 1)),
			edited: idsOf(edited.map(({ now }) => now)),
			described: both
				.map(({ old, now }) => ({ id: now.id, fields: differentFields(old, now) }))
				.filter(({ fields }) => fields.length > 0)
				.sort((a, b) => (a.id < b.id ? -1 : 1)),
		},
		nodes: changes,
		unchanged,
	};
}

function idsOf(entries: readonly CatalogEntry[]): string[] {
	return entries.map(({ id }) => id).sort();
}

function pairsOfOneSource(
	removed: readonly CatalogEntry[],
	added: readonly CatalogEntry[],
): { from: string; to: string }[] {
	const free = [...added].sort((a, b) => (a.id < b.id ? -1 : 1));
	return [...removed]
		.sort((a, b) => (a.id < b.id ? -1 : 1))
		.flatMap(({ id, revision }) => {
			const at = free.findIndex((entry) => entry.revision === revision);
			const [pair] = at < 0 ? [] : free.splice(at, 1);
			return pair === undefined ? [] : [{ from: id, to: pair.id }];
		});
}

/** What follows from the source, or says where the document lies in the index. */
const DERIVED = new Set('key revision file source bytes nodes chunks tokens findings'.split(' '));

function differentFields(old: CatalogEntry, now: CatalogEntry): string[] {
	const [a, b] = [old, now] as unknown as Readonly<Record<string, unknown>>[];
	return [...new Set([...Object.keys(old), ...Object.keys(now)])]
		.filter((field) => !DERIVED.has(field))
		.filter((field) => JSON.stringify(a?.[field]) !== JSON.stringify(b?.[field]))
		.sort();
}

async function nodesOf(
	index: CitableIndex,
	entries: readonly CatalogEntry[],
): Promise<LineageNode[]> {
	const ordered = [...entries].sort((a, b) => (a.id < b.id ? -1 : 1));
	const nodes: LineageNode[] = [];
	for (const entry of ordered) {
		const view = await index.view(entry);
		for (const node of plainBlocks(view.nodes)) {
			const { type, start, end } = node;
			nodes.push({
				id: view.nodeId(node.index),
				document: entry.id,
				path: entry.path,
				type,
				start,
				end,
				startLine: lineAt(view.lines, start),
				text: view.text.slice(start, end),
			});
		}
	}
	return nodes;
}

/** Blocks whose content is a line of text, whatever stands in it. */
const LINES = new Set(['heading', 'paragraph', 'tableRow']);

/** Nodes that mostly stand in a line of text. */
const INLINE = new Set(['link', 'footnoteReference', 'tableCell']);

/** Blocks that hold no other block: each authored text belongs to one of them at most. */
function plainBlocks(nodes: readonly AuthoredNode[]): AuthoredNode[] {
	const holds = new Set<number>();
	const blocks = nodes.filter((node) => {
		if (INLINE.has(node.type)) return false;
		for (let at = nodes[node.parent]; at !== undefined; at = nodes[at.parent])
			if (LINES.has(at.type)) return false;
		return true;
	});
	for (const { parent } of blocks) holds.add(parent);
	return blocks.filter(({ index }) => !holds.has(index));
}
