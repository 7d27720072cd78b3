import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { digest } from '../../integration/src/core/digest.ts';
import { describeShared } from '../corpora.ts';
import {
	labIndex,
	labWindows,
	validateLabIndex,
	validateLabWindows,
	type Lab,
	type LabIndex,
	type LabWindows,
} from './lab.ts';

describeShared('the recorded labs', 'conformance/context-lab.json', (path) => {
	const lab = JSON.parse(readFileSync(path, 'utf8')) as Lab;
	const recorded = (strategy: string): LabIndex => ({
		...lab.indexes[strategy]!,
		documents: lab.documents,
	});
	/** A deep copy with one value changed, and with an outer id that fits the change. */
	const altered = (index: LabIndex, change: (copy: LabIndex) => void): LabIndex => {
		const copy = structuredClone(index);
		change(copy);
		const { index_id, ...body } = copy;
		expect(digest(body)).not.toBe(index_id);
		return { ...body, index_id: digest(body) };
	};
	const write = (target: object, key: string, value: unknown): void => {
		(target as Record<string, unknown>)[key] = value;
	};

	describe('chunk boundaries', () => {
		it.each([
			['fixed-char', 13],
			['paragraph', 8],
			['heading-aware', 7],
		])('%s gives the recorded chunks, texts and ids', (strategy, count) => {
			const index = labIndex(lab.documents, lab.configs[strategy]!);
			expect(index.chunks).toEqual(recorded(strategy).chunks);
			expect(index.chunks).toHaveLength(count);
			expect(index.index_id).toBe(recorded(strategy).index_id);
		});

		it('keeps an instruction with its qualifier where it is recorded to', () => {
			for (const comparison of lab.comparisons) {
				const { chunks } = labIndex(lab.documents, lab.configs[comparison.strategy]!);
				const holders = ([start, end]: readonly [number, number]): string[] =>
					chunks
						.filter(
							(chunk) =>
								chunk.source_id === lab.documents[0]!.source_id &&
								chunk.start <= start &&
								end <= chunk.end,
						)
						.map((chunk) => chunk.chunk_id);
				const instruction = holders(comparison.instruction_span);
				const qualifier = holders(comparison.qualifier_span);
				expect(instruction).toEqual(comparison.instruction_containing_chunk_ids);
				expect(instruction.some((id) => qualifier.includes(id))).toBe(
					comparison.instruction_and_qualifier_share_chunk,
				);
			}
		});

		it('gives the same index for documents in any order', () => {
			const turned = labIndex([...lab.documents].reverse(), lab.configs['paragraph']!);
			expect(turned.chunks).toEqual(recorded('paragraph').chunks);
		});
	});

	describe('refusals of an index', () => {
		const index = recorded('paragraph');

		it('accepts what was recorded', () => {
			for (const strategy of Object.keys(lab.indexes)) validateLabIndex(recorded(strategy));
		});

		it.each(['start', 'end', 'order', 'start_line', 'section_id', 'section_title', 'text'])(
			'refuses another %s, even under a digest that fits',
			(key) => {
				index.chunks.forEach((chunk, place) => {
					const value = chunk[key as keyof typeof chunk];
					const other = typeof value === 'number' ? value + 1 : `${value} `;
					const wrong = altered(index, (copy) => {
						write(copy.chunks[place]!, key, other);
					});
					expect(() => {
						validateLabIndex(wrong);
					}).toThrow('does not follow');
				});
			},
		);

		it('refuses chunks that are missing, doubled or in another order', () => {
			const changes: ((chunks: unknown[]) => void)[] = [
				(chunks) => chunks.pop(),
				(chunks) => chunks.push(chunks[0]),
				(chunks) => chunks.reverse(),
			];
			for (const change of changes) {
				const wrong = altered(index, (copy) => {
					change(copy.chunks as unknown[]);
				});
				expect(() => {
					validateLabIndex(wrong);
				}).toThrow('does not follow');
			}
		});

		it('refuses an outer digest that does not fit', () => {
			expect(() => {
				validateLabIndex({ ...index, index_id: '0'.repeat(64) });
			}).toThrow('does not follow');
		});

		it('refuses a source that is not what its manifest pins', () => {
			const [first, ...rest] = lab.documents;
			const edited = { ...first!, text: first!.text.replace('refuses', 'accepts') };
			expect(() => labIndex([edited, ...rest], index.config)).toThrow('pins');
		});

		it.each([
			{ strategy: 'by-meaning', version: 1, max_chars: null },
			{ strategy: 'fixed-char', version: 1, max_chars: 0 },
			{ strategy: 'fixed-char', version: 1, max_chars: 79.5 },
			{ strategy: 'paragraph', version: 1, max_chars: 80 },
			{ strategy: 'paragraph', version: 2, max_chars: null },
		])('refuses the configuration %o', (config) => {
			expect(() => labIndex(lab.documents, config)).toThrow();
		});

		it('gives other ids under another configuration', () => {
			const other = labIndex(lab.documents, { ...lab.configs['fixed-char']!, max_chars: 81 });
			const known = new Set(recorded('fixed-char').chunks.map((chunk) => chunk.chunk_id));
			expect(other.chunks.filter((chunk) => known.has(chunk.chunk_id))).toEqual([]);
		});
	});

	describe('windows', () => {
		const index = recorded('paragraph');
		const { seed_ids: seeds, radius } = lab.windows;

		it('gives the recorded windows and ids', () => {
			expect(labWindows(index, seeds, radius)).toEqual(lab.windows);
			expect(lab.windows.groups).toHaveLength(1);
		});

		it('gives no window for no seed', () => {
			expect(labWindows(index, [], 1).groups).toEqual([]);
		});

		it.each([
			['unknown', ['no-such-chunk']],
			['stale', [recorded('fixed-char').chunks[0]!.chunk_id]],
			['doubled', [seeds[0]!, seeds[0]!]],
			['malformed', [seeds[0]!, '']],
			['too many', Array.from({ length: 101 }, (_, place) => String(place))],
		])('refuses %s seeds', (_, wrong) => {
			expect(() => labWindows(index, wrong, 1)).toThrow();
		});

		it.each([-1, 4, 0.5, Number.NaN])('refuses the radius %d', (wrong) => {
			expect(() => labWindows(index, seeds, wrong)).toThrow('radius');
		});

		it('refuses a changed text, span, member, seed or order', () => {
			const changes: ((window: Record<string, unknown>) => void)[] = [
				(window) => (window['text'] = `${String(window['text'])} `),
				(window) => (window['end'] = Number(window['end']) - 1),
				(window) => (window['start_order'] = 1),
				(window) => (window['members'] as unknown[]).pop(),
				(window) => {
					write((window['members'] as object[])[1]!, 'role', 'seed');
				},
				(window) => {
					write((window['members'] as object[])[1]!, 'retrieval_rank', 3);
				},
				(window) => (window['seed_ids'] as unknown[]).reverse(),
				(window) => (window['window_id'] = '0'.repeat(64)),
			];
			for (const change of changes) {
				const copy = structuredClone(lab.windows);
				change(copy.groups[0]!);
				expect(() => {
					validateLabWindows(index, copy);
				}).toThrow('do not follow');
			}
			const reseeded: LabWindows = { ...lab.windows, seed_ids: [...seeds].reverse() };
			expect(() => {
				validateLabWindows(index, reseeded);
			}).toThrow('do not follow');
		});
	});
});
