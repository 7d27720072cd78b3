import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CitableError } from '../core/index.ts';
import { reasonOf, unreadable } from './file-errors.ts';

/** A folder as a commit holds it. */
export interface GitRevision {
	/** The commit, tag or branch, as it was named. */
	readonly ref: string;
	/** Digits of the commit. */
	readonly commit: string;
	/** A folder inside the repository. */
	readonly folder: string;
	/** The path of that folder inside the repository; empty for its root. */
	readonly prefix: string;
}

/** A file or symbolic link of a commit. */
interface TreeEntry {
	readonly path: string;
	readonly object: string;
	readonly isLink: boolean;
}

/** How many files are read at once: their bytes are held until they are written. */
const AT_ONCE = 500;

/**
 * Finds the commits that refs name: commits, tags or branches.
 *
 * @throws {CitableError} `git-unavailable` where there is no git, or the folder is in no repository;
 * `git-revision-unknown`; `unreadable-file` where there is no such folder.
 */
export function findRevisions(folder: string, refs: readonly string[]): GitRevision[] {
	if (refs.length === 0) return [];
	let real: string;
	try {
		real = realpathSync.native(folder);
	} catch (cause) {
		throw unreadable(folder, cause);
	}
	const repository = git(real, ['rev-parse', '--show-prefix']);
	if (repository.status !== 0) throw unavailable(repository.problem);
	const prefix = repository.output.toString().replace(/\r?\n$/, '');
	return refs.map((ref) => {
		const found = git(real, ['rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`]);
		if (found.status === 0)
			return { ref, commit: found.output.toString().trim(), folder: real, prefix };
		const shallow = git(real, ['rev-parse', '--is-shallow-repository']);
		const reason =
			shallow.output.toString().trim() === 'true'
				? 'the clone is shallow and has no such commit'
				: 'there is no such commit';
		throw unknownRevision(ref, reason);
	});
}

/**
 * Lays the files of a revision out in a temporary folder. The working tree is neither read nor
 * changed.
 *
 * @returns The folder, for the caller to remove.
 * @throws {CitableError} `git-revision-unknown` where the commit does not have the folder, or the
 * clone lacks its files.
 */
export function layOut(revision: GitRevision): string {
	// Links last, so that no file of a forged tree is written through one.
	const inOrder = entriesOf(revision).sort((a, b) => Number(a.isLink) - Number(b.isLink));
	const root = mkdtempSync(join(tmpdir(), 'citable-revision-'));
	try {
		for (let at = 0; at < inOrder.length; at += AT_ONCE) {
			const some = inOrder.slice(at, at + AT_ONCE);
			for (const [place, bytes] of contentsOf(revision, some).entries()) {
				const entry = some[place];
				if (entry === undefined) continue;
				const path = join(root, entry.path);
				mkdirSync(dirname(path), { recursive: true });
				if (entry.isLink) symlinkSync(bytes.toString(), path);
				else writeFileSync(path, bytes);
			}
		}
	} catch (error) {
		rmSync(root, { recursive: true, force: true });
		if (error instanceof CitableError) throw error;
		// A full disk, or a forged tree in which a link and a folder have one name.
		throw unknownRevision(revision.ref, reasonOf(error), error);
	}
	return root;
}

function entriesOf({ ref, commit, folder, prefix }: GitRevision): TreeEntry[] {
	const paths = prefix === '' ? [] : ['--', `:(literal)${prefix}`];
	const listed = git(folder, ['ls-tree', '-r', '-z', '--full-tree', commit, ...paths]);
	if (listed.status !== 0) throw unknownRevision(ref, listed.problem);
	const entries: TreeEntry[] = [];
	for (const line of listed.output.toString().split('\0')) {
		const [, mode, type, object = '', path = ''] = /^(\d+) (\w+) (\w+)\t(.*)$/s.exec(line) ?? [];
		// What is no blob is the commit of another repository.
		if (type !== 'blob' || !path.startsWith(prefix)) continue;
		if (path.split(/[/\\]/).includes('..')) throw unknownRevision(ref, `it names the file ${path}`);
		entries.push({ path: path.slice(prefix.length), object, isLink: mode === '120000' });
	}
	if (entries.length === 0) throw unknownRevision(ref, `it has no files in ${prefix || 'it'}`);
	return entries;
}

/** The bytes of files, in their order. */
function contentsOf({ ref, folder }: GitRevision, entries: readonly TreeEntry[]): Buffer[] {
	const input = entries.map(({ object }) => `${object}\n`).join('');
	const { status, output, problem } = git(folder, ['cat-file', '--batch'], input);
	if (status !== 0) throw unknownRevision(ref, problem);
	let at = 0;
	return entries.map(({ path }) => {
		const end = output.indexOf('\n', at);
		const [, type, size] = output.subarray(at, end).toString().split(' ');
		if (type !== 'blob') throw unknownRevision(ref, `the clone lacks the file ${path}`);
		const start = end + 1;
		at = start + Number(size) + 1;
		return output.subarray(start, at - 1);
	});
}

interface Answer {
	readonly status: number | null;
	readonly output: Buffer;
	/** What git says went wrong, on one line. */
	readonly problem: string;
}

/** @throws {CitableError} `git-unavailable` where git does not run. */
function git(folder: string, args: readonly string[], input?: string): Answer {
	const { status, stdout, stderr, error } = spawnSync('git', args, {
		cwd: folder,
		maxBuffer: Infinity,
		env: { ...process.env, LC_ALL: 'C' },
		...(input === undefined ? {} : { input }),
	});
	if (error !== undefined) {
		const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
		throw unavailable(missing ? 'git is not installed' : reasonOf(error), error);
	}
	const [line = ''] = stderr.toString().trim().split('\n');
	return { status, output: stdout, problem: line.replace(/^fatal: /, '').replace(/\.$/, '') };
}

function unavailable(reason: string, cause?: unknown): CitableError {
	return new CitableError('git-unavailable', { reason }, { cause });
}

function unknownRevision(ref: string, reason: string, cause?: unknown): CitableError {
	return new CitableError('git-revision-unknown', { ref, reason }, { cause });
}
