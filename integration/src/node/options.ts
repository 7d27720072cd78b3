import { readFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { policyFrom } from '../core/chunks/policies.ts';
import { structure } from '../core/chunks/structure.ts';
import { codes, type Code } from '../core/codes.ts';
import {
	calloutSeverities,
	CitableError,
	componentsSchema,
	configure,
	presetsOf,
	scopeRules,
	type Configuration,
	type Parser,
} from '../core/index.ts';
import { engineNames } from '../core/search/settings.ts';
import type { Embed } from '../core/search/vectors.ts';
import { messageOf, unreadable } from './file-errors.ts';

const strings = z.array(z.string());

/** Which search files are made. */
const searchSchema = z
	.strictObject({
		/** The engine; of several, the first searches unless a reader names another. */
		engine: z
			.union([z.enum(engineNames), z.array(z.enum(engineNames)).min(1).readonly()])
			.exactOptional(),
		/** Groups of words that stand for one another. */
		synonyms: z
			.array(z.array(z.string().regex(/^\S+$/, 'a synonym is one word')).min(2).readonly())
			.readonly()
			.exactOptional(),
		/** Makes one vector for each text, for searches that are semantic as well. */
		embed: z.custom<Embed>((value) => typeof value === 'function', 'a function').exactOptional(),
		/** The name of the model; vectors of another one are made anew. */
		model: z.string().min(1).exactOptional(),
	})
	.refine(({ embed, model }) => embed === undefined || model !== undefined, {
		error: 'with embed, model says which model it is',
		path: ['model'],
	});

/** What the configuration file of the command line may say. */
const optionsSchema = z.strictObject({
	/** Which files make up which collection; one collection `docs` of all files without it. */
	collections: z
		.record(
			z.string().regex(/^[^/]+$/, 'the name of a collection has no slash'),
			z.strictObject({
				base: z.string().exactOptional(),
				include: strings.exactOptional(),
				exclude: strings.exactOptional(),
				url: z.string().exactOptional(),
			}),
		)
		.exactOptional(),
	/** The name of a policy with its numbers, or the bounds of the policy `structure`. */
	policy: z
		.union([
			z.string(),
			z.strictObject({
				minimum: z.number().exactOptional(),
				preferred: z.tuple([z.number(), z.number()]).exactOptional(),
				hardLimit: z.number().exactOptional(),
				headingPath: z.boolean().exactOptional(),
			}),
		])
		.exactOptional(),
	/** What reads the sources; both give the same nodes. @default 'auto': the faster one that runs here. */
	parser: z.enum(['auto', 'remark', 'satteri']).exactOptional(),
	syntax: z
		.strictObject({
			directives: z.boolean().exactOptional(),
			textDirectives: z.boolean().exactOptional(),
			math: z.union([z.boolean(), z.literal('dollar')]).exactOptional(),
		})
		.exactOptional(),
	/** Names of callouts beyond the known ones, with their severity. */
	callouts: z.record(z.string(), z.enum(calloutSeverities)).exactOptional(),
	/** What components beyond the known ones mean: adapters, or presets of them. */
	components: componentsSchema.exactOptional(),
	/** The git commit of the sources, for the record. */
	commit: z.string().exactOptional(),
	/** Severities of findings, by code; `off` leaves findings of the code out. */
	findings: z
		.partialRecord(
			z.enum(Object.keys(codes) as [Code, ...Code[]]),
			z.enum(['error', 'warn', 'info', 'off']),
		)
		.exactOptional(),
	/** Which field of the frontmatter says what governs a document. */
	governance: z
		.strictObject({
			status: z.string().exactOptional(),
			version: z.string().exactOptional(),
			effective: z.string().exactOptional(),
			expires: z.string().exactOptional(),
			owner: z.string().exactOptional(),
			supersedes: z.string().exactOptional(),
			supersededBy: z.string().exactOptional(),
		})
		.exactOptional(),
	/** Who may read what; without it everything is open to everybody. */
	scopes: z
		.strictObject({
			field: z.string().min(1).exactOptional(),
			paths: z.record(z.string(), z.string().min(1)).exactOptional(),
			blocks: z
				.record(
					z.string().min(1),
					z.union([z.string().min(1), z.strictObject({ attribute: z.string().min(1) })]),
				)
				.exactOptional(),
		})
		.exactOptional(),
	/** For whom the index is: a name and the scopes that these readers may read. */
	audience: z
		.strictObject({ name: z.string().min(1), scopes: z.array(z.string().min(1)) })
		.exactOptional(),
	/** Ids of documents whose failure is accepted. */
	accept: strings.exactOptional(),
	/** Whether to make search files, and which. @default true */
	search: z.union([z.boolean(), searchSchema]).exactOptional(),
	/** What a generation must hold before it is published. */
	gates: z
		.strictObject({
			/** A file of gold questions. */
			gold: z.string().min(1),
			/** How much less than the published generation the new one may find, as a share. */
			maxRecallLoss: z.number().min(0).max(1),
		})
		.exactOptional(),
	/** A folder in which the next build finds what this one read. */
	cache: z.string().min(1).exactOptional(),
	/**
	 * Where earlier generations are kept, by default in the output; how many; and commits, tags or
	 * branches whose generations are built again from git, newest first. Without it only the new
	 * generation can be opened.
	 */
	history: z
		.strictObject({
			dir: z.string().min(1).exactOptional(),
			keep: z.int().min(0).exactOptional(),
			git: z.array(z.string().min(1)).exactOptional(),
		})
		.exactOptional(),
});

/** Options of a build without Astro: what a configuration file says. */
export type BuildOptions = z.infer<typeof optionsSchema>;

/**
 * Checks options, whatever they come from.
 *
 * @throws {CitableError} `invalid-config`, naming every option that is wrong.
 */
export function parseOptions(value: unknown, file?: string): BuildOptions {
	const result = optionsSchema.safeParse(value);
	if (result.success) return result.data;
	const reason = result.error.issues
		.map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
		.join('; ');
	throw new CitableError('invalid-config', { reason }, { file });
}

/**
 * Reads a configuration file: JSON, or a JavaScript module whose default export holds the options.
 *
 * @throws {CitableError} `unreadable-file`, `invalid-config`
 */
export async function readOptions(file: string): Promise<BuildOptions> {
	let value: unknown;
	if (['.js', '.mjs', '.ts', '.mts'].includes(extname(file))) {
		try {
			const module = (await import(pathToFileURL(resolve(file)).href)) as { default?: unknown };
			value = module.default;
		} catch (cause) {
			throw new CitableError('invalid-config', { reason: messageOf(cause) }, { file, cause });
		}
	} else {
		value = await readJson(file, 'invalid-config');
	}
	return parseOptions(value, file);
}

/**
 * Reads a JSON file.
 *
 * @param code What a file that is no JSON is not.
 * @throws {CitableError} `unreadable-file`, or the code.
 */
export async function readJson(
	file: string,
	code: 'invalid-config' | 'invalid-citation' | 'invalid-gold',
): Promise<unknown> {
	let text: string;
	try {
		text = await readFile(file, 'utf8');
	} catch (cause) {
		throw unreadable(file, cause);
	}
	try {
		return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
	} catch (cause) {
		throw new CitableError(code, { reason: messageOf(cause) }, { file, cause });
	}
}

/** The configuration that options stand for. */
export function configurationFrom(options: BuildOptions, parser?: Parser): Configuration {
	const { policy, syntax, callouts, components, findings, governance, scopes } = options;
	return configure({
		...(parser === undefined ? {} : { parser }),
		...(policy === undefined
			? {}
			: { policy: typeof policy === 'string' ? policyFrom(policy) : structure(policy) }),
		...(syntax === undefined ? {} : { syntax }),
		...(callouts === undefined ? {} : { callouts }),
		...(components === undefined ? {} : { adapters: presetsOf(components) }),
		...(findings === undefined ? {} : { severities: findings }),
		...(governance === undefined ? {} : { governance }),
		...(scopes === undefined ? {} : { scopes: scopeRules(scopes) }),
	});
}
