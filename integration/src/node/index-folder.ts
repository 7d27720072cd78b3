import { readFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { open, type CitableIndex, type Load, type OpenOptions } from '../client/index.ts';
import { loadFrom } from '../client/index-files.ts';
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

/** The files of an index in a folder or at a URL. */
export function loadIndex(place: string): Load {
	return isUrl(place) ? loadFrom(place.endsWith('/') ? place : `${place}/`) : openFolder(place);
}

/**
 * Opens an index in a folder or at a URL.
 *
 * @param options What `open` of the client takes, but how to read files.
 * @throws {CitableError} What `open` of the client throws.
 */
export function openIndex(
	place: string,
	options: Omit<OpenOptions, 'load' | 'name'> = {},
): Promise<CitableIndex> {
	return isUrl(place)
		? open(place, options)
		: open({ load: openFolder(place), name: place, ...options });
}

function isUrl(place: string): boolean {
	return /^https?:/i.test(place);
}
