import type { Document } from '../document.ts';
import type { FORMAT_VERSION } from '../format/version.ts';
import type { RepresentedDocument } from '../represented.ts';
import { languageSynonyms } from './build.ts';
import { primaryLanguage } from './language.ts';
import { stopWordsFor } from './stop-words.ts';

/** Version of the pages that Pagefind is given, and of the notes beside its index. */
export const PAGEFIND_VERSION = 1;

/**
 * Digest of the code with which Pagefind 1.6.0 searches in a reader's browser. Only this code is
 * run, wherever an index comes from.
 */
export const PAGEFIND_CODE = '02746cc529f88f853275720dcb1c2b6a18b0c7a92b73fae82ca2738e64500bcd';

/** A document as Pagefind reads it: a page on which each chunk is a heading with what is under it. */
export interface PagefindPage {
	readonly url: string;
	readonly content: string;
}

/** What the engine needs beside Pagefind's own files. */
export interface PagefindNotes {
	readonly format: typeof FORMAT_VERSION;
	readonly language: string;
	readonly documents: number;
	/** Words without weight beside others. */
	readonly stop: string;
	/** Words that stand for one another; each group separated by spaces. */
	readonly synonyms: readonly string[];
	/** The folder of Pagefind's files: the digest of the list of them. */
	readonly folder: string;
}

/** The file that lists the files of the folder with their digests. */
export const PAGEFIND_LIST = 'files.json';

export type PagefindList = readonly { readonly path: string; readonly digest: string }[];

/** What the id of the first element of a page starts with; the key of the document follows. */
export const DOCUMENT_ANCHOR = 'citable-';

/**
 * Makes the page of a document. Pagefind finds pages and shows the parts under their headings: so
 * that the parts are chunks, each chunk has a heading, whose id is where the site shows the chunk.
 */
export function pagefindPage({ document, chunks }: RepresentedDocument): PagefindPage {
	const parts = chunks.map(({ headings, anchor, text, code, facts, alt }, order) => {
		const title = headings.at(-1) ?? document.title;
		const above = headings.slice(0, -1).join(' › ');
		const body = [above, text, code, facts, alt].filter((part) => part !== '').map(paragraph);
		return `<h2 id="${escaped(anchor ?? `chunk-${String(order)}`)}">${escaped(title)}</h2>${body.join('')}`;
	});
	const filters = Object.entries(filtersOf(document)).map(
		([name, value]) =>
			`<span data-pagefind-filter="${name}[data-value]" data-value="${escaped(value)}"></span>`,
	);
	return {
		url: document.url ?? document.provenance ?? '/',
		content:
			`<html lang="${escaped(primaryLanguage(document.language ?? 'und'))}"><body>` +
			`<span id="${DOCUMENT_ANCHOR}${document.key}"></span>${filters.join('')}` +
			`<h1>${escaped(document.title)}</h1>${paragraph(document.description ?? '')}` +
			`${parts.join('')}</body></html>`,
	};
}

/** What pages can be filtered by. */
function filtersOf({ language, version, status }: Document): Record<string, string> {
	return Object.fromEntries(
		Object.entries({ language, version, status }).filter(
			(entry): entry is [string, string] => entry[1] !== undefined,
		),
	);
}

function paragraph(text: string): string {
	return `<p>${escaped(text)}</p>`;
}

function escaped(text: string): string {
	return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}

/** What is noted for the pages of one language. */
export function pagefindNotes(
	language: string,
	synonyms: readonly (readonly string[])[],
): Pick<PagefindNotes, 'language' | 'stop' | 'synonyms'> {
	return {
		language,
		stop: stopWordsFor(language).join(' '),
		synonyms: [...languageSynonyms(language), ...synonyms].map((group) =>
			group.join(' ').toLowerCase(),
		),
	};
}
