import { CitableError } from '../core/errors.ts';

/** An error of the file system, as a problem with a file. */
export function unreadable(file: string, cause: unknown): CitableError {
	return new CitableError('unreadable-file', { reason: reasonOf(cause) }, { file, cause });
}

/** What the file system says went wrong, in words. */
export function reasonOf(cause: unknown): string {
	const { code, message } = cause as NodeJS.ErrnoException;
	return (code === undefined ? undefined : REASONS[code]) ?? message;
}

/** What was thrown, in its own words. */
export function messageOf(cause: unknown): string {
	return cause instanceof Error ? cause.message : String(cause);
}

const REASONS: Readonly<Record<string, string>> = {
	ENOENT: 'it does not exist',
	ENOTDIR: 'a part of its path is no folder',
	EEXIST: 'a file of that name is in the way',
	EISDIR: 'it is a folder',
	EACCES: 'permission is denied',
	EPERM: 'permission is denied',
	EROFS: 'the file system is read-only',
	ENOSPC: 'the disk is full',
	EDQUOT: 'the disk quota is used up',
	EMFILE: 'too many files are open',
	ELOOP: 'symbolic links lead in a circle',
};
