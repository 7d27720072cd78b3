import { getCollection, type CollectionEntry } from 'astro:content';

/** Sections of the documentation in reading order. */
const order = ['Start', 'Write', 'Build', 'Read', 'Reference', 'Errors'] as const;

export interface NavigationSection {
	readonly name: string;
	readonly pages: readonly { readonly title: string; readonly address: string }[];
}

/** The address of a page of the documentation. */
export function addressOf({ id }: CollectionEntry<'docs'>): string {
	return id === 'index' ? '/' : `/${id.replace(/\/index$/, '')}/`;
}

/** All pages by section; those without an order stand by title behind the others. */
export async function navigation(): Promise<NavigationSection[]> {
	const pages = await getCollection('docs');
	return order.map((name) => ({
		name,
		pages: pages
			.filter(({ data }) => data.section === name)
			.sort(
				(a, b) =>
					(a.data.order ?? Infinity) - (b.data.order ?? Infinity) ||
					a.data.title.localeCompare(b.data.title),
			)
			.map((page) => ({ title: page.data.title, address: addressOf(page) })),
	}));
}
