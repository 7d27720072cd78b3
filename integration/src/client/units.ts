import { digest } from '../core/digest.ts';
import type { ExpansionManifest } from '../core/format/files.ts';
import { contains } from '../core/spans.ts';
import { idOf, type PlacedChunk, type Windows } from './candidates.ts';
import type { DocumentView } from './document-view.ts';
import type { EvidencePiece, EvidenceUnit, Requirement } from './evidence.ts';
import { uncovered } from './layout.ts';

type Seed = PlacedChunk & { readonly rank: number };

/** Groups the pieces of one document into units, and says what each lacks. */
export function unitsOf(
	view: DocumentView,
	windows: Windows,
	pieces: readonly EvidencePiece[],
	rules: ExpansionManifest,
	generation: string,
): EvidenceUnit[] {
	return groupsOf(view, windows, pieces).flatMap((group) => {
		const [first] = group.seeds;
		if (first === undefined) return [];
		const requires = group.seeds.flatMap((seed) => requirementsOf(rules, seed, pieces));
		const cut = hasCut(view, group.pieces);
		const complete = !cut && requires.every(({ present }) => present);
		return [
			{
				id: unitId(view, generation, rules.version, group.pieces),
				document: view.description,
				generation,
				expansion: rules.version,
				sectionId: first.sectionId,
				headingPath: view.headingPath(view.content.chunks[first.order]?.section ?? -1),
				pieces: group.pieces,
				seeds: group.seeds.map(({ id, rank }) => ({ chunkId: id, rank })),
				context: complete ? 'complete' : 'incomplete',
				requires,
				...(cut ? { cut } : {}),
				tokens: sumOf(group.pieces),
			},
		];
	});
}

/** Sum of tokens. */
export function sumOf(counted: readonly { readonly tokens: number }[]): number {
	return counted.reduce((sum, { tokens }) => sum + tokens, 0);
}

/**
 * Each window is a unit; those of one section that share a piece are one. What windows of several
 * sections share is in the unit of the best seed.
 */
function groupsOf(
	view: DocumentView,
	windows: Windows,
	pieces: readonly EvidencePiece[],
): { seeds: Seed[]; pieces: EvidencePiece[] }[] {
	const groups = new Map<string, { seeds: Seed[]; pieces: EvidencePiece[] }>();
	const own: Seed[] = [];
	for (const { members } of windows) {
		const seeds = members.flatMap((member) =>
			member.role === 'seed' &&
			member.chunk.view === view &&
			pieces.some((piece) => piece.for.includes(member.chunk.id))
				? [{ ...member.chunk, rank: member.rank }]
				: [],
		);
		const group = { seeds, pieces: [] };
		for (const seed of seeds) groups.set(seed.id, group);
		own.push(...seeds);
	}
	own.sort((a, b) => a.rank - b.rank);
	for (const piece of pieces) {
		const [first, ...others] = own.filter((seed) => piece.for.includes(seed.id));
		const group = first === undefined ? undefined : groups.get(first.id);
		if (first === undefined || group === undefined) continue;
		group.pieces.push(piece);
		for (const other of others) {
			const joining = groups.get(other.id);
			if (joining === undefined || joining === group || other.sectionId !== first.sectionId)
				continue;
			group.seeds.push(...joining.seeds);
			group.pieces.push(...joining.pieces);
			for (const seed of joining.seeds) groups.set(seed.id, group);
		}
	}
	return [...new Set(groups.values())].map((group) => ({
		seeds: group.seeds.sort((a, b) => a.rank - b.rank),
		pieces: group.pieces.sort((a, b) => a.start - b.start),
	}));
}

function requirementsOf(
	rules: ExpansionManifest,
	{ view, order, id }: Seed,
	pieces: readonly EvidencePiece[],
): Requirement[] {
	const { start, end } = view.content.chunks[order] ?? { start: 0, end: 0 };
	const isWhole = uncovered(view.text, { start, end }, pieces).length === 0;
	const rest: Requirement = { role: 'continuation', for: id, id, start, end, present: false };
	const required = view
		.edges(rules)
		.edgesOf(order)
		.filter((edge) => edge.required)
		.map((edge) => ({
			role: edge.role,
			for: id,
			id: idOf(view, edge),
			start: edge.start,
			end: edge.end,
			present: uncovered(view.text, edge, pieces).length === 0,
		}));
	return isWhole ? required : [rest, ...required];
}

/** Whether something was cut inside the pieces of a unit, or between them and the chunks around. */
function hasCut(view: DocumentView, pieces: readonly EvidencePiece[]): boolean {
	const { cuts, chunks, sections } = view.content;
	if (cuts.length === 0) return false;
	return pieces.some((piece) => {
		const section = sections[view.sectionAt(piece.start)] ?? { start: 0, end: view.text.length };
		const before = chunks.findLast(({ end }) => end <= piece.start)?.end ?? 0;
		const after = chunks.find(({ start }) => start >= piece.end)?.start ?? view.text.length;
		const start = Math.max(before, section.start);
		const end = Math.min(after, section.end);
		return cuts.some((cut) => contains({ start, end }, { start: cut, end: cut }));
	});
}

function unitId(
	view: DocumentView,
	generation: string,
	version: number,
	pieces: readonly EvidencePiece[],
): string {
	const content = {
		generation,
		expansion: version,
		revision: view.description.revision,
		pieces: pieces.map(({ start, end, role }) => ({ start, end, role })),
	};
	return `e-${view.description.key}-${digest(content).slice(0, 20)}`;
}
