import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fused } from '../../../integration/src/core/search/fusion.ts';
import {
	cosines,
	decodeVectors,
	embedded,
	encodeVectors,
	smallVector,
} from '../../../integration/src/core/search/vectors.ts';
import { cosine } from '../../embedder.ts';

/** Down to the smallest whose digits a double keeps. */
const number = fc
	.double({ min: -1000, max: 1000, noNaN: true })
	.map((value) => (Math.abs(value) < 1e-290 ? 0 : value));
const dimension = fc.integer({ min: 1, max: 48 });
const family = dimension.chain((length) =>
	fc.record({
		query: fc.array(number, { minLength: length, maxLength: length }),
		rows: fc.array(fc.array(number, { minLength: length, maxLength: length }), {
			minLength: 1,
			maxLength: 12,
		}),
	}),
);

function read(rows: readonly (readonly number[])[]): ReturnType<typeof decodeVectors> {
	const head = {
		format: 1,
		model: 'm',
		dimension: rows[0]?.length ?? 0,
		documents: [],
		chunks: [],
	};
	return decodeVectors('vectors', encodeVectors(head, rows.map(smallVector)));
}

describe('small vectors', () => {
	it('have the cosines of the vectors they stand for, up to the rounding of their numbers', () => {
		fc.assert(
			fc.property(family, ({ query, rows }) => {
				const found = cosines(query, read(rows));
				rows.forEach((row, at) => {
					// Each number is off by half a step at most; a step is the largest number by 127.
					const largest = Math.max(...row.map(Math.abs));
					const length = Math.hypot(...row);
					const error = length === 0 ? 0 : (Math.sqrt(row.length) * largest) / (254 * length);
					expect(Math.abs((found[at] ?? 0) - cosine(query, row))).toBeLessThan(error + 1e-6);
				});
			}),
		);
	});

	it('keep the order of all pairs that lie further apart than the rounding', () => {
		fc.assert(
			fc.property(family, ({ query, rows }) => {
				const found = cosines(query, read(rows));
				const bound = Math.sqrt(rows[0]?.length ?? 1) / 127 + 1e-6;
				for (const [a, first] of rows.entries())
					for (const [b, second] of rows.entries())
						if (cosine(query, first) - cosine(query, second) > bound)
							expect(found[a]).toBeGreaterThan(found[b] ?? 0);
			}),
		);
	});

	it('take one byte a number and four for the scale', () => {
		const head = { format: 1, model: 'm', dimension: 384, documents: [], chunks: [] };
		const one = encodeVectors(head, [smallVector(Array.from({ length: 384 }, (_, at) => at))]);
		expect(one.length - encodeVectors(head, []).length).toBe(388);
	});

	it('are no file where bytes are missing', () => {
		const head = { format: 1, model: 'm', dimension: 3, documents: [], chunks: [] };
		const bytes = encodeVectors(head, [smallVector([1, 2, 3])]);
		expect(() => decodeVectors('v', bytes.subarray(0, bytes.length - 1))).toThrow(
			'file of vectors',
		);
		expect(() => decodeVectors('v', new Uint8Array(2))).toThrow('file of vectors');
		expect(() => decodeVectors('v', encodeVectors({ ...head, format: 99 }, []))).toThrow('99');
	});
});

describe('what a function makes of texts', () => {
	const texts = ['one', 'two'];
	it.each([
		[
			'throws',
			() => Promise.reject(new Error('no credit left')),
			'embedding-failed',
			'no credit left',
		],
		['is no list', () => 7 as never, 'embedding-failed', 'no list'],
		['is one too few', () => [[1, 2]], 'embedding-failed', '1 vectors for 2 texts'],
		['is one too many', () => [[1], [2], [3]], 'embedding-failed', '3 vectors for 2 texts'],
		[
			'differs in length',
			() => [[1, 2], [1]],
			'embedding-invalid',
			'“two” has 1 numbers in place of 2',
		],
		['is empty', () => [[], []], 'embedding-invalid', '0 numbers'],
		[
			'holds NaN',
			() => [
				[1, 2],
				[1, NaN],
			],
			'embedding-failed',
			'“two” has NaN at place 1',
		],
		[
			'holds Infinity',
			() => [
				[1, 2],
				[Infinity, 2],
			],
			'embedding-failed',
			'Infinity at place 0',
		],
	])('is refused where it %s', async (_, embed, code, reason) => {
		await expect(embedded(embed, texts)).rejects.toMatchObject({
			code,
			message: expect.stringContaining(reason) as string,
		});
	});

	it('may be lists or typed arrays', async () => {
		const made = await embedded(() => [[1, 2], Float32Array.of(3, 4)], texts);
		expect(made.map((vector) => Array.from(vector))).toEqual([
			[1, 2],
			[3, 4],
		]);
	});
});

describe('fusion of ranks', () => {
	const hit = (order: number, document = 'aaaa000000000000') => ({
		document,
		order,
		score: 1,
		matches: {},
		coverage: 0,
	});

	it('puts first what stands high in both lists, and says where', () => {
		const found = fused({ words: [hit(1), hit(2), hit(3)], vectors: [hit(2), hit(4)] });
		expect(found.map(({ order, ranks }) => [order, ranks])).toEqual([
			[2, { words: 2, vectors: 1 }],
			[1, { words: 1 }],
			[4, { vectors: 2 }],
			[3, { words: 3 }],
		]);
		expect(found[0]?.score).toBeCloseTo(1 / 62 + 1 / 61);
	});

	it('knows a document by as many digits as an engine names', () => {
		const found = fused({ words: [hit(0, 'aaaa')], vectors: [hit(0, 'aaaa111111111111')] });
		expect(found).toHaveLength(1);
	});

	it('gives nothing of nothing', () => {
		expect(fused({ words: [], vectors: [] })).toEqual([]);
	});
});
