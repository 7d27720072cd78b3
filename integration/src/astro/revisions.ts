import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { JSON_SCHEMA, load } from 'js-yaml';
import type { CitableError, DocumentInput, Generation } from '../core/index.ts';
import { readContentFolder, sluggedPath } from '../node/content-folder.ts';
import { findRevisions, rebuildRevisions, retain, saveHistory } from '../node/index.ts';
import { documentsOf, type Collection, type Documents, type StoredEntry } from './documents.ts';
import { historyOf } from './earlier-documents.ts';
import type { Settings } from './settings.ts';
import type { Site } from './site.ts';

/** Builds a generation of documents of the site, as a commit holds them. */
export type BuildDocuments = (
	documents: Documents,
	site: Site,
	commit: string,
	accept: readonly string[],
) => Promise<Generation>;

/**
 * Builds the revisions that the settings name again and puts them into the history, where those who
 * look for earlier generations find them. The entries of a revision are the files in the folders of
 * the present ones: the site's own loaders know the present files alone.
 *
 * @returns What is missing of the revisions.
 * @throws {CitableError} `git-unavailable`, `git-revision-unknown`, and what writing files throws.
 */
export async function recordRevisions(
	settings: Settings,
	site: Site,
	generation: Generation,
	present: readonly Collection[],
	build: BuildDocuments,
): Promise<readonly CitableError[]> {
	const { git = [], dir } = settings.history ?? {};
	const history = historyOf(settings, site);
	if (history === undefined || git.length === 0) return [];
	const revisions = findRevisions(site.root, git);
	// Without a folder of their own, the generations are those that are asked for, and no others.
	if (dir === undefined) await rm(history.dir, { recursive: true, force: true });
	const folders = foldersOf(present);
	const rebuilt = await rebuildRevisions(revisions, settings.accept, (root, commit, accept) => {
		const then = { ...site, root };
		return build(documentsOf(collectionsIn(root, folders), settings, then), then, commit, accept);
	});
	try {
		await saveHistory(history.dir, await retain(generation, history, rebuilt.generations));
	} finally {
		rebuilt.remove();
	}
	return rebuilt.notes;
}

/** The folder that the entries of each collection are named from. */
function foldersOf(collections: readonly Collection[]): ReadonlyMap<string, string> {
	return new Map(
		collections.map(({ name, entries }) => {
			for (const { id, filePath = '' } of entries) {
				for (let folder = dirname(filePath); folder !== '.'; folder = dirname(folder))
					if (sluggedPath(filePath.slice(folder.length + 1)) === id) return [name, folder];
			}
			// Where no entry tells, as Astro has it unless told otherwise.
			return [name, `src/content/${name}`];
		}),
	);
}

/** The entries of a folder, as the site's content loader would give them. */
function collectionsIn(
	root: string,
	folders: ReadonlyMap<string, string>,
): { name: string; entries: StoredEntry[] }[] {
	return Array.from(folders, ([name, base]) => ({
		name,
		entries: readContentFolder(root, { [name]: { base } }).inputs.map((input): StoredEntry => ({
			id: input.entry,
			filePath: input.path,
			data: dataOf(input),
		})),
	}));
}

/** The frontmatter of a file; nothing where it cannot be read, which the document itself says. */
function dataOf(input: DocumentInput): StoredEntry['data'] {
	try {
		const text = new TextDecoder().decode(input.bytes);
		const yaml = /^---[ \t]*\r?\n([^]*?)\r?\n---/.exec(text)?.[1] ?? '';
		const data = load(yaml, { schema: JSON_SCHEMA });
		return typeof data === 'object' && data !== null ? { ...data } : {};
	} catch {
		return {};
	}
}
