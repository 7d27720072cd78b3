import { digest } from '../core/digest.ts';
import type { Span } from '../core/spans.ts';
import type { Evidence, EvidencePiece, EvidenceUnit } from './evidence.ts';

/** What a label stands for. */
export interface Labelled extends Span {
	/** Id of the document. */
	readonly document: string;
	readonly revision: string;
	/** Id of the evidence unit. */
	readonly evidence: string;
	readonly text: string;
}

/** A piece with its unit and label. */
export interface LabelledPiece {
	readonly label: string;
	readonly unit: EvidenceUnit;
	readonly piece: EvidencePiece;
}

const SHORTEST = 6;

/**
 * Names each piece of evidence. A label comes from revision and span, so a piece keeps it when other
 * evidence stands around it.
 */
export function labelPieces({ units }: Pick<Evidence, 'units'>): LabelledPiece[] {
	const taken = new Map<string, string>();
	return units.flatMap((unit) =>
		unit.pieces.map((piece) => {
			const { start, end } = piece;
			const full = digest({ revision: unit.document.revision, start, end });
			let length = SHORTEST;
			// Two pieces of the same bytes under two names have one digest, and are told apart by unit.
			while ((taken.get(full.slice(0, length)) ?? unit.id) !== unit.id && length < full.length)
				length++;
			const label = full.slice(0, length);
			taken.set(label, unit.id);
			return { label, unit, piece };
		}),
	);
}

/** What each label stands for. */
export function labelMap(pieces: readonly LabelledPiece[]): Record<string, Labelled> {
	return Object.fromEntries(
		pieces.map(({ label, unit, piece: { start, end, text } }) => [
			label,
			{
				document: unit.document.id,
				revision: unit.document.revision,
				evidence: unit.id,
				start,
				end,
				text,
			},
		]),
	);
}

/** Labels that an answer gives in brackets. */
export interface GivenLabels {
	/** In the order in which the answer first gives them. */
	readonly known: readonly string[];
	/** In the form of a label, and none of the evidence. */
	readonly unknown: readonly string[];
}

/** Finds the labels that an answer gives, as `[3fa9c1]` or `[3fa9c1, 88b0d2]`. */
export function labelsIn(answer: string, labels: Readonly<Record<string, unknown>>): GivenLabels {
	const given = new Set<string>();
	for (const [, list = ''] of answer.matchAll(/\[([0-9a-f]{6,64}(?:\s*[,;]\s*[0-9a-f]{6,64})*)\]/g))
		for (const label of list.split(/\s*[,;]\s*/)) given.add(label);
	const all = [...given];
	return {
		known: all.filter((label) => Object.hasOwn(labels, label)),
		unknown: all.filter((label) => !Object.hasOwn(labels, label)),
	};
}
