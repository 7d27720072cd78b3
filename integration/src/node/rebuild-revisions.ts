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
 * Builds generations of a content folder as earlier commits hold it, under the options of the
 * present build. What cannot be read of a revision is an accepted gap of its generation, since
 * nobody can mend it any more.
 *
 * @param revisions What `findRevisions` gives; newest first, as they are retained.
 * @throws {CitableError} `git-revision-unknown`, and what `buildFolder` throws.
 */
export async function rebuildRevisions(
	revisions: readonly GitRevision[],
	options: BuildOptions,
): Promise<RebuiltRevisions> {
	const generations: Generation[] = [];
	const notes: CitableError[] = [];
	const folders: string[] = [];
	const remove = (): void => {
		for (const laidOut of folders.splice(0)) rmSync(laidOut, { recursive: true, force: true });
	};
	try {
		for (const revision of revisions) {
			const laidOut = layOut(revision);
			folders.push(laidOut);
			const own: BuildOptions = { ...options, commit: revision.commit, search: false };
			// A cache forgets what a build did not ask for, and the present build asks for other files.
			delete own.cache;
			const build = async (accept: readonly string[]): Promise<Generation> =>
				(await buildFolder(laidOut, { ...own, accept: [...accept] }, 'heads')).generation;
			let generation = await build(options.accept ?? []);
			const { failed } = generation;
			for (const { id, error } of failed)
				notes.push(
					new CitableError('git-revision-incomplete', {
						ref: revision.ref,
						id,
						reason: error.message,
					}),
				);
			if (failed.length > 0)
				generation = await build([...(options.accept ?? []), ...failed.map(({ id }) => id)]);
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
