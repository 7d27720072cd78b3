import { CitableError } from './errors.ts';
import { positionAt } from './lines.ts';
import type { Source } from './source.ts';

/** How deep blocks, elements and marks may stand in each other: ten times as deep as any real page. */
const DEEPEST = 250;

/**
 * Refuses what stands deeper than anyone writes, before all else walks a tree by recursion.
 *
 * @param start Where it starts.
 * @throws {CitableError} `nested-too-deep`
 */
export function checkDepth(source: Source, depth: number, start: number): void {
	if (depth > DEEPEST) throw nestedTooDeep(source, start);
}

/** Runs what walks a tree by recursion, where how deep it is shows only then. */
export function withinNesting<Result>(source: Source, start: number, run: () => Result): Result {
	try {
		return run();
	} catch (error) {
		if (error instanceof RangeError) throw nestedTooDeep(source, start, error);
		throw error;
	}
}

function nestedTooDeep(source: Source, start: number, cause?: RangeError): CitableError {
	return new CitableError(
		'nested-too-deep',
		{ limit: DEEPEST },
		{ file: source.path, ...positionAt(source.lines, start), start, end: start, cause },
	);
}
