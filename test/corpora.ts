import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'vitest';

/**
 * The shared test corpora: real docs and hand-made cases that are not part of this repository.
 * They lie in the folder `ASTRO_CITABLE_SHARED`, or in `shared` beside the repository.
 */
const root =
	process.env['ASTRO_CITABLE_SHARED'] ?? resolve(import.meta.dirname, '..', '..', 'shared');

/** The absolute path of a file or folder of the shared test corpora, if it is there. */
export function shared(path: string): string | undefined {
	const absolute = join(root, path);
	return existsSync(absolute) ? absolute : undefined;
}

/**
 * A `describe` for tests over one file or folder of the shared test corpora. Where that is missing,
 * one skipped test says so; the given tests are not even collected.
 */
export function describeShared(name: string, path: string, tests: (absolute: string) => void) {
	const absolute = shared(path);
	describe(name, () => {
		if (absolute === undefined) {
			it(`needs ${path} of the shared test corpora`, ({ skip }) => {
				skip(`It is not in ${root}.`);
			});
		} else {
			tests(absolute);
		}
	});
}
