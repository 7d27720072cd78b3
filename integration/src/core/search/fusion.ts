import type { EngineHit } from './engine.ts';

/** How fast the weight of a rank falls; the value of the paper that proposed it, good on most data. */
const K = 60;

/**
 * Hits of several engines as one list, by reciprocal rank fusion (Cormack, Clarke and Büttcher 2009):
 * scores of engines cannot be compared, places in their lists can.
 *
 * @param lists Hits by the name of the engine, best first; words and coverage are those of the first
 * list that has the chunk.
 */
export function fused(lists: Readonly<Record<string, readonly EngineHit[]>>): EngineHit[] {
	const chunks = new Map<
		string,
		{ hit: EngineHit; score: number; ranks: Record<string, number> }
	>();
	const digits = Math.min(
		...Object.values(lists).flatMap((hits) => hits.map(({ document }) => document.length)),
	);
	for (const [name, hits] of Object.entries(lists)) {
		hits.forEach((hit, at) => {
			// Engines name documents by more or fewer digits of their keys, all of which tell them apart.
			const place = `${hit.document.slice(0, digits)}/${String(hit.order)}`;
			const chunk = chunks.get(place) ?? { hit, score: 0, ranks: {} };
			chunk.score += 1 / (K + at + 1);
			chunk.ranks[name] = at + 1;
			chunks.set(place, chunk);
		});
	}
	// Sorting keeps the order of equals, which is that of the first list.
	return [...chunks.values()]
		.map(({ hit, score, ranks }) => ({ ...hit, score, ranks }))
		.sort((a, b) => b.score - a.score);
}
