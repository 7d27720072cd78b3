/** What a search can be narrowed to, beside a language. */
export const filterNames = ['version', 'status'] as const;

export type FilterName = (typeof filterNames)[number];

/** The values of one document. */
export type FilterValues = Readonly<Partial<Record<FilterName, string>>>;

/** Values of which a document has to have one, by what they are values of. */
export type SearchFilters = Readonly<Partial<Record<FilterName, readonly string[]>>>;

/** Whether a document has one of the values of each filter. */
export function matchesFilters(document: FilterValues, filters: SearchFilters): boolean {
	return filterNames.every((name) => {
		const values = filters[name];
		const own = document[name];
		return values === undefined || (own !== undefined && values.includes(own));
	});
}
