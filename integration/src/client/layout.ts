import type { Span } from '../core/spans.ts';
import type { DocumentView } from './document-view.ts';
import type { EvidencePiece, EvidenceRole } from './evidence.ts';

/** A span of a document that was chosen as evidence. */
export interface Choice extends Span {
	readonly role: EvidenceRole;
	readonly rank?: number;
	/** Place of the chunk that it is. */
	readonly chunk?: number;
	/** `index` of the node that it is. */
	readonly node?: number;
	/** Ids of the seeds for which it travels. */
	readonly for: ReadonlySet<string>;
}

/** Counts the tokens of a text in place of the counts of the index. */
export type CountTokens = (text: string) => number;

/** A part of a choice that no better choice covers. */
interface Placed extends Span {
	readonly choice: Choice;
	readonly partial: boolean;
}

/**
 * Lays chosen spans of one document out as disjoint pieces in source order. What several choices
 * share goes to a seed first, then to what relations brought along, then to a neighbour; among
 * these to the longer one. So the order in which the choices were made makes no difference.
 */
export function layOut(
	view: DocumentView,
	choices: Iterable<Choice>,
	count?: CountTokens,
): EvidencePiece[] {
	return place(view.text, choices)
		.map((placed) => pieceOf(view, placed, count))
		.sort((a, b) => a.start - b.start);
}

/** The tokens of all pieces as which some choices would be laid out. */
export function tokensOf(
	view: DocumentView,
	choices: Iterable<Choice>,
	count?: CountTokens,
): number {
	return place(view.text, choices).reduce(
		(sum, placed) => sum + tokensOfPlaced(view, placed, count),
		0,
	);
}

/** The tokens of one span, by the given way of counting or as the index has them. */
export function countTokens(view: DocumentView, span: Span, count?: CountTokens): number {
	return count?.(view.text.slice(span.start, span.end)) ?? view.tokensOf(span);
}

/** Of two choices of the same span the one that says more, for the seeds of both. */
export function joined(a: Choice, b: Choice): Choice {
	const [better, other] = compareRoles(a.role, b.role) <= 0 ? [a, b] : [b, a];
	return { ...other, ...better, for: new Set([...a.for, ...b.for]) };
}

function place(text: string, choices: Iterable<Choice>): Placed[] {
	const ordered = [...choices].sort(
		(a, b) =>
			classOf(a.role) - classOf(b.role) || b.end - b.start - (a.end - a.start) || a.start - b.start,
	);
	const all: Placed[] = [];
	for (const choice of ordered) {
		for (const { start, end } of uncovered(text, choice, all)) {
			const partial = start !== choice.start || end !== choice.end;
			all.push({ start, end, choice, partial });
		}
	}
	return all;
}

/** The parts of a span that no other span covers, without white space around them. */
export function uncovered(text: string, span: Span, covered: readonly Span[]): Span[] {
	const left: Span[] = [];
	const add = (start: number, end: number): void => {
		const slice = text.slice(start, end);
		const blankBefore = slice.length - slice.trimStart().length;
		if (blankBefore === slice.length) return;
		left.push({ start: start + blankBefore, end: start + slice.trimEnd().length });
	};
	const within = covered
		.filter((other) => other.start < span.end && other.end > span.start)
		.sort((a, b) => a.start - b.start);
	// What nothing covers stays as it is, white space and all.
	if (within.length === 0) return [{ start: span.start, end: span.end }];
	let at = span.start;
	for (const other of within) {
		if (other.start > at) add(at, other.start);
		at = Math.max(at, other.end);
	}
	if (at < span.end) add(at, span.end);
	return left;
}

/** What is left of a counted span has no more tokens than the span. */
function tokensOfPlaced(view: DocumentView, placed: Placed, count?: CountTokens): number {
	const tokens = countTokens(view, placed, count);
	return placed.partial && count === undefined
		? Math.min(tokens, view.tokensOf(placed.choice))
		: tokens;
}

function pieceOf(
	view: DocumentView,
	placed: Placed,
	count: CountTokens | undefined,
): EvidencePiece {
	const { start, end, choice, partial } = placed;
	const { role, rank, chunk, node } = choice;
	const ofSeed = role === 'seed' && node !== undefined;
	return {
		role,
		...(rank === undefined ? {} : { rank }),
		...(chunk === undefined ? {} : { chunkId: view.chunkId(chunk) }),
		...(node === undefined ? {} : { nodeId: view.nodeId(node) }),
		for: [...choice.for].sort(),
		...(partial || ofSeed ? { partial: true } : {}),
		...view.passage({ start, end }),
		tokens: tokensOfPlaced(view, placed, count),
	};
}

function classOf(role: EvidenceRole): number {
	return role === 'seed' ? 0 : role === 'neighbor' ? 2 : 1;
}

function compareRoles(a: EvidenceRole, b: EvidenceRole): number {
	return classOf(a) - classOf(b) || (a < b ? -1 : 1);
}
