import type { Nodes, Root } from 'mdast';
import { CitableError } from './errors.ts';
import { positionAt } from './lines.ts';
import type { Source } from './source.ts';

/** How deep blocks, elements and marks may stand in each other: ten times as deep as any real page. */
const DEEPEST = 250;

/**
 * Refuses a tree that is deeper than anyone writes, before anything walks it by recursion.
 *
 * @param shift What to add to an offset of the tree.
 * @throws {CitableError} `nested-too-deep`, at the first node that is.
 */
export function checkNesting(source: Source, root: Root, shift: number): void {
	let level: Nodes[] = [root];
	for (let depth = 0; level.length > 0; depth++) {
		if (depth > DEEPEST)
			throw nestedTooDeep(source, (level[0]?.position?.start.offset ?? 0) + shift);
		level = level.flatMap((node) => ('children' in node ? node.children : []));
	}
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
