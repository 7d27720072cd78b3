import MiniSearch, { type Options } from 'minisearch';

/** Version of the search files; grows with tokenising, fields, or the library's own format. */
export const SEARCH_VERSION = 1;

/** A chunk as it is added to the search index. */
export interface SearchRecord {
	readonly id: string;
	readonly title: string;
	readonly headings: string;
	readonly text: string;
	readonly code: string;
	readonly facts: string;
	readonly alt: string;
}

const FIELDS = ['title', 'headings', 'text', 'code', 'facts', 'alt'] as const;

/** Options that hold at build time and at query time alike; a change to them is a new version. */
export const searchOptions: Options<SearchRecord> = {
	fields: [...FIELDS],
	storeFields: [],
	searchOptions: {
		boost: { title: 2, headings: 3, facts: 1.5 },
		combineWith: 'OR',
		fuzzy: (term) => (term.length > 5 ? 0.15 : false),
		prefix: (term) => term.length > 3,
	},
};

export function makeEngine(): MiniSearch<SearchRecord> {
	return new MiniSearch(searchOptions);
}
