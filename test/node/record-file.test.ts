import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildGeneration, configure, type KeptRecord } from '../../integration/src/core/index.ts';
import { RecordFile } from '../../integration/src/node/record-file.ts';
import { readContentFolder } from '../../integration/src/node/content-folder.ts';
import { takeSteps } from '../../integration/src/node/steps.ts';
import { manual, temporaryFolder } from './folders.ts';

/** All lines of a record, the first read before the others. */
const linesOf = (record: KeptRecord, count: number) => [
	...record.lines(0, 1),
	...record.lines(1, count),
];

describe('a file of records', () => {
	it('gives back records and bytes, whether they wait in memory or in the file', () => {
		const line = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\n', ''));
		const lines = fc.array(line, { minLength: 1, maxLength: 5 });
		const kept = fc.record({ lines, key: fc.option(fc.string()) });
		fc.assert(
			fc.property(
				fc.array(fc.oneof(kept, fc.uint8Array()), { maxLength: 30 }),
				fc.nat({ max: 60 }),
				(things, waiting) => {
					const store = new RecordFile(waiting);
					const byKey = new Map<string, string[]>();
					const reads = things.map((thing) => {
						if (thing instanceof Uint8Array) {
							const read = store.keepBytes(thing);
							return { expected: [...thing], read: () => [...read()] };
						}
						const { lines, key } = thing;
						if (key !== null) byKey.set(key, lines);
						const record = store.keep(lines.join('\n'), key ?? undefined);
						return { expected: lines, read: () => linesOf(record, lines.length) };
					});
					for (const { expected, read } of reads)
						expect([read(), read()]).toEqual([expected, expected]);
					for (const [key, expected] of byKey) {
						const record = store.find(key)!;
						expect(linesOf(record, expected.length)).toEqual(expected);
						expect(record.lines(1, expected.length)).toEqual(expected.slice(1));
					}
					expect(store.find('no key of all those \0')).toBeUndefined();
				},
			),
		);
	});

	it('holds documents as they are in memory, and makes the same index', () => {
		const { inputs, readFile } = readContentFolder(temporaryFolder(manual));
		const configuration = configure({});
		const inMemory = buildGeneration(inputs, configuration, { readFile });
		for (const waiting of [0, Infinity]) {
			const store = new RecordFile(waiting);
			const inRecords = buildGeneration(inputs, configuration, {
				readFile,
				store,
				documents: 'records',
			});
			expect(inRecords.files).toEqual(inMemory.files);
			// What is read from JSON has no properties without a value.
			const plain = (documents: typeof inMemory.documents) =>
				documents.map((document) => ({ ...document, source: { ...document.source } }));
			expect(plain(inRecords.documents)).toEqual(plain(inMemory.documents));
			const again = buildGeneration(inputs, configuration, {
				readFile,
				store,
				documents: 'records',
			});
			expect(again.read).toEqual({ hits: 4, misses: 0 });
			expect(again.files).toEqual(inMemory.files);
			expect(plain(again.documents)).toEqual(plain(inMemory.documents));
		}
	});
});

describe('taking steps', () => {
	function* steps() {
		for (let done = 0; done < 8; done++) {
			const until = performance.now() + 30;
			while (performance.now() < until);
			yield { stage: 'reading', done, total: 8 } as const;
		}
		return 'done';
	}

	it('lets others have their turn', async () => {
		let turns = 0;
		const timer = setInterval(() => turns++, 1);
		expect(await takeSteps(steps())).toBe('done');
		clearInterval(timer);
		expect(turns).toBeGreaterThan(0);
	});

	it('tells how far a long build has come, and nothing of a short one', async () => {
		const reports: unknown[] = [];
		const report = (progress: unknown) => reports.push(progress);
		await takeSteps(steps(), { report, every: Infinity });
		expect(reports).toEqual([]);
		await takeSteps(steps(), { report, every: 0 });
		expect(reports.at(-1)).toEqual({ stage: 'reading', done: 7, total: 8 });
	});
});
