import { closeSync, openSync, readFileSync, readSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { CitableError } from '../core/index.ts';
import { unreadable } from './file-errors.ts';

/**
 * Reads files under a folder; a symbolic link may not lead out of it. Where folders really are is
 * asked once, so one who may have changed them makes another reader.
 */
export class FolderReader {
	private readonly root: string;
	private readonly isLink: (path: string) => boolean;
	private readonly folders = new Map<string, string>();

	/**
	 * @param root Real path of the folder.
	 * @param isLink Whether a file is a symbolic link itself, as far as that is known.
	 */
	constructor(root: string, isLink: (path: string) => boolean = () => true) {
		this.root = root;
		this.isLink = isLink;
	}

	/**
	 * The bytes of a file.
	 *
	 * @param path Relative to the folder, with forward slashes.
	 * @throws {CitableError} `unreadable-file`, `file-outside-root`
	 */
	read(path: string): Buffer {
		const real = this.locate(path);
		try {
			return readFileSync(real);
		} catch (cause) {
			throw unreadable(path, cause);
		}
	}

	/**
	 * The first bytes of a file, no more than asked for.
	 *
	 * @throws {CitableError} `unreadable-file`, `file-outside-root`
	 */
	readStart(path: string, length: number): Buffer {
		const real = this.locate(path);
		try {
			const descriptor = openSync(real, 'r');
			try {
				const bytes = Buffer.allocUnsafe(length);
				return bytes.subarray(0, readSync(descriptor, bytes));
			} finally {
				closeSync(descriptor);
			}
		} catch (cause) {
			throw unreadable(path, cause);
		}
	}

	private locate(path: string): string {
		const name = path.lastIndexOf('/');
		try {
			const real = this.isLink(path)
				? realpathSync.native(join(this.root, path))
				: this.folder(path.slice(0, Math.max(0, name))) + sep + path.slice(name + 1);
			if (isInside(this.root, real)) return real;
		} catch (cause) {
			throw unreadable(path, cause);
		}
		throw new CitableError('file-outside-root', {}, { file: path });
	}

	private folder(path: string): string {
		let real = this.folders.get(path);
		if (real === undefined)
			this.folders.set(path, (real = realpathSync.native(join(this.root, path))));
		return real;
	}
}

export function isInside(root: string, path: string): boolean {
	return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}
