import type { CollectionEntry, CollectionOptions } from './options.ts';
import type { PageRoute, Site } from './site.ts';

/** The address of a page: base in front, and the end that the site's configuration gives pages. */
export function pageAddress(site: Site, path: string): string {
	const inner = path
		.split('/')
		.filter((part) => part !== '')
		.map((part) => encodeURIComponent(part.normalize()))
		.join('/');
	if (inner === '') return site.base;
	const address = `${site.base}${inner}`;
	if (site.format === 'file') return site.command === 'build' ? `${address}.html` : address;
	// Hosts show this page wherever there is none, so it is never a folder.
	if (site.trailingSlash === 'never' || inner === '404') return address;
	return site.trailingSlash === 'always' || site.format === 'directory' ? `${address}/` : address;
}

/** The address of a file: base in front. */
export function fileAddress(site: Site, path: string): string {
	return `${site.base}${path.replace(/^\//, '')}`;
}

/** The path, without base, of the page that shows an entry; undefined where no page does. */
export function entryPath(
	site: Site,
	collection: string,
	entry: CollectionEntry,
	options: CollectionOptions,
	collections: readonly string[],
): string | undefined {
	const { url } = options;
	if (url === false) return undefined;
	if (typeof url === 'function') {
		const path = url(entry);
		return path === false ? undefined : path;
	}
	if (url !== undefined) return url.replace('[entry]', slugOf(entry.id));
	if (site.starlight && collection === 'docs') return `/${slugOf(entry.id)}`;
	const slug = slugOf(entry.id);
	const own = site.routes.find((route) => carries(route, collection) && fits(route, slug));
	if (own !== undefined) return `/${[...own.before, slug].join('/')}`;
	const homeless = collections.filter(
		(name) =>
			!(site.starlight && name === 'docs') && !site.routes.some((route) => carries(route, name)),
	);
	const root = site.routes.find((route) => route.before.length === 0 && fits(route, slug));
	if (root !== undefined && !site.starlight && homeless.length === 1) return `/${slug}`;
	return undefined;
}

/** A route that carries a collection's name right before its parameter, and no other parameter. */
function carries({ before }: PageRoute, collection: string): boolean {
	return before.at(-1) === collection && !before.some((segment) => segment.includes('['));
}

function fits(route: PageRoute, slug: string): boolean {
	return route.rest || (slug !== '' && !slug.includes('/'));
}

/** `index` names the folder it lies in. */
function slugOf(id: string): string {
	return id === 'index' ? '' : id.replace(/\/index$/, '');
}
