import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import {
	canonicalJson,
	CitableError,
	FORMAT_VERSION,
	paths,
	type Generation,
	type GenerationManifest,
	type IndexFile,
	type Pointer,
} from '../core/index.ts';
import { withFolderLock } from './folder-lock.ts';
import { generationFiles, pointerOf, type GenerationFiles } from './generation-files.ts';
import { openFolder } from './index-folder.ts';
import { writeFiles, writeIndex, writing, type WrittenIndex } from './write-index.ts';

/** Where generations are kept so that old citations still open. */
export interface HistoryOptions {
	/** The folder; it holds an index without search files. Cache it, or commit it. */
	readonly dir: string;
	/** How many earlier generations are kept beside the current one. @default 10 */
	readonly keep?: number;
}

/** A generation together with the earlier ones that can still be opened. */
export interface Retention {
	/** Files of all of them; the pointer, which names them, is the last. */
	readonly files: readonly IndexFile[];
	/** Ids of the generations that can be opened, the current one first, then newer before older. */
	readonly retained: readonly string[];
	/** Generations that can be kept no longer, since their files are broken. */
	readonly lost: readonly CitableError[];
}

/** How many earlier generations are kept unless told otherwise. */
export const KEEP = 10;

/** What retention must know of the new generation. */
type Current = Pick<Generation, 'id' | 'files' | 'manifest' | 'pageCanary'>;

/**
 * Puts the generations of a history folder beside a new one. Nothing is written.
 *
 * @param rebuilt Earlier generations that were built again, newest first. They come before those of
 * the history, and are kept however many they are.
 *
 * A generation that holds what the readers of the new one may no longer read is lost, and so is one
 * whose files are broken.
 *
 * @throws {CitableError} `invalid-config` where the history is that of other readers,
 * `format-invalid` where the folder holds something else.
 */
export async function retain(
	generation: Current,
	{ dir, keep = KEEP }: HistoryOptions,
	rebuilt: readonly Current[] = [],
): Promise<Retention> {
	const load = openFolder(dir);
	const pointer = await pointerOf(load);
	const made = new Map(rebuilt.map((other) => [other.id, other]));
	const earlier = new Set([...made.keys(), ...(pointer?.retained ?? [])]);
	earlier.delete(generation.id);
	const most = Math.max(keep, made.size);
	const files = new Map<string, IndexFile>();
	const kept: string[] = [];
	const lost: CitableError[] = [];
	for (const id of earlier) {
		if (kept.length >= most) break;
		try {
			const again = made.get(id);
			const read = again === undefined ? await generationFiles(load, id) : ownFiles(again);
			checkReaders(generation, read.manifest, dir);
			const secret = withheldWords(generation, read.files);
			if (secret !== undefined) {
				const reason = `it holds what its readers may no longer read: “${secret}”.`;
				lost.push(new CitableError('generation-lost', { id, reason }, { file: dir }));
				continue;
			}
			for (const file of read.files) files.set(file.path, file);
			kept.push(id);
		} catch (error) {
			if (!(error instanceof CitableError) || error.code === 'invalid-config') throw error;
			const { message: reason } = error;
			lost.push(new CitableError('generation-lost', { id, reason }, { file: dir, cause: error }));
		}
	}
	for (const file of generation.files) if (file.path !== paths.pointer) files.set(file.path, file);
	const retained = [generation.id, ...kept];
	const current: Pointer = { format: FORMAT_VERSION, generation: generation.id, retained };
	return {
		files: [...files.values(), { path: paths.pointer, content: canonicalJson(current) }],
		retained,
		lost,
	};
}

/** What of a generation is kept when it is no longer the current one. */
function ownFiles({ manifest, files }: Current): GenerationFiles {
	const isOwn = ({ path }: IndexFile): boolean =>
		path !== paths.pointer && !path.startsWith('schema/');
	return { manifest, files: withoutSearch(files).filter(isOwn) };
}

/** A history shared by two audiences would hand the words of one to the other. */
function checkReaders({ manifest }: Current, kept: GenerationManifest, dir: string): void {
	if (manifest.audience === kept.audience) return;
	const name = (audience: string | undefined): string => audience ?? 'everybody';
	const reason = `The history ${dir} is that of ${name(kept.audience)}; this index is for ${name(manifest.audience)}, and needs a history of its own.`;
	throw new CitableError('invalid-config', { reason });
}

function withheldWords({ pageCanary }: Current, files: readonly IndexFile[]): string | undefined {
	if (pageCanary === undefined) return undefined;
	for (const { path, content } of files) {
		if (!/^(?:sources|catalog)\//.test(path)) continue;
		const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
		const [leak] = pageCanary.find(text);
		if (leak !== undefined) return leak.words;
	}
	return undefined;
}

/**
 * Writes what a history folder is to hold.
 *
 * @throws {CitableError} `output-not-writable`, `output-locked`
 */
export function saveHistory(
	dir: string,
	{ files }: Pick<Retention, 'files'>,
): Promise<WrittenIndex> {
	return writeIndex(dir, withoutSearch(files));
}

/** What publishing a generation did. */
export interface Published extends WrittenIndex, Pick<Retention, 'retained' | 'lost'> {}

/**
 * Writes a generation into a folder, with the earlier ones of its history beside it. The history is
 * written first: a generation that anybody can cite is never missing there. The folder may be its own
 * history.
 *
 * @param rebuilt Earlier generations that were built again, newest first; see `rebuildRevisions`.
 * @throws {CitableError} `output-not-writable`, `output-locked`, `format-invalid`
 */
export async function publish(
	folder: string,
	generation: Generation,
	history?: HistoryOptions,
	rebuilt: readonly Generation[] = [],
): Promise<Published> {
	if (history === undefined) {
		const written = await writeIndex(folder, generation.files);
		return { ...written, retained: [generation.id], lost: [] };
	}
	const { dir } = history;
	return writing(dir, () => {
		mkdirSync(dir, { recursive: true });
		// Two builds must not each keep what they found before the other wrote.
		return withFolderLock(dir, async () => {
			const { files, retained, lost } = await retain(generation, history, rebuilt);
			const own = resolve(dir) === resolve(folder);
			const written = own
				? await writeFiles(folder, files)
				: await writeFiles(dir, withoutSearch(files)).then(() => writeIndex(folder, files));
			return { ...written, retained, lost };
		});
	});
}

function withoutSearch(files: readonly IndexFile[]): IndexFile[] {
	return files.filter(({ path }) => !/^(?:search|pagefind|vectors)\//.test(path));
}
