import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { configure } from '../../../integration/src/core/configuration.ts';
import { defaultBounds } from '../../../integration/src/core/chunks/bounds.ts';
import { indexDocument } from '../../../integration/src/core/indexed-document.ts';
import { o200k } from '../../../integration/src/core/tokens.ts';
import { describeShared } from '../../corpora.ts';
import {
	addMeasures,
	measureBoundaries,
	measures,
	nothingMeasured,
} from '../../bench/chunk-measures.ts';

const minute = 60_000;

describeShared('the default policy on real docs', 'corpora', (corpora) => {
	it.each(['astro-docs/en', 'starlight', 'rust-book'])(
		'cuts nothing apart in silence in %s',
		(name) => {
			const folder = join(corpora, name);
			let total = nothingMeasured;
			let largest = 0;
			for (const path of globSync('**/*.{md,mdx}', { cwd: folder })) {
				const bytes = readFileSync(join(folder, path));
				const input = { collection: 'docs', entry: path, path, bytes };
				const indexed = indexDocument(input, configure());
				const chunks = indexed.chunks.map(({ start, end, tokens, part }) => ({
					start,
					end,
					tokens,
					...(part === undefined ? {} : { part: part.of }),
				}));
				const options = { tokenizer: o200k, linked: true, limit: defaultBounds.hardLimit };
				total = addMeasures(total, measureBoundaries(indexed, chunks, options));
				for (const { tokens } of chunks) largest = Math.max(largest, tokens);
			}
			expect(measures.filter((measure) => total[measure].silent > 0)).toEqual([]);
			expect(total.edges.total).toBeGreaterThan(1000);
			expect(largest).toBeLessThanOrEqual(defaultBounds.hardLimit);
		},
		10 * minute,
	);
});
