import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expandWindows } from '../../integration/src/core/expansion-windows.ts';

const chunks = ['a', 'a', 'a', 'a', 'a', 'b', 'b'].map((sectionId, place) => ({
	id: `c${place}`,
	sectionId,
}));

function windows(seeds: readonly string[], radius: number): string[] {
	return expandWindows(seeds, radius, chunks).map(({ members }) =>
		members
			.map((member) => member.chunk.id + (member.role === 'seed' ? `#${member.rank}` : ''))
			.join(' '),
	);
}

describe('expandWindows', () => {
	it('takes neighbours on both sides, inside the section only', () => {
		expect(windows(['c2'], 1)).toEqual(['c1 c2#1 c3']);
		expect(windows(['c4'], 2)).toEqual(['c2 c3 c4#1']);
		expect(windows(['c5'], 3)).toEqual(['c5#1 c6']);
		expect(windows(['c0'], 0)).toEqual(['c0#1']);
	});

	it('merges windows that share a chunk, and keeps the ranks of their seeds', () => {
		expect(windows(['c3', 'c1'], 1)).toEqual(['c0 c1#2 c2 c3#1 c4']);
	});

	it('leaves windows that only touch apart, the better seed first', () => {
		expect(windows(['c3', 'c1'], 0)).toEqual(['c3#1', 'c1#2']);
		expect(windows(['c6', 'c4', 'c0'], 1)).toEqual(['c5 c6#1', 'c3 c4#2', 'c0#3 c1']);
	});

	it('gives nothing for no seeds', () => {
		expect(windows([], 3)).toEqual([]);
	});

	it.each([
		['unknown-chunk', ['c9'], 1],
		['duplicate-seed', ['c1', 'c1'], 1],
		['invalid-seeds', 'c1', 1],
		['invalid-seeds', [''], 1],
		['invalid-seeds', [7], 1],
		['invalid-seeds', Array.from({ length: 101 }, (_, place) => `c${place}`), 1],
		['invalid-radius', ['c1'], -1],
		['invalid-radius', ['c1'], 4],
		['invalid-radius', ['c1'], 1.5],
		['invalid-radius', ['c1'], '1'],
	])('refuses with %s', (code, seeds, radius) => {
		expect(() => expandWindows(seeds as string[], radius as number, chunks)).toThrow(
			expect.objectContaining({ code }),
		);
	});

	it('holds every seed once, and no chunk twice', () => {
		fc.assert(
			fc.property(
				fc.shuffledSubarray(chunks.map(({ id }) => id)),
				fc.integer({ min: 0, max: 3 }),
				(seeds, radius) => {
					const found = expandWindows(seeds, radius, chunks);
					const ids = found.flatMap(({ members }) => members.map(({ chunk }) => chunk.id));
					expect(new Set(ids).size).toBe(ids.length);
					const ranked = found.flatMap(({ members }) =>
						members.flatMap((member) =>
							member.role === 'seed' ? [[member.rank, member.chunk.id] as const] : [],
						),
					);
					expect(ranked.sort(([a], [b]) => a - b).map(([, id]) => id)).toEqual(seeds);
					for (const { sectionId, members } of found)
						expect(members.every(({ chunk }) => chunk.sectionId === sectionId)).toBe(true);
				},
			),
		);
	});
});
