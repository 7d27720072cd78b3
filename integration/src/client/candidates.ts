import type { Edge } from '../core/expansion-edges.ts';
import type { expandWindows, WindowMember } from '../core/expansion-windows.ts';
import type { ExpansionManifest } from '../core/format/files.ts';
import type { Span } from '../core/spans.ts';
import type { DocumentView } from './document-view.ts';
import type { ExpandOptions } from './expand.ts';
import { countTokens, uncovered, type Choice } from './layout.ts';

/** A chunk among those that windows are made of. */
export interface PlacedChunk {
	readonly id: string;
	readonly sectionId: string;
	readonly view: DocumentView;
	readonly order: number;
}

export type Windows = ReturnType<typeof expandWindows<PlacedChunk>>;

/** Something that may become evidence. */
export interface Candidate {
	readonly view: DocumentView;
	readonly choice: Choice;
	readonly seed: string;
	/** A cap that keeps it out. */
	readonly capped: boolean;
}

/** The chunks of a document, as windows are made of them. */
export function placedChunks(view: DocumentView): PlacedChunk[] {
	return view.content.chunks.map(({ section }, order) => ({
		id: view.chunkId(order),
		sectionId: view.sectionId(section),
		view,
		order,
	}));
}

/** All that may become evidence, what matters most first. */
export function candidatesFor(
	rules: ExpansionManifest,
	windows: Windows,
	radius: number,
	options: ExpandOptions,
): Candidate[] {
	const taken = new Set(options.take);
	const seeds: { rank: number; candidates: Candidate[] }[] = [];
	const optional: { rank: number; candidates: Candidate[] }[] = [];
	const neighbors: { rank: number; distance: number; candidate: Candidate }[] = [];
	for (const { members } of windows) {
		members.forEach((member, place) => {
			const { view, order, id } = member.chunk;
			const chunk = chunkSpan(view, order);
			if (member.role === 'neighbor') {
				for (const near of seedsNear(members, place, radius)) {
					const choice = { ...chunk, role: 'neighbor', for: new Set([near.id]) } as const;
					neighbors.push({ ...near, candidate: { view, choice, seed: near.id, capped: false } });
				}
				return;
			}
			const { rank } = member;
			const choice = { ...chunk, role: 'seed', rank, for: new Set([id]) } as const;
			const edges = edgeCandidates(rules, view, order, options, taken);
			const seed = { view, choice, seed: id, capped: false };
			const isRequired = ({ edge }: { edge: Edge }): boolean => edge.required;
			seeds.push({ rank, candidates: [seed, ...edges.filter(isRequired)] });
			optional.push({ rank, candidates: edges.filter((edge) => !isRequired(edge)) });
		});
	}
	const byRank = (a: { rank: number }, b: { rank: number }): number => a.rank - b.rank;
	return [
		...seeds.sort(byRank).flatMap(({ candidates }) => candidates),
		...optional.sort(byRank).flatMap(({ candidates }) => candidates),
		...neighbors
			.sort((a, b) => a.distance - b.distance || a.rank - b.rank)
			.map(({ candidate }) => candidate),
	];
}

/** The edges of a seed that lead out of it. Its caps hold for it alone, whatever other seeds bring. */
function edgeCandidates(
	rules: ExpansionManifest,
	view: DocumentView,
	order: number,
	options: ExpandOptions,
	taken: ReadonlySet<string>,
): (Candidate & { edge: Edge })[] {
	const chunk = chunkSpan(view, order);
	const seed = view.chunkId(order);
	const siblings = options.siblings ?? rules.caps.siblings;
	const limit = options.relationTokens ?? rules.caps.tokens;
	let tokens = 0;
	return view
		.edges(rules)
		.edgesOf(order)
		.filter((edge) => uncovered(view.text, edge, [chunk]).length > 0)
		.map((edge) => {
			const choice = { ...edge, for: new Set([seed]) };
			const cost = countTokens(view, edge, options.count);
			const asked = taken.size > 0 && taken.has(idOf(view, edge));
			const far = edge.role === 'sibling' && (edge.distance ?? 0) >= siblings;
			const capped = !asked && (far || tokens + cost > limit);
			if (!capped && !asked) tokens += cost;
			return { view, choice, seed, capped, edge };
		});
}

function chunkSpan(view: DocumentView, order: number): Span & { readonly chunk: number } {
	const { start = 0, end = 0 } = view.content.chunks[order] ?? {};
	return { start, end, chunk: order };
}

/** The seeds of a window that reach a place in it, the nearest first. */
function seedsNear(
	members: readonly WindowMember<PlacedChunk>[],
	place: number,
	radius: number,
): { id: string; rank: number; distance: number }[] {
	return members.flatMap((member, at) => {
		const distance = Math.abs(at - place);
		return member.role === 'seed' && distance <= radius
			? [{ id: member.chunk.id, rank: member.rank, distance }]
			: [];
	});
}

/** The id of the node or chunk that a choice is; a piece of either is named by its span. */
export function idOf(
	view: DocumentView,
	{ start, end, chunk, node }: Span & { readonly chunk?: number; readonly node?: number },
): string {
	if (node !== undefined) return view.nodeId(node);
	if (chunk !== undefined) return view.chunkId(chunk);
	return `${view.description.key}#char=${String(start)},${String(end)}`;
}
