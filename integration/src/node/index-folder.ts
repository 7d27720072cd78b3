import { readFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import type { Load } from '../client/index.ts';
import { reasonOf } from './file-errors.ts';

/**
 * Reads the files of an index in a folder, by their paths inside the index: what a client needs to
 * open an index without a network.
 */
export function openFolder(folder: string): Load {
	const root = resolve(folder);
	return async (path) => {
		const file = join(root, path);
		if (!file.startsWith(root + sep)) throw new Error('its path leads out of the index');
		try {
			return await readFile(file);
		} catch (cause) {
			throw new Error(reasonOf(cause), { cause });
		}
	};
}
