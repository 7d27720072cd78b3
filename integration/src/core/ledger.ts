import { CitableError } from './errors.ts';
import { excerpt } from './findings.ts';
import { positionAt } from './lines.ts';
import type { LeafKind, SyntaxKind } from './nodes/node.ts';
import type { AuthoredTree } from './nodes/read.ts';
import type { Source } from './source.ts';
import type { Span } from './spans.ts';

/** One run of the ledger: text that readers see, or syntax with its kind. */
export interface LedgerEntry extends Span {
	readonly entry: 'leaf' | 'syntax';
	readonly kind: LeafKind | SyntaxKind;
	/** `index` of the node that holds a leaf; -1 for none. */
	readonly node?: number;
}

/**
 * The account of a source: every code unit is in exactly one entry, in order.
 *
 * @throws {CitableError} `text-lost` where a run is in no entry or in two.
 */
export function ledgerOf(source: Source, tree: AuthoredTree): LedgerEntry[] {
	const entries: LedgerEntry[] = [];
	let leaf = 0;
	let run = 0;
	let at = 0;
	while (leaf < tree.leaves.length || run < tree.syntax.length) {
		const text = tree.leaves[leaf];
		const syntax = tree.syntax[run];
		if (text !== undefined && (syntax === undefined || text.start <= syntax.start)) {
			entries.push({
				entry: 'leaf',
				kind: text.kind,
				start: text.start,
				end: text.end,
				node: text.node,
			});
			leaf++;
		} else if (syntax !== undefined) {
			entries.push({ entry: 'syntax', kind: syntax.kind, start: syntax.start, end: syntax.end });
			run++;
		}
		const last = entries.at(-1);
		if (last === undefined) break;
		if (last.start !== at)
			throw lost(source, { start: Math.min(at, last.start), end: Math.max(at, last.start) });
		at = last.end;
	}
	if (at !== source.text.length) throw lost(source, { start: at, end: source.text.length });
	return entries;
}

function lost(source: Source, span: Span): CitableError {
	return new CitableError(
		'text-lost',
		{ length: span.end - span.start, excerpt: excerpt(source.text, span) },
		{ file: source.path, ...positionAt(source.lines, span.start), ...span },
	);
}
