import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DocumentCache, hash, type Configuration } from '../core/index.ts';
import { reasonOf } from './file-errors.ts';

/** What an earlier build left, and where this one leaves its own. */
export interface BuildCache {
	readonly documents: DocumentCache;
	/** Why nothing of an earlier build is used, where there is something. */
	readonly note?: string;
	/**
	 * Leaves the documents of this build for the next one.
	 *
	 * @returns Why that did not work; a build does not fail for it.
	 */
	save(): string | undefined;
}

const FILE = 'documents.cache';

/** The first line of a cache; the digest of the rest follows it. */
const TITLE = 'astro-citable cache 1 ';

/** Opens a cache. What is broken or of another program is left out, with a note. */
export function openCache(dir: string, configuration: Configuration, search: boolean): BuildCache {
	const file = join(dir, FILE);
	const { written, note } = readCache(file);
	const documents = new DocumentCache(configuration, search, written);
	return {
		documents,
		...(note === undefined ? {} : { note }),
		save: () => {
			// A build that reads nothing new leaves nothing new.
			if (documents.misses === 0 && documents.isComplete) return undefined;
			return writeCache(dir, file, documents.write());
		},
	};
}

function readCache(file: string): { written?: string; note?: string } {
	let content: string;
	try {
		content = readFileSync(file, 'utf8');
	} catch (cause) {
		if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return {};
		return { note: `The cache ${file} is not used: ${reasonOf(cause)}.` };
	}
	const end = content.indexOf('\n');
	const title = content.slice(0, end);
	if (!title.startsWith(TITLE)) return { note: `The cache ${file} is not used: it is none.` };
	const written = content.slice(end + 1);
	if (title.slice(TITLE.length) !== hash(written))
		return { note: `The cache ${file} is not used: it is broken.` };
	return { written };
}

function writeCache(dir: string, file: string, written: string): string | undefined {
	const unfinished = `${file}.${randomBytes(6).toString('hex')}.unfinished`;
	try {
		mkdirSync(dir, { recursive: true });
		writeFileSync(unfinished, `${TITLE}${hash(written)}\n${written}`);
		renameSync(unfinished, file);
		return undefined;
	} catch (cause) {
		try {
			rmSync(unfinished, { force: true });
		} catch {
			// Where nothing can be written there is nothing to remove.
		}
		return `The cache ${file} cannot be written: ${reasonOf(cause)}.`;
	}
}
