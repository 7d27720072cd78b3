import type { IndexedDocument } from '../indexed-document.ts';
import { representationsOf } from '../representations.ts';
import { englishSynonyms } from './english.ts';
import { primaryLanguage } from './language.ts';
import { stopWordsFor } from './stop-words.ts';

/** A chunk as Pagefind takes it. */
export interface PagefindRecord {
	/** Key of the document and place of the chunk in it: what an engine hit needs. */
	readonly url: string;
	readonly content: string;
	readonly language: string;
	readonly meta: Readonly<Record<string, string>>;
	readonly filters: Readonly<Record<string, string[]>>;
}

/** What the engine needs beside Pagefind's own files. */
export interface PagefindNotes {
	readonly format: 1;
	readonly language: string;
	readonly chunks: number;
	readonly stop: readonly string[];
	readonly synonyms: readonly (readonly string[])[];
}

/** The chunks of one language as records, one each. */
export function pagefindRecords(
	documents: readonly IndexedDocument[],
	language: string,
): PagefindRecord[] {
	return documents.flatMap((indexed) => {
		const { key, language: own = 'und', version, status } = indexed.document;
		if (own !== language) return [];
		return representationsOf(indexed).map(({ title, headings, text, code, facts, alt }, order) => ({
			url: `/${key}/${String(order)}`,
			content: [title, ...headings, text, code, facts, alt].join('\n'),
			language: primaryLanguage(language),
			meta: { title: [title, ...headings].join(' › ') },
			filters: {
				...(version === undefined ? {} : { version: [version] }),
				...(status === undefined ? {} : { status: [status] }),
			},
		}));
	});
}

export function pagefindNotes(language: string, chunks: number): PagefindNotes {
	const english = primaryLanguage(language) === 'en';
	return {
		format: 1,
		language,
		chunks,
		stop: stopWordsFor(language),
		synonyms: english ? englishSynonyms : [],
	};
}
