import { rmSync } from 'node:fs';
import { CitableError, type Generation } from '../core/index.ts';
import { buildFolder } from './build.ts';
import { layOut, type GitRevision } from './git.ts';
import type { BuildOptions } from './options.ts';

/** Generations of earlier revisions, built again. */
export interface RebuiltRevisions {
	/** In the order in which the revisions were named. Their files can be read until `remove()`. */
	readonly generations: readonly Generation[];
	/** What revisions lack: documents that cannot be read, or all where it shows what it may not. */
	readonly notes: readonly CitableError[];
	/** Removes the temporary folders. */
	remove(): void;
}

/**
 * Builds a generation of a folder.
 *
 * @param commit The commit that the folder is laid out from.
 * @param accept Ids of documents whose failure is accepted.
 */
export type BuildRevision = (
	folder: string,
	commit: string,
	accept: readonly string[],
) => Promise<Generation>;

/** Builds revisions under the options of the present build. */
export function revisionBuilder(options: BuildOptions): BuildRevision {
	return async (folder, commit, accept) => {
		const own: BuildOptions = { ...options, accept: [...accept], commit, search: false };
		// A cache forgets what a build did not ask for, and the present build asks for other files.
		delete own.cache;
		return (await buildFolder(folder, own, 'heads')).generation;
	};
}

/**
 * Builds generations of a folder as earlier commits hold it. What cannot be read of a revision is an
 * accepted gap of its generation, since nobody can mend it any more.
 *
 * @param revisions What `findRevisions` gives; newest first, as they are retained.
 * @param accept Ids of documents whose failure is accepted anyway.
 * @param build Builds one revision; its files may be read as long as its folder is there.
 * @throws {CitableError} `git-revision-unknown`, and what building throws.
 */
export async function rebuildRevisions(
	revisions: readonly GitRevision[],
	accept: readonly string[],
	build: BuildRevision,
): Promise<RebuiltRevisions> {
	const generations: Generation[] = [];
	const notes: CitableError[] = [];
	const folders: string[] = [];
	const remove = (): void => {
		for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
	};
	try {
		for (const revision of revisions) {
			const folder = layOut(revision);
			folders.push(folder);
			const { ref, commit } = revision;
			let generation = await build(folder, commit, accept);
			const { failed } = generation;
			for (const { id, error } of failed) {
				const { message: reason } = error;
				notes.push(new CitableError('git-revision-incomplete', { ref, id, reason }));
			}
			if (failed.length > 0)
				generation = await build(folder, commit, [...accept, ...failed.map(({ id }) => id)]);
			const leak = generation.blocking.find(({ code }) => code === 'scope-leak');
			if (leak === undefined) generations.push(generation);
			else {
				const { id } = generation;
				notes.push(new CitableError('generation-lost', { id, reason: leak.message }));
			}
		}
	} catch (error) {
		remove();
		throw error;
	}
	return { generations, notes, remove };
}
