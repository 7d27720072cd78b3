/** Paths here have forward slashes and no leading `./`; they are relative to the root of the project. */

/** What a path that a file names comes to. */
export type ResolvedPath =
	| { readonly type: 'inside'; readonly path: string }
	/** It climbs above the root. */
	| { readonly type: 'outside' }
	/** It is no path of a file: a package, an alias, a URL. */
	| { readonly type: 'unresolved' };

/** Resolves a path against the file that names it; one that starts with `/` starts at the root. */
export function resolvePath(from: string, named: string): ResolvedPath {
	const absolute = named.startsWith('/');
	if (!absolute && !named.startsWith('./') && !named.startsWith('../'))
		return { type: 'unresolved' };
	const parts = absolute ? [] : from.split('/').slice(0, -1);
	for (const part of named.split('/')) {
		if (part === '' || part === '.') continue;
		if (part !== '..') parts.push(part);
		else if (parts.pop() === undefined) return { type: 'outside' };
	}
	return { type: 'inside', path: parts.join('/') };
}

/** What stands before the query and the fragment of a URL. */
export function splitUrl(url: string): { path: string; fragment: string } {
	const hash = url.indexOf('#');
	const before = hash < 0 ? url : url.slice(0, hash);
	const query = before.indexOf('?');
	return {
		path: query < 0 ? before : before.slice(0, query),
		fragment: hash < 0 ? '' : decode(url.slice(hash + 1)),
	};
}

/** Whether a URL names a scheme or a host, and so leads out of the site. */
export function isExternal(url: string): boolean {
	return /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(url);
}

/** One form for the addresses under which a page answers: `/a`, `/a/`, `/a.html`, `/a/index.html`. */
export function pageAddress(path: string): string {
	return decode(path)
		.replace(/(?:^|\/)index\.html$/, '')
		.replace(/\.html$/, '')
		.replace(/\/+$/, '');
}

function decode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
