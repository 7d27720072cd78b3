import { randomBytes } from 'node:crypto';
import {
	closeSync,
	existsSync,
	fsync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { CitableError } from '../core/errors.ts';
import { paths, type IndexFile } from '../core/format/files.ts';
import type { Generation } from '../core/generation.ts';
import { reasonOf } from './file-errors.ts';
import { withFolderLock } from './folder-lock.ts';

/** What writing an index did. */
export interface WrittenIndex {
	/** Files written because they were missing or different. */
	readonly written: number;
	/** Files that were there already, and were left alone. */
	readonly kept: number;
	/** Files removed because no generation of the index has them. */
	readonly removed: number;
	/** Bytes of the whole index. */
	readonly bytes: number;
}

/** Files that are written at the same time; more gain nothing on any disk tried. */
const AT_ONCE = 16;

/** Ends of the names of files that are being written. */
const UNFINISHED = '.unfinished';

/**
 * Writes the files of an index into a folder. Every file appears whole or not at all, the pointer
 * changes last, and files of no generation are removed after that: whenever the process is
 * stopped, the folder holds the index from before or the new one. Where an index stands already, the
 * same holds when the machine loses its power.
 *
 * @param files In the order in which they may be written; the pointer is the last.
 * @throws {CitableError} `output-not-writable`, `output-locked`
 */
export async function writeIndex(
	folder: string,
	files: readonly IndexFile[],
): Promise<WrittenIndex> {
	return writing(folder, () => {
		mkdirSync(folder, { recursive: true });
		return withFolderLock(folder, () => writeFiles(folder, files));
	});
}

/**
 * Says of an error of the file system that a folder cannot be written.
 *
 * @throws {CitableError} `output-not-writable`
 */
export async function writing<Result>(
	folder: string,
	task: () => Promise<Result>,
): Promise<Result> {
	try {
		return await task();
	} catch (cause) {
		if (cause instanceof CitableError) throw cause;
		const file = (cause as NodeJS.ErrnoException).path ?? folder;
		throw new CitableError('output-not-writable', { reason: reasonOf(cause) }, { file, cause });
	}
}

/** Writes one generation, and nothing else, into a folder. See {@link writeIndex}. */
export function writeGeneration(
	folder: string,
	generation: Pick<Generation, 'files'>,
): Promise<WrittenIndex> {
	return writeIndex(folder, generation.files);
}

/** Does what `writeIndex` does, for one who holds the lock of the folder. */
export async function writeFiles(
	folder: string,
	files: readonly IndexFile[],
): Promise<WrittenIndex> {
	// Where no index stands there is none to lose, and waiting for the disk takes longer than the rest.
	const lasting = existsSync(join(folder, paths.pointer));
	const sizes = new Map<string, number>();
	const written: string[] = [];
	const write = async ({ path, content }: IndexFile): Promise<void> => {
		const size = Buffer.byteLength(content);
		sizes.set(path, size);
		if (isWritten(join(folder, path), content, size)) return;
		written.push(path);
		await writeWhole(join(folder, path), content, lasting);
	};
	const others = new Map(files.map((file) => [file.path, file]));
	const pointer = others.get(paths.pointer);
	if (pointer === undefined) throw new TypeError('An index has a pointer.');
	others.delete(paths.pointer);
	for (const name of new Set(files.map(({ path }) => dirname(join(folder, path)))))
		mkdirSync(name, { recursive: true });
	// A file is put together when it is its turn, so that few of them are in memory at a time.
	await inParallel([...others.values()], write);
	if (lasting) await syncFolders(folder, written);
	const before = written.length;
	await write(pointer);
	if (lasting) await syncFolders(folder, written.slice(before));
	return {
		written: written.length,
		kept: sizes.size - written.length,
		removed: removeOthers(folder, sizes),
		bytes: [...sizes.values()].reduce((total, size) => total + size, 0),
	};
}

/** A file of the right name with other content is what a failing disk leaves: it is written again. */
function isWritten(file: string, content: IndexFile['content'], size: number): boolean {
	const stats = statSync(file, { throwIfNoEntry: false });
	if (stats?.isFile() !== true || stats.size !== size) return false;
	return readFileSync(file).equals(typeof content === 'string' ? Buffer.from(content) : content);
}

/** Only the wait for the disk is left to others: to hand over each step would take longer than the step. */
const sync = promisify(fsync);

/** @param lasting Whether the content must be on the disk before the file has its name. */
async function writeWhole(
	file: string,
	content: IndexFile['content'],
	lasting: boolean,
): Promise<void> {
	const unfinished = `${file}.${randomBytes(6).toString('hex')}${UNFINISHED}`;
	try {
		const descriptor = openSync(unfinished, 'wx');
		try {
			writeFileSync(descriptor, content);
			if (lasting) await sync(descriptor);
		} finally {
			closeSync(descriptor);
		}
		renameSync(unfinished, file);
	} catch (error) {
		rmSync(unfinished, { force: true });
		throw error;
	}
}

/** A renamed file is there for good only once its folder is on the disk. */
async function syncFolders(folder: string, files: readonly string[]): Promise<void> {
	if (process.platform === 'win32') return;
	for (const name of new Set(files.map((file) => dirname(join(folder, file))))) {
		const descriptor = openSync(name, 'r');
		try {
			await sync(descriptor);
		} finally {
			closeSync(descriptor);
		}
	}
}

/** Folders of an index; what lies in them under other names than those of an index is not ours. */
const FOLDERS = [
	'generations',
	'catalog',
	'documents',
	'duplicates',
	'expansion',
	'fidelity',
	'search',
	'sources',
	'vectors',
];
const OURS = /^[0-9a-f]{64}\.(?:json|mdx?|bin)(?:\.[0-9a-f]{12}\.unfinished)?$/;

/** Removes files of no generation, and what a stopped build left unfinished. */
function removeOthers(folder: string, contents: ReadonlyMap<string, unknown>): number {
	let removed = 0;
	const remove = (path: string): void => {
		rmSync(join(folder, path), { force: true });
		removed++;
	};
	for (const own of FOLDERS) {
		for (const name of namesIn(join(folder, own)))
			if (OURS.test(name) && !contents.has(`${own}/${name}`)) remove(`${own}/${name}`);
	}
	for (const own of ['', dirname(paths.schema(''))]) {
		for (const name of namesIn(join(folder, own)))
			if (/\.json\.[0-9a-f]{12}\.unfinished$/.test(name)) remove(join(own, name));
	}
	for (const name of foldersIn(join(folder, 'pagefind'))) {
		const own = `pagefind/${name}`;
		const files = filesUnder(join(folder, own)).map((file) => `${own}/${file}`);
		for (const file of files) if (!contents.has(file)) remove(file);
		if (!files.some((file) => contents.has(file)))
			rmSync(join(folder, own), { recursive: true, force: true });
	}
	return removed;
}

/** Folders that Pagefind made; others beside them are not ours. */
function foldersIn(folder: string): string[] {
	try {
		return readdirSync(folder).filter((name) => /^[0-9a-f]{64}$/.test(name));
	} catch {
		return [];
	}
}

function filesUnder(folder: string): string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/'));
}

function namesIn(folder: string): string[] {
	try {
		return readdirSync(folder, { withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map(({ name }) => name);
	} catch {
		return [];
	}
}

async function inParallel<Item>(
	items: readonly Item[],
	task: (item: Item) => Promise<void>,
): Promise<void> {
	let next = 0;
	const work = async (): Promise<void> => {
		for (let item = items[next++]; item !== undefined; item = items[next++]) await task(item);
	};
	const results = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
	const failed = results.find((result) => result.status === 'rejected');
	if (failed !== undefined) throw failed.reason;
}
