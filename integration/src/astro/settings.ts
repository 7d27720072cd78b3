import * as z from 'zod';
import {
	adapterSchema,
	calloutSeverities,
	CitableError,
	codes,
	componentsSchema,
	defaultGovernanceFields,
	engineNames,
	everybody,
	policyFrom,
	presetsOf,
	scopeRules,
	structure,
	type AdapterPreset,
	type Audience,
	type ChunkPolicy,
	type ScopeRules,
} from '../core/index.ts';
import type { AllSearchOptions } from '../node/search-files.ts';
import { closest } from './closest.ts';
import type { CitableOptions, CollectionOptions } from './options.ts';

/** Options that are complete and checked. */
export interface Settings {
	readonly collections: Readonly<Record<string, false | CollectionOptions>>;
	readonly policy: ChunkPolicy;
	readonly presets: readonly AdapterPreset[];
	readonly callouts: NonNullable<CitableOptions['callouts']>;
	readonly syntax: Required<NonNullable<CitableOptions['syntax']>>;
	readonly parser: NonNullable<CitableOptions['parser']>;
	readonly governance: NonNullable<CitableOptions['governance']>;
	readonly scopes: ScopeRules | undefined;
	readonly audience: Audience;
	/** Starts and ends with a slash. */
	readonly assets: string;
	/** Starts and ends with a slash. */
	readonly provenance: string | false;
	readonly anchors: boolean;
	readonly history: CitableOptions['history'];
	readonly findings: NonNullable<CitableOptions['findings']>;
	readonly accept: readonly string[];
	readonly search: boolean | AllSearchOptions;
	/** The folder of an index for Pagefind's own interface; starts and ends with a slash. */
	readonly searchPages: string | undefined;
	readonly commit: string | undefined;
}

const names = (list: readonly string[]) => list.map((name) => `'${name}'`).join(', ');
const filled = (wanted: string) => z.string({ error: wanted }).min(1, { error: wanted });
const callback = (wanted: string) =>
	z.custom((value) => typeof value === 'function', { error: wanted });

const folder = (example: string) =>
	z.string({ error: `a path such as '${example}'` }).superRefine((path, context) => {
		const mended = `/${path.replace(/^\/+|\/+$/g, '')}/`.replace('//', '/');
		if (
			/^[a-z][a-z\d+.-]*:/i.test(path) ||
			/[?#\s[\]]/.test(path) ||
			path.split('/').includes('..')
		)
			context.addIssue({ code: 'custom', message: `a path of the site such as '${example}'` });
		else if (mended === '/')
			context.addIssue({ code: 'custom', message: `a folder of its own such as '${example}'` });
		else if (mended !== path)
			context.addIssue({
				code: 'custom',
				message: `a path that starts and ends with a slash: '${mended}'`,
			});
	});

const collectionSchema = z.strictObject(
	{
		url: z
			.union([
				z.literal(false),
				callback('a function'),
				z.string().refine((pattern) => pattern.startsWith('/') && pattern.includes('[entry]'), {
					error: `a pattern such as '/blog/[entry]/', a function, or false`,
				}),
			])
			.optional(),
		include: callback('a function that takes an entry and returns true or false').optional(),
		language: z.union([z.string().min(2), callback('a function')]).optional(),
	},
	{ error: 'false or an object such as { url: "/blog/[entry]/" }' },
);

const engines = `${names(engineNames)}, or a list of them`;

/** What is wanted where a union fits in none of its forms. */
const unions: Readonly<Record<string, string>> = {
	'collections.*.url': `a pattern such as '/blog/[entry]/', a function, or false`,
	'collections.*.language': `a tag such as 'en', or a function`,
	'collections.*': `false, or an object such as { url: '/blog/[entry]/' }`,
	policy: `a name such as 'structure', or bounds such as { preferred: [128, 384], hardLimit: 800 }`,
	'scopes.blocks.*': `the name of a scope, or { attribute: 'for' }`,
	'syntax.directives': `true, false or 'auto'`,
	'syntax.math': `true, false, 'dollar' or 'auto'`,
	'search.engine': engines,
	provenance: `a path such as '/citable/source/', or false`,
	'components.*': `an adapter such as { name: 'Since', kind: 'label', text: ['version'] }, or a preset`,
	'components.*.severity': `one of ${names(calloutSeverities)}, or { attribute: 'type', otherwise: 'note' }`,
};

const tokens = z.int({ error: 'a whole number of tokens' }).positive({ error: 'above 0' });
const range = `two numbers of tokens such as [128, 384]`;

const scopesSchema = z.strictObject(
	{
		field: filled('the name of a field of the frontmatter').optional(),
		paths: z
			.record(z.string(), filled('the name of a scope'), {
				error: `an object such as { 'src/content/docs/internal': 'staff' }`,
			})
			.optional(),
		blocks: z
			.record(
				z.string(),
				z.union([filled('the name of a scope'), z.strictObject({ attribute: z.string().min(1) })]),
				{ error: `an object such as { Internal: 'staff' }` },
			)
			.optional(),
	},
	{ error: `an object such as { blocks: { Internal: 'staff' } }` },
);

const synonyms = `groups of two single words or more such as [['quay', 'wharf']]`;

const searchSchema = z
	.strictObject(
		{
			engine: z
				.union([z.enum(engineNames), z.array(z.enum(engineNames)).min(1)], { error: engines })
				.optional(),
			synonyms: z
				.array(
					z.array(z.string().regex(/^\S+$/, { error: synonyms })).min(2, { error: synonyms }),
					{
						error: synonyms,
					},
				)
				.optional(),
			pages: folder('/pagefind/').optional(),
			embed: callback('a function from texts to vectors').optional(),
			model: filled('the name of the model, such as `all-MiniLM-L6-v2`').optional(),
		},
		{ error: `true, false or an object such as { engine: 'pagefind' }` },
	)
	.refine(({ embed, model }) => embed === undefined || model !== undefined, {
		path: ['model'],
		error: 'the name of the model behind embed',
	});

const optionsSchema = z.strictObject(
	{
		collections: z
			.record(z.string(), z.union([z.literal(false), collectionSchema]), {
				error: `an object such as { docs: { url: '/[entry]/' }, authors: false }`,
			})
			.optional(),
		policy: z
			.union([
				z.string(),
				z.strictObject({
					minimum: tokens.optional(),
					preferred: z.tuple([tokens, tokens], { error: range }).optional(),
					hardLimit: tokens.optional(),
					headingPath: z.boolean().optional(),
				}),
			])
			.optional(),
		components: componentsSchema.optional(),
		callouts: z
			.record(
				z.string(),
				z.enum(calloutSeverities, { error: `one of ${names(calloutSeverities)}` }),
				{
					error: `an object such as { pitfall: 'warning' }`,
				},
			)
			.optional(),
		syntax: z
			.strictObject(
				{
					directives: z.union([z.boolean(), z.literal('auto')]).optional(),
					textDirectives: z.boolean({ error: 'true or false' }).optional(),
					math: z.union([z.boolean(), z.literal('dollar'), z.literal('auto')]).optional(),
				},
				{ error: `an object such as { directives: true }` },
			)
			.optional(),
		parser: z
			.enum(['auto', 'remark', 'satteri'], { error: `'auto', 'remark' or 'satteri'` })
			.optional(),
		governance: z
			.partialRecord(
				z.enum(Object.keys(defaultGovernanceFields) as [keyof typeof defaultGovernanceFields]),
				filled('the name of a field of the frontmatter'),
				{ error: `an object such as { effective: 'validFrom' }` },
			)
			.optional(),
		scopes: scopesSchema.optional(),
		audience: z
			.strictObject(
				{
					name: filled(`a name such as 'staff'`),
					scopes: z.array(filled('the name of a scope'), { error: `a list such as ['staff']` }),
				},
				{ error: `an object such as { name: 'staff', scopes: ['staff'] }` },
			)
			.optional(),
		assets: folder('/citable/').optional(),
		provenance: z.union([z.literal(false), folder('/citable/source/')]).optional(),
		anchors: z.boolean({ error: 'true or false' }).optional(),
		history: z
			.strictObject(
				{
					dir: filled(`a folder such as '.citable-history'`).optional(),
					keep: z.int({ error: 'a whole number' }).min(0).optional(),
					git: z
						.array(filled('a commit, tag or branch'), { error: `a list such as ['v1.0']` })
						.optional(),
				},
				{ error: `an object such as { dir: '.citable-history' }` },
			)
			.refine(({ dir, git }) => dir !== undefined || git !== undefined, {
				error: `an object such as { dir: '.citable-history' } or { git: ['v1.0'] }`,
			})
			.optional(),
		findings: z
			.partialRecord(
				z.enum(Object.keys(codes) as [keyof typeof codes]),
				z.enum(['error', 'warn', 'info', 'off'], { error: `'error', 'warn', 'info' or 'off'` }),
				{ error: `an object such as { 'link-broken': 'error' }` },
			)
			.optional(),
		accept: z
			.array(filled(`a document id such as 'docs/legacy'`), {
				error: `a list of document ids such as ['docs/legacy']`,
			})
			.optional(),
		// A union would not say what is wrong inside the object.
		search: z
			.preprocess((value) => (typeof value === 'boolean' ? {} : value), searchSchema.optional())
			.optional(),
		commit: filled('a git commit').optional(),
	},
	{ error: `an object such as { assets: '/citable/' }` },
);

/** Every key of the options, for the error about a key that is none. */
const optionKeys = Object.keys(optionsSchema.shape);

/**
 * Completes and checks the options of `citable()`.
 *
 * @throws {CitableError} `invalid-options`, naming each option that is wrong and what it should be;
 * `unknown-policy` and `invalid-bounds` where the policy makes no sense.
 */
export function settingsFrom(options: CitableOptions | undefined): Settings {
	const parsed = optionsSchema.safeParse(options ?? {});
	if (!parsed.success) {
		const problems = parsed.error.issues.map((issue) => describe(issue, options));
		throw new CitableError('invalid-options', {
			reason: problems.map(({ reason }) => reason).join('\n'),
			correction: problems.map(({ correction }) => correction).join('\n'),
		});
	}
	// The schema has checked what the types say.
	const checked = options ?? {};
	const assets = checked.assets ?? '/citable/';
	return {
		collections: checked.collections ?? {},
		policy:
			typeof checked.policy === 'string' ? policyFrom(checked.policy) : structure(checked.policy),
		presets: presetsOf(checked.components ?? []),
		callouts: checked.callouts ?? {},
		syntax: { directives: 'auto', textDirectives: false, math: 'auto', ...checked.syntax },
		parser: checked.parser ?? 'auto',
		governance: checked.governance ?? {},
		scopes: checked.scopes === undefined ? undefined : scopeRules(checked.scopes),
		audience: checked.audience ?? everybody,
		assets,
		provenance: checked.provenance ?? `${assets}source/`,
		anchors: checked.anchors ?? true,
		history: checked.history,
		findings: checked.findings ?? {},
		accept: checked.accept ?? [],
		...searchFrom(checked.search),
		commit: checked.commit,
	};
}

/** What the core makes of search, and what beside it. */
function searchFrom(option: CitableOptions['search']): Pick<Settings, 'search' | 'searchPages'> {
	if (typeof option !== 'object') return { search: option ?? true, searchPages: undefined };
	const { pages, ...search } = option;
	return { search, searchPages: pages };
}

interface Problem {
	readonly reason: string;
	readonly correction: string;
}

function describe(issue: z.core.$ZodIssue, options: unknown): Problem {
	const path = issue.path.map(String);
	const where = path.join('.');
	if (issue.code === 'unrecognized_keys') {
		const known = path.length === 0 ? optionKeys : knownKeysAt(path);
		const key = issue.keys[0] ?? '';
		const near = closest(key, known);
		return {
			reason:
				path[0] === 'findings'
					? `findings: there is no code ${key}.`
					: `there is no option ${[...path, key].join('.')}.`,
			correction:
				near === undefined
					? `Options here are ${known.join(', ')}.`
					: `Did you mean ${[...path, near].join('.')}?`,
		};
	}
	const wanted = wantedAt(issue, path);
	return {
		reason: `${where === '' ? 'they are' : `${where} is`} ${show(valueAt(options, path))}.`,
		correction: `${where === '' ? 'Pass' : `Set ${where} to`} ${wanted}.`,
	};
}

/** A union says what it wants as a whole, unless one of its forms was meant and says more. */
function wantedAt(issue: z.core.$ZodIssue, path: readonly string[]): string {
	if (issue.code === 'invalid_union') {
		const named = Object.entries(unions).find(([pattern]) =>
			matches(path, pattern.split('.')),
		)?.[1];
		const detailed = issue.errors.flat().find((inner) => inner.code === 'custom');
		if (detailed !== undefined && path[0] === 'provenance') return detailed.message;
		if (named !== undefined) return named;
	}
	return issue.message;
}

function matches(path: readonly string[], pattern: readonly string[]): boolean {
	return (
		path.length === pattern.length && pattern.every((part, at) => part === '*' || part === path[at])
	);
}

function knownKeysAt(path: readonly string[]): string[] {
	if (path[0] === 'collections') return Object.keys(collectionSchema.shape);
	if (path[0] === 'findings') return Object.keys(codes);
	if (path[0] === 'governance') return Object.keys(defaultGovernanceFields);
	if (path[0] === 'syntax') return ['directives', 'textDirectives', 'math'];
	if (path[0] === 'scopes') return Object.keys(scopesSchema.shape);
	if (path[0] === 'search') return Object.keys(searchSchema.shape);
	if (path[0] === 'history') return ['dir', 'keep', 'git'];
	if (path[0] === 'audience') return ['name', 'scopes'];
	if (path[0] === 'policy') return ['minimum', 'preferred', 'hardLimit', 'headingPath'];
	if (path[0] === 'components') return Object.keys(adapterSchema.shape);
	return [];
}

function valueAt(options: unknown, path: readonly string[]): unknown {
	return path.reduce<unknown>(
		(value, key) =>
			typeof value === 'object' && value !== null
				? (value as Record<string, unknown>)[key]
				: undefined,
		options,
	);
}

function show(value: unknown): string {
	if (typeof value === 'string') return `'${value}'`;
	if (typeof value === 'function') return 'a function';
	return value === undefined ? 'missing' : JSON.stringify(value);
}
