import { CitableError } from '../core/errors.ts';
import type { DocumentDescription } from '../core/format/files.ts';

/**
 * Which documents an answer may rest on.
 *
 * - `current`: those that hold now.
 * - `historical`: all of them; what was superseded is shown beside what took its place.
 * - `asOf`: those that held at a date, ISO 8601.
 */
export type Intent = 'current' | 'historical' | { readonly asOf: string };

/**
 * How far a document holds at a date.
 *
 * - `in-force`: nothing says that it does not hold.
 * - `upcoming`: it is not yet in force.
 * - `expired`: it is no longer in force.
 * - `superseded`: another document has taken its place.
 * - `withdrawn`: its status says that it does not hold.
 */
export type Standing = 'in-force' | 'upcoming' | 'expired' | 'superseded' | 'withdrawn';

/** How documents of some evidence bear on one another. */
export type DocumentRelation =
	| { readonly type: 'supersedes'; readonly newer: string; readonly older: string }
	/** They share a title and differ in version: what they say may contradict. */
	| {
			readonly type: 'versions';
			readonly title: string;
			readonly documents: readonly { readonly id: string; readonly version: string }[];
	  };

/** Words by which authors say that a document no longer holds. */
const SUPERSEDED = /^(?:superseded|replaced)\b/i;
const WITHDRAWN = /^(?:obsolete|withdrawn|retired|archived|rejected|revoked|void|expired)\b/i;

/**
 * The date that an intent asks about, in milliseconds; undefined where every date will do.
 *
 * @throws {CitableError} `invalid-intent`.
 */
export function dateOf(intent: Intent, now: string | Date = new Date()): number | undefined {
	if (intent === 'historical') return undefined;
	const date = intent === 'current' ? now : (intent as { asOf?: unknown }).asOf;
	const time = Date.parse(date instanceof Date ? date.toISOString() : String(date));
	if (Number.isNaN(time) || (typeof date === 'string' && !/^\d{4}-\d{2}-\d{2}/.test(date)))
		throw new CitableError('invalid-intent', { reason: `${String(date)} is no date` });
	return time;
}

/**
 * How far a document holds at a date. What took its place counts from when it is in force itself; a
 * status without dates counts for every date.
 */
export function standingOf(
	document: DocumentDescription,
	superseders: readonly DocumentDescription[],
	time: number,
): Standing {
	const { effective, expires, status = '' } = document;
	if (effective !== undefined && time < Date.parse(effective)) return 'upcoming';
	const replaced = superseders.some(
		(newer) => newer.effective === undefined || Date.parse(newer.effective) <= time,
	);
	if (replaced) return 'superseded';
	if (expires !== undefined && Date.parse(expires) <= time) return 'expired';
	// The status was written later than the dates before which the document held.
	const held = expires !== undefined || superseders.length > 0;
	if (SUPERSEDED.test(status)) return held ? 'in-force' : 'superseded';
	if (WITHDRAWN.test(status)) return held ? 'in-force' : 'withdrawn';
	return 'in-force';
}

/** How some documents bear on one another. */
export function relationsBetween(documents: Iterable<DocumentDescription>): DocumentRelation[] {
	const all = [...new Map([...documents].map((document) => [document.id, document])).values()];
	const ids = new Set(all.map(({ id }) => id));
	const relations: DocumentRelation[] = all.flatMap(({ id, supersedes = [] }) =>
		supersedes
			.filter((older) => ids.has(older))
			.map((older) => ({ type: 'supersedes', newer: id, older }) as const),
	);
	const byTitle = new Map<string, { id: string; version: string; title: string }[]>();
	for (const { id, version, title, collection, language = '' } of all) {
		if (version === undefined) continue;
		const key = JSON.stringify([collection, language, title]);
		const same = byTitle.get(key);
		if (same === undefined) byTitle.set(key, [{ id, version, title }]);
		else same.push({ id, version, title });
	}
	for (const same of byTitle.values()) {
		const versions = same
			.map(({ id, version }) => ({ id, version }))
			.sort((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true }));
		if (new Set(versions.map(({ version }) => version)).size > 1)
			relations.push({ type: 'versions', title: same[0]?.title ?? '', documents: versions });
	}
	return relations;
}
