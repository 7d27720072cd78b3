import { join, resolve } from 'node:path';
import { open } from '../client/index.ts';
import {
	indexDocument,
	type CitableError,
	type Configuration,
	type Generation,
} from '../core/index.ts';
import type { ReferencedDocument } from '../core/references.ts';
import { KEEP } from '../node/history.ts';
import { openFolder, retain, type HistoryOptions } from '../node/index.ts';
import type { Settings } from './settings.ts';
import type { Site } from './site.ts';

/** A document as an earlier generation holds it, which the current one does not. */
export interface EarlierDocument {
	/** The newest generation that holds it. */
	readonly generation: string;
	readonly indexed: ReferencedDocument;
}

/** What is kept of earlier generations. */
export interface Earlier {
	/** Newest first. */
	readonly documents: readonly EarlierDocument[];
	/** Generations that can be kept no longer. */
	readonly lost: readonly CitableError[];
}

export const nothingEarlier: Earlier = { documents: [], lost: [] };

/** Where the history is and how much it keeps: never less than what is built again from git. */
export function historyOf(
	{ history }: Settings,
	{ root, cacheDir }: Site,
): HistoryOptions | undefined {
	if (history === undefined) return undefined;
	const { dir, keep = KEEP, git = [] } = history;
	return {
		dir: dir === undefined ? join(cacheDir, 'revisions') : resolve(root, dir),
		keep: Math.max(keep, git.length),
	};
}

/**
 * Reads the documents of earlier generations, so that their provenance pages stay. Their nodes are
 * read anew, for the page's colours alone; sections and chunks are those of their generation.
 *
 * @throws {CitableError} what `retain` throws.
 */
export async function readEarlier(
	settings: Settings,
	site: Site,
	generation: Generation,
	configuration: Configuration,
): Promise<Earlier> {
	const history = historyOf(settings, site);
	if (history === undefined) return nothingEarlier;
	const { retained, lost } = await retain(generation, history);
	const seen = new Set(generation.documents.map(({ document }) => document.key));
	const documents: EarlierDocument[] = [];
	const load = openFolder(history.dir);
	for (const id of retained.slice(1)) {
		const index = await open({ load, name: history.dir, generation: id });
		for (const entry of await index.documents()) {
			if (seen.has(entry.key)) continue;
			seen.add(entry.key);
			const view = await index.view(entry);
			const { content, text, description } = view;
			const bytes = new TextEncoder().encode(text);
			const { collection, entry: name, path } = description;
			const read = indexDocument({ collection, entry: name, path, bytes }, configuration);
			documents.push({
				generation: id,
				indexed: {
					...read,
					document: description,
					sections: content.sections.map((section, order) => ({
						...section,
						id: view.sectionId(order),
						order,
						stretches: [],
					})),
					chunks: content.chunks.map((chunk, order) => ({
						...chunk,
						id: view.chunkId(order),
						order,
						exact: chunk.prefix === undefined,
					})),
					references: { links: [], transclusions: [], images: [] },
				},
			});
			index.forget(entry);
		}
	}
	return { documents, lost };
}
