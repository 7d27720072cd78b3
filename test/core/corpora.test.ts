import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeShared } from '../corpora.ts';
import { violations } from './invariants.ts';
import { read } from './reading.ts';

describeShared('the shared corpora', 'corpora', (folder) => {
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
		/\.mdx?$/.test(file),
	);

	it(
		'are read without a unit lost, and all that must hold of a document holds',
		{ timeout: 600_000 },
		() => {
			expect(files.length).toBeGreaterThan(1000);
			const wrong = files.flatMap((file) =>
				violations(read(file, readFileSync(join(folder, file)))).map((what) => `${file}: ${what}`),
			);
			expect(wrong).toEqual([]);
		},
	);
});
