import type {
	Adapter,
	AdapterPreset,
	Audience,
	StructureOptions,
	CalloutSeverity,
	Code,
	GovernanceFields,
	ScopeOptions,
	Severity,
} from '../core/index.ts';
import type { AllSearchOptions } from '../node/search-files.ts';

/** An entry of a content collection, as far as the options can speak of it. */
export interface CollectionEntry {
	/** The id that the collection's loader gives it. */
	readonly id: string;
	/** The frontmatter as the collection's schema reads it. */
	readonly data: Readonly<Record<string, unknown>>;
	/** Path of the file, relative to the root of the project, with forward slashes. */
	readonly filePath: string;
}

/** How one content collection is indexed. */
export interface CollectionOptions {
	/**
	 * Where the site shows an entry, without `base`: a pattern in which `[entry]` stands for the
	 * entry's id, or a function that returns the path. `false`, given or returned, means that no page
	 * shows it.
	 *
	 * @default What Starlight does for its `docs`. Elsewhere the route that carries the collection's
	 * name (`/blog/[...slug]`), or the catch-all route of a site with one collection.
	 * @example
	 * ```js
	 * url: '/handbook/[entry]/'
	 * url: (entry) => `/${entry.data.lang}/blog/${entry.data.slug}/`
	 * ```
	 */
	url?: string | false | ((entry: CollectionEntry) => string | false | undefined);

	/**
	 * Which entries are indexed.
	 *
	 * @default All but drafts (`draft: true`), which only `astro dev` shows.
	 * @example
	 * ```js
	 * include: (entry) => entry.data.internal !== true
	 * ```
	 */
	include?: (entry: CollectionEntry) => boolean;

	/**
	 * The language of an entry, as a BCP 47 tag.
	 *
	 * @default The field `lang` or `language` of the frontmatter, else the locale of Astro’s `i18n`
	 * that the entry’s id starts with, else the default locale.
	 * @example
	 * ```js
	 * language: (entry) => entry.id.split('/')[0]
	 * ```
	 */
	language?: string | ((entry: CollectionEntry) => string | undefined);
}

/** Which search files a site has. */
export interface SiteSearchOptions extends AllSearchOptions {
	/** The folder of an index for Pagefind's own interface, without `base`. */
	pages?: string;
}

/** What may be told to `citable()`. Everything has a default. */
export interface CitableOptions {
	/**
	 * The content collections to index, by name. `false` leaves one out; `'*': false` leaves out all
	 * that are not named.
	 *
	 * @default `{}`: all collections whose entries are Markdown or MDX files.
	 * @example
	 * ```js
	 * collections: { docs: { url: '/[entry]/' }, authors: false }
	 * ```
	 */
	collections?: Record<string, false | CollectionOptions>;

	/**
	 * How documents are cut into chunks: the name of a policy with its numbers, or the bounds of the
	 * policy `structure`, in tokens.
	 *
	 * @default `'structure'`
	 * @example
	 * ```js
	 * policy: { preferred: [96, 256], hardLimit: 512 }
	 * policy: 'heading-aware:220'
	 * ```
	 */
	policy?: string | StructureOptions;

	/**
	 * What your own components mean, so that they can be read without being run: adapters, or presets
	 * of them. They come before those for HTML, Astro and Starlight, which every build starts with.
	 *
	 * @default `[]`
	 * @example
	 * ```js
	 * components: [{ name: 'Since', kind: 'label', text: ['version'] }]
	 * ```
	 */
	components?: readonly (Adapter | AdapterPreset)[];

	/**
	 * Names of callouts beyond those of Starlight, Docusaurus and GitHub, with what they mean.
	 *
	 * @default `{}`
	 * @example
	 * ```js
	 * callouts: { hinweis: 'note', pitfall: 'warning' }
	 * ```
	 */
	callouts?: Readonly<Record<string, CalloutSeverity>>;

	/** Syntax beyond that of Markdown and GFM. What the site does not read is plain text here too. */
	syntax?: {
		/**
		 * Whether `:::name` blocks are read.
		 *
		 * @default `'auto'`: where the site's Markdown processor reads them, as Starlight's does.
		 */
		directives?: boolean | 'auto';
		/**
		 * Whether `:name[text]` is read inside a line. Most that looks like it is a time or a port.
		 *
		 * @default `false`
		 */
		textDirectives?: boolean;
		/**
		 * Whether `$$…$$` is mathematics; with `'dollar'` also `$…$`.
		 *
		 * @default `'auto'`: where the site's Markdown processor reads it.
		 */
		math?: boolean | 'dollar' | 'auto';
	};

	/**
	 * What reads the sources: `'satteri'`, which is many times faster, or `'remark'`. Both give the
	 * same nodes.
	 *
	 * @default `'auto'`: the one that renders the site.
	 * @example
	 * ```js
	 * parser: 'remark'
	 * ```
	 */
	parser?: 'auto' | 'remark' | 'satteri';

	/**
	 * Which fields of the frontmatter say what governs a document.
	 *
	 * @default Each its own name: `status`, `version`, `effective`, `expires`, `owner`, `supersedes`,
	 * `supersededBy`.
	 * @example
	 * ```js
	 * governance: { effective: 'validFrom', supersedes: 'replaces' }
	 * ```
	 */
	governance?: Partial<GovernanceFields>;

	/**
	 * Who may read what. Text of a narrower scope is cut before anything is made of it, so the index
	 * and the provenance pages hold no trace of it. The site's own pages are up to you; where they
	 * hold such text, the build warns.
	 *
	 * - `field`: the field of the frontmatter that names the scopes of a document.
	 * - `paths`: scopes of folders, by path relative to the root of the project.
	 * - `blocks`: components and directives that narrow their content: the scope, or the attribute
	 *   that names it.
	 *
	 * @default None: everything is open to everybody.
	 * @example
	 * ```js
	 * scopes: { paths: { 'src/content/docs/internal': 'staff' }, blocks: { Internal: 'staff' } }
	 * ```
	 */
	scopes?: ScopeOptions;

	/**
	 * For whom this build of the site is: a name, and the scopes that these readers may read.
	 *
	 * @default Everybody, who may read what no scope narrows.
	 * @example
	 * ```js
	 * audience: { name: 'staff', scopes: ['staff'] }
	 * ```
	 */
	audience?: Audience;

	/**
	 * The folder of the index, without `base`.
	 *
	 * @default `'/citable/'`
	 */
	assets?: string;

	/**
	 * The folder of the provenance pages, without `base`; `false` for a site without them.
	 *
	 * @default `'/citable/source/'`
	 */
	provenance?: string | false;

	/**
	 * Whether blocks of the rendered pages get anchors, so that a hit opens at the paragraph it is
	 * from: an `id` on paragraphs, list items, table rows and quotes, and an empty `div` before code.
	 *
	 * @default `true`
	 */
	anchors?: boolean;

	/**
	 * Keeps earlier generations, so that old citations still open: the index republishes them, and
	 * their documents keep provenance pages of their own. Cache the folder between builds, or commit
	 * it.
	 *
	 * - `dir`: the folder, relative to the root of the project.
	 * - `keep`: how many earlier generations are kept; 10 without it.
	 * - `git`: commits, tags or branches, newest first, whose generations are built again from git; with
	 *   these, no `dir` is needed.
	 *
	 * @default None: only the new generation can be opened.
	 * @example
	 * ```js
	 * history: { dir: '.citable-history', keep: 20 }
	 * ```
	 */
	history?: { dir?: string; keep?: number; git?: readonly string[] };

	/**
	 * How much findings matter, by code: `error` stops the build, `off` leaves them out.
	 *
	 * @default The severity that each code's page names.
	 * @example
	 * ```js
	 * findings: { 'link-broken': 'error', 'heading-duplicate': 'off' }
	 * ```
	 */
	findings?: Readonly<Partial<Record<Code, Severity | 'off'>>>;

	/**
	 * Ids of documents (`collection/entry`) that may fail. The index then says that it is not complete.
	 *
	 * @default `[]`
	 * @example
	 * ```js
	 * accept: ['docs/legacy/appendix']
	 * ```
	 */
	accept?: readonly string[];

	/**
	 * Whether the index holds files to search in, and which.
	 *
	 * - `engine`: `'minisearch'`, `'pagefind'`, or both in a list; the first searches unless a reader
	 *   names the other.
	 * - `synonyms`: groups of words that stand for one another on this site.
	 * - `pages`: the folder, without `base`, of an index for Pagefind's own interface, whose
	 *   results lead to chunks. What is in the folder is replaced: with `'/pagefind/'`, the index
	 *   that Starlight makes of its pages.
	 * - `embed` and `model`: a function that makes one vector for each text, and the name of the model
	 *   behind it; readers who have the same model search by meaning as well.
	 *
	 * @default `true`: those of MiniSearch.
	 * @example
	 * ```js
	 * search: { engine: 'pagefind', synonyms: [['quay', 'wharf', 'pier']] }
	 * ```
	 */
	search?: boolean | SiteSearchOptions;

	/**
	 * The git commit of the sources, for the record. It becomes part of the generation's id.
	 *
	 * @default None.
	 * @example
	 * ```js
	 * commit: process.env.GITHUB_SHA
	 * ```
	 */
	commit?: string;
}
