import { CitableError } from '../errors.ts';

/** How a site says who may read what. Everything is open to everybody until something says otherwise. */
export interface ScopeRules {
	/** The field of the frontmatter that names the scopes of a document. */
	readonly field: string;
	/** Scopes of whole folders. */
	readonly paths: readonly PathScope[];
	/** Components and directives whose content only a narrower scope may read. */
	readonly blocks: readonly ScopeBlock[];
}

/** Files under a folder belong to a scope, whatever their frontmatter says beside it. */
export interface PathScope {
	/** Folder or file, relative to the root of the project: `docs/internal/`. */
	readonly under: string;
	readonly scope: string;
}

/** A component or directive that narrows who may read its content. */
export interface ScopeBlock {
	/** `Internal` for `<Internal>…</Internal>` and for `:::Internal`. */
	readonly name: string;
	/** The scope; or the attribute that names it, which must be a plain string. */
	readonly scope: string | { readonly attribute: string };
}

/** Scopes as options name them. */
export interface ScopeOptions {
	/** The field of the frontmatter that names the scopes of a document. @default 'scope' */
	readonly field?: string;
	/** Scopes of folders, by path relative to the root of the project. */
	readonly paths?: Readonly<Record<string, string>>;
	/**
	 * Scopes of components and directives, by name: the scope, or the attribute that names it.
	 */
	readonly blocks?: Readonly<Record<string, string | { readonly attribute: string }>>;
}

/** The rules that options stand for. */
export function scopeRules({ field = 'scope', paths = {}, blocks = {} }: ScopeOptions): ScopeRules {
	return {
		field,
		paths: Object.entries(paths).map(([under, scope]) => ({ under, scope })),
		blocks: Object.entries(blocks).map(([name, scope]) => ({ name, scope })),
	};
}

/** Readers who may read the same. */
export interface Audience {
	readonly name: string;
	/** Scopes that these readers may read beside what is open to everybody. */
	readonly scopes: readonly string[];
}

/** The scope that is open to everybody; a document may name it to say so. */
const OPEN = 'public';

/** Readers of whom nothing is known. */
export const everybody: Audience = { name: OPEN, scopes: [] };

/**
 * The scopes of which a reader needs one. Scopes that lie inside each other are lists of these: a
 * reader needs one of each, so that what lies inside is never open to more readers.
 */
export type AnyOf = readonly string[];

export function mayRead(audience: Audience, scopes: readonly AnyOf[]): boolean {
	return scopes.every((anyOf) =>
		anyOf.some((scope) => scope === OPEN || audience.scopes.includes(scope)),
	);
}

/**
 * The scopes of a document, from its folder and its frontmatter.
 *
 * @throws {CitableError} `scope-invalid` where the frontmatter holds no name or list of names.
 */
export function documentScopes(
	path: string,
	data: Readonly<Record<string, unknown>>,
	rules: ScopeRules,
): AnyOf[] {
	const scopes: AnyOf[] = rules.paths
		.filter(({ under }) => path === under || path.startsWith(under.replace(/\/*$/, '/')))
		.map(({ scope }) => [scope]);
	const value = data[rules.field];
	if (value == null) return scopes;
	const names = [value].flat();
	if (names.length === 0 || !names.every((name) => typeof name === 'string' && name !== '')) {
		throw new CitableError('scope-invalid', { field: rules.field }, { file: path, line: 1 });
	}
	return [...scopes, names as string[]];
}
