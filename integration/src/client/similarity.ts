import type { Span } from '../core/spans.ts';

/** A stretch of text that comes nearest to a quote. */
export interface Nearest<Candidate> {
	readonly candidate: Candidate;
	/** 0 to 1: which part of the quote the candidate has. */
	readonly similarity: number;
}

/**
 * The candidate that shares most with a text, measured by five units at a time, without regard to
 * white space and case: of five, unlike of fewer, unrelated texts of one language share few. Of equals the shorter one, then the earlier one.
 */
export function nearestTo<Candidate extends Span & { readonly text: string }>(
	text: string,
	candidates: Iterable<Candidate>,
): Nearest<Candidate> | undefined {
	const wanted = gramsOf(text);
	let nearest: Nearest<Candidate> | undefined;
	for (const candidate of candidates) {
		const similarity = likeness(wanted, gramsOf(candidate.text));
		const better =
			nearest === undefined ||
			similarity > nearest.similarity ||
			(similarity === nearest.similarity && candidate.text.length < nearest.candidate.text.length);
		if (better) nearest = { candidate, similarity };
	}
	return nearest;
}

/** How much of a text another has, from 0 to 1. */
export function likenessOf(text: string, other: string): number {
	return likeness(gramsOf(text), gramsOf(other));
}

/**
 * The greatest part of the grams that a stretch of the other text has. The stretch is half as
 * long again as the text at most: a long text holds most grams somewhere.
 */
function likeness(wanted: readonly string[], other: readonly string[]): number {
	const lacking = new Map<string, number>();
	for (const gram of wanted) lacking.set(gram, (lacking.get(gram) ?? 0) + 1);
	const width = Math.ceil(wanted.length * 1.5);
	let shared = 0;
	let most = 0;
	other.forEach((gram, at) => {
		const lacks = lacking.get(gram);
		if (lacks !== undefined) {
			if (lacks > 0) shared++;
			lacking.set(gram, lacks - 1);
		}
		const gone = other[at - width];
		const had = gone === undefined ? undefined : lacking.get(gone);
		if (gone !== undefined && had !== undefined) {
			if (had >= 0) shared--;
			lacking.set(gone, had + 1);
		}
		most = Math.max(most, shared);
	});
	return wanted.length === 0 ? 0 : most / wanted.length;
}

const SIZE = 5;

function gramsOf(text: string): string[] {
	const plain = ` ${text.replace(/\s+/g, ' ').trim().toLowerCase()} `;
	const grams: string[] = [];
	for (let at = 0; at + SIZE <= plain.length; at++) grams.push(plain.slice(at, at + SIZE));
	return grams;
}
