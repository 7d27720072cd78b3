import { readFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { CitableError } from '../core/index.ts';
import { reasonOf } from './file-errors.ts';

/**
 * Gives the files of an index in a folder, by their paths inside the index: what a client needs to
 * read an index without a network.
 *
 * @throws {CitableError} `file-missing` where a file cannot be read.
 */
export function openFolder(folder: string): (path: string) => Promise<Uint8Array> {
	const root = resolve(folder);
	return async (path) => {
		const file = join(root, path);
		try {
			if (!file.startsWith(root + sep)) throw new Error('its path leads out of the index');
			return await readFile(file);
		} catch (cause) {
			throw new CitableError('file-missing', { path, reason: reasonOf(cause) }, { file, cause });
		}
	};
}
