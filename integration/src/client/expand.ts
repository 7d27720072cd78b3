import { digest } from '../core/digest.ts';
import { CitableError } from '../core/errors.ts';
import type { Edge } from '../core/expansion-edges.ts';
import { expandWindows, type WindowMember } from '../core/expansion-windows.ts';
import type { ExpansionManifest } from '../core/format/files.ts';
import { contains, overlapLength, type Span } from '../core/spans.ts';
import type { DocumentView } from './document-view.ts';
import type { Evidence, EvidencePiece, EvidenceUnit, LeftOut, Requirement } from './evidence.ts';
import {
	countTokens,
	joined,
	layOut,
	tokensOf,
	uncovered,
	type Choice,
	type CountTokens,
} from './layout.ts';

/** How to expand. What is not given is as the expansion manifest of the generation has it. */
export interface ExpandOptions {
	/** Chunks to take on each side inside the section: 0 to 3. */
	readonly radius?: number;
	/** Tokens that all pieces together may have. */
	readonly budget?: number;
	/** List items to take on each side of one. */
	readonly siblings?: number;
	/** Tokens that relations may add to one seed. */
	readonly relationTokens?: number;
	/** Ids of nodes and chunks to take whatever the caps, such as those that were left out before. */
	readonly take?: readonly string[];
	/** Counts tokens as another model does; by default the counts of the index hold. */
	readonly count?: CountTokens;
}

/** The generation that is expanded in. */
export interface ExpansionContext {
	readonly generation: string;
	readonly rules: ExpansionManifest;
}

/** A chunk among those that windows are made of. */
interface PlacedChunk {
	readonly id: string;
	readonly sectionId: string;
	readonly view: DocumentView;
	readonly order: number;
}

/** Something that may become evidence. */
interface Candidate {
	readonly view: DocumentView;
	readonly choice: Choice;
	readonly seed: string;
	/** A cap that keeps it out. */
	readonly capped: boolean;
}

/**
 * Makes evidence of seeds: their chunks, what the rules say must travel with them, and their
 * neighbours. With a budget, the seeds come first by rank, each with what it requires, then what
 * rounds them off, then neighbours.
 *
 * @throws {CitableError} `invalid-seeds`, `duplicate-seed`, `unknown-chunk`, `invalid-radius`,
 * `invalid-budget`.
 */
export function expandSeeds(
	context: ExpansionContext,
	seeds: readonly string[],
	views: readonly DocumentView[],
	options: ExpandOptions = {},
): Evidence {
	const { rules } = context;
	const radius = options.radius ?? rules.radius.default;
	const { budget = Infinity } = options;
	if (budget !== Infinity && !(Number.isInteger(budget) && budget > 0))
		throw new CitableError('invalid-budget', { reason: `it is ${String(budget)}` });
	const windows = expandWindows(seeds, radius, views.flatMap(placedChunks));
	const chosen = new Map<DocumentView, Map<string, Choice>>();
	const leftOut: LeftOut[] = [];
	const without = new Set<string>();
	let tokens = 0;
	for (const { view, choice, seed, capped } of candidatesFor(rules, windows, radius, options)) {
		// What belongs to a seed that is not there is of no use.
		if (without.has(seed)) continue;
		const choices = chosen.get(view) ?? new Map<string, Choice>();
		const wider = withChoice(choices, choice);
		const more = addedTokens(view, choices, wider, choice, options.count);
		if (!capped && tokens + more <= budget) {
			tokens += more;
			chosen.set(view, wider);
			continue;
		}
		if (choice.role === 'seed') without.add(seed);
		leftOut.push({
			role: choice.role,
			for: seed,
			reason: capped ? 'cap' : 'budget',
			id: idOf(view, choice),
			tokens: countTokens(view, choice, options.count),
		});
	}
	return evidenceOf(context, radius, windows, chosen, leftOut, options);
}

function placedChunks(view: DocumentView): PlacedChunk[] {
	return view.file.chunks.map(({ id, section }, order) => ({
		id,
		sectionId: view.file.sections[section]?.id ?? '',
		view,
		order,
	}));
}

type Windows = ReturnType<typeof expandWindows<PlacedChunk>>;

/** All that may become evidence, what matters most first. */
function candidatesFor(
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
	const seed = view.file.chunks[order]?.id ?? '';
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
			const asked = taken.has(idOf(view, edge));
			const far = edge.role === 'sibling' && (edge.distance ?? 0) >= siblings;
			const capped = !asked && (far || tokens + cost > limit);
			if (!capped && !asked) tokens += cost;
			return { view, choice, seed, capped, edge };
		});
}

function chunkSpan(view: DocumentView, order: number): Span & { readonly chunk: number } {
	const { start = 0, end = 0 } = view.file.chunks[order] ?? {};
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

/** Choices with one more; the same span for another seed is the same choice. */
function withChoice(choices: ReadonlyMap<string, Choice>, choice: Choice): Map<string, Choice> {
	const key = `${String(choice.start)}-${String(choice.end)}`;
	const known = choices.get(key);
	return new Map(choices).set(key, known === undefined ? choice : joined(known, choice));
}

/** What the pieces grow by; they are laid out anew only where the choice touches others. */
function addedTokens(
	view: DocumentView,
	before: ReadonlyMap<string, Choice>,
	after: ReadonlyMap<string, Choice>,
	choice: Choice,
	count: CountTokens | undefined,
): number {
	for (const other of before.values()) {
		if (overlapLength(other, choice) > 0)
			return tokensOf(view, after.values(), count) - tokensOf(view, before.values(), count);
	}
	return countTokens(view, choice, count);
}

function idOf(view: DocumentView, { chunk, node }: { chunk?: number; node?: number }): string {
	return node === undefined ? (view.file.chunks[chunk ?? -1]?.id ?? '') : view.nodeId(node);
}

/** Groups the chosen spans into units, and says what each lacks. */
function evidenceOf(
	{ generation, rules }: ExpansionContext,
	radius: number,
	windows: Windows,
	chosen: ReadonlyMap<DocumentView, ReadonlyMap<string, Choice>>,
	leftOut: LeftOut[],
	options: ExpandOptions,
): Evidence {
	const units: EvidenceUnit[] = [];
	for (const [view, choices] of chosen) {
		const pieces = layOut(view, choices.values(), options.count);
		for (const group of groupsOf(view, windows, pieces)) {
			const requires = group.seeds.flatMap((seed) => requirementsOf(rules, seed, pieces));
			const [first] = group.seeds;
			if (first === undefined) continue;
			const cut = hasCut(view, group.pieces);
			if (cut) leftOut.push({ role: 'neighbor', for: first.id, reason: 'scope' });
			const complete = !cut && requires.every(({ present }) => present);
			const own = group.pieces;
			units.push({
				id: unitId(view, generation, rules.version, own),
				document: view.description,
				generation,
				expansion: rules.version,
				sectionId: first.sectionId,
				headingPath: view.headingPath(view.file.chunks[first.order]?.section ?? -1),
				pieces: own,
				seeds: group.seeds.map(({ id, rank }) => ({ chunkId: id, rank })),
				context: complete ? 'complete' : 'incomplete',
				requires,
				...(cut ? { cut: true } : {}),
				tokens: sumOf(own),
			});
		}
	}
	units.sort((a, b) => (a.seeds[0]?.rank ?? 0) - (b.seeds[0]?.rank ?? 0));
	return {
		generation,
		expansion: rules.version,
		radius,
		units,
		leftOut,
		tokens: sumOf(units),
	};
}

type Seed = PlacedChunk & { readonly rank: number };

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

function sumOf(counted: readonly { readonly tokens: number }[]): number {
	return counted.reduce((sum, { tokens }) => sum + tokens, 0);
}

function requirementsOf(
	rules: ExpansionManifest,
	{ view, order, id }: Seed,
	pieces: readonly EvidencePiece[],
): Requirement[] {
	return view
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
}

/** Whether something was cut inside the pieces of a unit, or between them and the chunks around. */
function hasCut(view: DocumentView, pieces: readonly EvidencePiece[]): boolean {
	const { cuts = [], chunks, sections } = view.file;
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
