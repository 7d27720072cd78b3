import { CitableError } from './errors.ts';

/** How far an expansion may reach to each side, in chunks. */
export const MAXIMUM_RADIUS = 3;
/** How many seeds one expansion may have. */
export const MAXIMUM_SEEDS = 100;

/** What expansion needs to know of a chunk. */
export interface WindowChunk {
	readonly id: string;
	/** Id of its section, which no other document or revision shares: the border of every window. */
	readonly sectionId: string;
}

/** A chunk of a window: a seed with its place among the seeds, or a neighbour, which has no rank. */
export type WindowMember<Chunk extends WindowChunk = WindowChunk> =
	| { readonly chunk: Chunk; readonly role: 'seed'; readonly rank: number }
	| { readonly chunk: Chunk; readonly role: 'neighbor' };

/** Chunks of one section, one after the other. */
export interface ChunkWindow<Chunk extends WindowChunk = WindowChunk> {
	readonly sectionId: string;
	/** In source order, at least one of them a seed. */
	readonly members: readonly WindowMember<Chunk>[];
}

/**
 * Widens seeds to their neighbours inside their sections. Windows that share a chunk merge; those
 * that only touch do not. The window with the best seed comes first.
 *
 * @param seeds Ids of chunks, best first; ranks count from 1.
 * @param radius Chunks to take on each side: a whole number from 0 to 3.
 * @param chunks Chunks among which the seeds are, those of each section in source order.
 * @throws {CitableError} `invalid-seeds`, `duplicate-seed`, `unknown-chunk`, `invalid-radius`
 */
export function expandWindows<Chunk extends WindowChunk>(
	seeds: readonly string[],
	radius: number,
	chunks: Iterable<Chunk>,
): ChunkWindow<Chunk>[] {
	checkRadius(radius);
	checkSeeds(seeds);
	const sections = new Map<string, Chunk[]>();
	const places = new Map<string, { readonly section: Chunk[]; readonly place: number }>();
	for (const chunk of chunks) {
		let section = sections.get(chunk.sectionId);
		if (section === undefined) sections.set(chunk.sectionId, (section = []));
		places.set(chunk.id, { section, place: section.length });
		section.push(chunk);
	}
	const ranks = new Map(seeds.map((id, place) => [id, place + 1]));
	const ranges = new Map<Chunk[], { first: number; last: number }[]>();
	for (const id of seeds) {
		const at = places.get(id);
		if (at === undefined) throw new CitableError('unknown-chunk', { id });
		const { section, place } = at;
		const range = {
			first: Math.max(0, place - radius),
			last: Math.min(section.length - 1, place + radius),
		};
		const others = ranges.get(section);
		if (others === undefined) ranges.set(section, [range]);
		else others.push(range);
	}
	const windows: { best: number; window: ChunkWindow<Chunk> }[] = [];
	for (const [section, wanted] of ranges) {
		for (const { first, last } of merged(wanted)) {
			let best = Infinity;
			const members = section.slice(first, last + 1).map((chunk): WindowMember<Chunk> => {
				const rank = ranks.get(chunk.id);
				if (rank === undefined) return { chunk, role: 'neighbor' };
				best = Math.min(best, rank);
				return { chunk, role: 'seed', rank };
			});
			windows.push({ best, window: { sectionId: members[0]?.chunk.sectionId ?? '', members } });
		}
	}
	return windows.sort((a, b) => a.best - b.best).map(({ window }) => window);
}

/**
 * Refuses what is no list of different chunk ids.
 *
 * @throws {CitableError} `invalid-seeds`, `duplicate-seed`
 */
export function checkSeeds(seeds: unknown): asserts seeds is readonly string[] {
	const limit = MAXIMUM_SEEDS;
	const refuse = (reason: string): CitableError =>
		new CitableError('invalid-seeds', { reason, limit });
	if (!Array.isArray(seeds)) throw refuse('they are no list');
	if (seeds.length > limit) throw refuse(`there are ${seeds.length} of them`);
	const seen = new Set<unknown>();
	for (const seed of seeds as readonly unknown[]) {
		if (typeof seed !== 'string' || seed === '') throw refuse('one of them is no id');
		if (seen.has(seed)) throw new CitableError('duplicate-seed', { id: seed });
		seen.add(seed);
	}
}

/**
 * Refuses what is no whole number from 0 to 3.
 *
 * @throws {CitableError} `invalid-radius`
 */
export function checkRadius(radius: unknown): asserts radius is number {
	if (!Number.isInteger(radius))
		throw new CitableError('invalid-radius', { reason: 'it is no whole number' });
	if ((radius as number) < 0 || (radius as number) > MAXIMUM_RADIUS)
		throw new CitableError('invalid-radius', { reason: `it is ${String(radius)}` });
}

/** Ranges in order, those that share a place as one. */
function merged(
	ranges: readonly { first: number; last: number }[],
): { first: number; last: number }[] {
	const result: { first: number; last: number }[] = [];
	for (const { first, last } of [...ranges].sort((a, b) => a.first - b.first)) {
		const before = result.at(-1);
		if (before !== undefined && first <= before.last) before.last = Math.max(before.last, last);
		else result.push({ first, last });
	}
	return result;
}
