import type { CitableIndex } from './citable-index.ts';
import type { Evidence, EvidenceUnit } from './evidence.ts';
import {
	dateOf,
	standingOf,
	type DocumentRelation,
	type Intent,
	type Standing,
} from './standing.ts';

/** What some evidence leaves open. */
export interface Answerability {
	/**
	 * `no-evidence`: there is none. `gaps`: something is lacking, and named. `no-gaps-found`: nothing
	 * is known to lack. Structure and words decide, never meaning: evidence without gaps may still not
	 * answer.
	 */
	readonly outcome: 'no-evidence' | 'gaps' | 'no-gaps-found';
	/** Words of the question that the evidence holds, in this or another form. */
	readonly found: readonly string[];
	/** Words of the question that it does not hold. */
	readonly missing: readonly string[];
	/** What claims on the seeds need and do not have. */
	readonly incomplete: readonly {
		readonly evidence: string;
		readonly document: string;
		/** Roles of what is missing; none where something was cut that these readers may not see. */
		readonly roles: readonly string[];
	}[];
	/** Documents of the evidence that do not hold at the date that is asked about. */
	readonly notInForce: readonly { readonly document: string; readonly standing: Standing }[];
	/** Documents of the evidence that may contradict one another. */
	readonly relations: readonly DocumentRelation[];
	/** Each gap as a sentence. */
	readonly says: readonly string[];
}

/** How to judge. */
export interface AnswerabilityOptions {
	/** Which documents the answer may rest on. @default 'current' */
	readonly intent?: Intent;
	/** The date that `current` means; the clock says it by default. */
	readonly now?: string | Date;
}

/** Says what the evidence does not establish, from structure and the words of the question alone. */
export async function judge(
	index: CitableIndex,
	evidence: Evidence,
	words: { readonly found: readonly string[]; readonly missing: readonly string[] },
	options: AnswerabilityOptions,
): Promise<Answerability> {
	const { units, relations } = evidence;
	const { found, missing } = words;
	const incomplete = units
		.filter(({ context }) => context === 'incomplete')
		.map(({ id, document, requires }) => ({
			evidence: id,
			document: document.id,
			roles: [...new Set(requires.filter(({ present }) => !present).map(({ role }) => role))],
		}));
	const notInForce = await standingsOf(index, units, options);
	const gaps = missing.length > 0 || incomplete.length > 0 || notInForce.length > 0;
	return {
		outcome: units.length === 0 ? 'no-evidence' : gaps ? 'gaps' : 'no-gaps-found',
		found,
		missing,
		incomplete,
		notInForce,
		relations,
		says: [
			...(units.length === 0 ? ['There is no evidence.'] : []),
			...(missing.length === 0
				? []
				: [`The evidence does not speak of ${missing.map((word) => `“${word}”`).join(', ')}.`]),
			...incomplete.map(({ document, roles }) =>
				roles.length === 0
					? `What was found in ${document} is not all that stands there.`
					: `What was found in ${document} lacks its ${roles.join(', ')}.`,
			),
			...notInForce.map(({ document, standing }) => `${document} does not hold: ${standing}.`),
			...relations.map((relation) =>
				relation.type === 'supersedes'
					? `${relation.newer} takes the place of ${relation.older}.`
					: `“${relation.title}” is there in several versions: ${relation.documents.map(({ version }) => version).join(', ')}.`,
			),
		],
	};
}

/** What a unit says, and under which titles. */
export function textsOf({ document, headingPath, pieces }: EvidenceUnit): string[] {
	return [document.title, ...headingPath, ...pieces.map(({ text }) => text)];
}

async function standingsOf(
	index: CitableIndex,
	units: readonly EvidenceUnit[],
	{ intent = 'current', now }: AnswerabilityOptions,
): Promise<Answerability['notInForce']> {
	const time = dateOf(intent, now);
	if (time === undefined) return [];
	const documents = new Map(units.map(({ document }) => [document.id, document]));
	const judged: { document: string; standing: Standing }[] = [];
	for (const document of documents.values()) {
		const superseders = await Promise.all(
			(document.supersededBy ?? []).map((id) => index.document(id)),
		);
		const standing = standingOf(document, superseders, time);
		if (standing !== 'in-force') judged.push({ document: document.id, standing });
	}
	return judged;
}
