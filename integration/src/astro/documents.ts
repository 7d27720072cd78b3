import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fill } from '../core/codes.ts';
import { codes, CitableError, type Code, type DocumentInput, type Finding } from '../core/index.ts';
import { entryPath, pageAddress } from './addresses.ts';
import type { CollectionEntry, CollectionOptions } from './options.ts';
import type { Settings } from './settings.ts';
import type { Site } from './site.ts';

/** A collection as the routes hand it over. */
export interface Collection {
	readonly name: string;
	readonly entries: readonly StoredEntry[];
}

/** An entry as `getCollection()` gives it. */
export interface StoredEntry {
	readonly id: string;
	readonly data: Readonly<Record<string, unknown>>;
	readonly filePath?: string | undefined;
}

/** What the collections hold: documents to index, and what stands in the way of others. */
export interface Documents {
	/** Their bytes are read when they are needed; a file that cannot be read fails as a document. */
	readonly inputs: readonly DocumentInput[];
	readonly findings: readonly Finding[];
	/** Entries left out because they are drafts. */
	readonly drafts: number;
}

/** Reads the files of all collections that the settings do not leave out. */
export function documentsOf(
	collections: readonly Collection[],
	settings: Settings,
	site: Site,
): Documents {
	const inputs: DocumentInput[] = [];
	const findings: Finding[] = [];
	let drafts = 0;
	const wanted = collections.filter(({ name }) => optionsFor(name, settings) !== false);
	const names = wanted.map(({ name }) => name);
	for (const { name, entries } of wanted) {
		const options = optionsFor(name, settings) || {};
		if (entries.length === 0) findings.push(aboutCollection('empty-collection', name));
		if (entries.some((entry) => !isDocument(entry)))
			findings.push(aboutCollection('collection-without-files', name));
		for (const entry of entries) {
			if (!isDocument(entry)) continue;
			if (options.include === undefined) {
				if (site.command === 'build' && entry.data['draft'] === true) {
					drafts++;
					continue;
				}
			} else if (!options.include(entry)) continue;
			inputs.push(documentInput(name, entry, options, names, settings, site));
		}
	}
	return { inputs, findings, drafts };
}

function documentInput(
	collection: string,
	entry: CollectionEntry,
	options: CollectionOptions,
	collections: readonly string[],
	settings: Settings,
	site: Site,
): DocumentInput {
	const path = entryPath(site, collection, entry, options, collections);
	const language = languageOf(entry, options, site);
	return {
		collection,
		entry: entry.id,
		path: entry.filePath,
		...(path === undefined ? {} : { url: pageAddress(site, path) }),
		...(settings.provenance === false
			? {}
			: {
					provenance: pageAddress(
						site,
						`${settings.provenance}${provenancePath(site, collection, entry.id)}`,
					),
				}),
		...(language === undefined ? {} : { language }),
		get bytes(): Uint8Array {
			return readDocument(site.root, entry.filePath);
		},
	};
}

function readDocument(root: string, path: string): Uint8Array {
	try {
		return readFileSync(resolve(root, path));
	} catch (cause) {
		const reason = (cause as Error).message;
		throw new CitableError('unreadable-file', { reason }, { file: path, cause });
	}
}

/** The path, inside the folder of all of them, of the page that shows a document's source. */
export function provenancePath(site: Site, collection: string, entry: string): string {
	// A file index.html would stand for the folder that it lies in.
	const name = site.format === 'directory' ? entry : entry.replace(/(^|\/)index$/, '$1_index');
	return `${collection}/${name}`;
}

/** The options of a collection; false where they leave it out. */
export function optionsFor(name: string, { collections }: Settings): false | CollectionOptions {
	const own = Object.hasOwn(collections, name) ? collections[name] : undefined;
	return own ?? (Object.hasOwn(collections, '*') ? collections['*'] : undefined) ?? {};
}

function isDocument(entry: StoredEntry): entry is CollectionEntry {
	return entry.filePath !== undefined && /\.mdx?$/.test(entry.filePath);
}

function languageOf(
	entry: CollectionEntry,
	{ language }: CollectionOptions,
	site: Site,
): string | undefined {
	if (typeof language === 'string') return language;
	if (language !== undefined) return language(entry);
	for (const field of ['lang', 'language']) {
		const value = entry.data[field];
		if (typeof value === 'string' && value !== '') return value;
	}
	const [first = ''] = entry.id.split('/');
	return site.languages.get(first.toLowerCase()) ?? site.defaultLanguage;
}

/** A finding about a whole collection, which has no file. */
function aboutCollection(code: Code, collection: string): Finding {
	return {
		code,
		severity: codes[code].severity,
		message: fill(codes[code].message, { collection }),
		hint: fill(codes[code].hint, { collection }),
		file: '',
		line: 1,
		column: 1,
		start: 0,
		end: 0,
	};
}
