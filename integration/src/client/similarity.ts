import type { Span } from '../core/spans.ts';

/** A stretch of text that comes nearest to a quote. */
export interface Nearest<Candidate> {
	readonly candidate: Candidate;
	/** 0 to 1: which part of the quote's trigrams the candidate has. */
	readonly similarity: number;
}

/**
 * The candidate that shares most with a text, measured by three units at a time, without regard to
 * white space and case. Of equals the shorter one, then the earlier one.
 */
export function nearestTo<Candidate extends Span & { readonly text: string }>(
	text: string,
	candidates: Iterable<Candidate>,
): Nearest<Candidate> | undefined {
	const wanted = trigramsOf(text);
	let nearest: Nearest<Candidate> | undefined;
	for (const candidate of candidates) {
		const similarity = likeness(wanted, trigramsOf(candidate.text));
		const better =
			nearest === undefined ||
			similarity > nearest.similarity ||
			(similarity === nearest.similarity && candidate.text.length < nearest.candidate.text.length);
		if (better) nearest = { candidate, similarity };
	}
	return nearest;
}

/**
 * The greatest part of the trigrams that a stretch of the other text has. The stretch is half as
 * long again as the text at most: a long text holds most trigrams somewhere.
 */
function likeness(wanted: readonly string[], other: readonly string[]): number {
	const lacking = new Map<string, number>();
	for (const trigram of wanted) lacking.set(trigram, (lacking.get(trigram) ?? 0) + 1);
	const width = Math.ceil(wanted.length * 1.5);
	let shared = 0;
	let most = 0;
	other.forEach((trigram, at) => {
		const lacks = lacking.get(trigram);
		if (lacks !== undefined) {
			if (lacks > 0) shared++;
			lacking.set(trigram, lacks - 1);
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

function trigramsOf(text: string): string[] {
	const plain = ` ${text.replace(/\s+/g, ' ').trim().toLowerCase()} `;
	const trigrams: string[] = [];
	for (let at = 0; at + 3 <= plain.length; at++) trigrams.push(plain.slice(at, at + 3));
	return trigrams;
}
