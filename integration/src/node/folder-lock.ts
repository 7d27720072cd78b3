import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CitableError } from '../core/index.ts';

/** Name of the lock inside the folder it guards. */
const LOCK = '.citable-lock';

const PAUSE_MILLISECONDS = 50;

/** Who holds a lock. */
interface Holder {
	readonly process: number;
	readonly host: string;
	/** Tells two holders of one process number apart. */
	readonly nonce: string;
}

/**
 * Runs a task while no other process, and no other task of this one, writes to the folder. The lock
 * of a process that was killed is taken over.
 *
 * @param patience How long to wait for another holder, in milliseconds.
 * @throws {CitableError} `output-locked` where another holder does not let go in time.
 */
export async function withFolderLock<Result>(
	folder: string,
	task: () => Promise<Result>,
	patience = 60_000,
): Promise<Result> {
	const lock = join(folder, LOCK);
	const me: Holder = {
		process: process.pid,
		host: hostname(),
		nonce: randomBytes(8).toString('hex'),
	};
	await acquire(lock, me, patience);
	try {
		return await task();
	} finally {
		rmSync(lock, { force: true });
	}
}

/** Linking a finished file is atomic: a lock never exists without the name of its holder. */
async function acquire(lock: string, me: Holder, patience: number): Promise<void> {
	const mine = `${lock}.${me.nonce}`;
	writeFileSync(mine, JSON.stringify(me), { flag: 'wx' });
	try {
		for (let waited = 0; ; waited += PAUSE_MILLISECONDS) {
			try {
				linkSync(mine, lock);
				return;
			} catch (error) {
				if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
			}
			const holder = readHolder(lock);
			if (holder !== undefined && isDead(holder)) {
				takeAway(lock, holder);
				continue;
			}
			if (waited >= patience) {
				throw new CitableError('output-locked', {
					holder:
						holder === undefined
							? 'another process'
							: `process ${String(holder.process)} on ${holder.host}`,
					lock,
				});
			}
			await sleep(PAUSE_MILLISECONDS);
		}
	} finally {
		rmSync(mine, { force: true });
	}
}

/** Undefined where the lock has just gone. */
function readHolder(lock: string): Holder | undefined {
	try {
		return JSON.parse(readFileSync(lock, 'utf8')) as Holder;
	} catch {
		return undefined;
	}
}

function isDead(holder: Holder): boolean {
	if (holder.host !== hostname()) return false;
	try {
		process.kill(holder.process, 0);
		return false;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'ESRCH';
	}
}

/** Renaming lets one of several waiting processes win; one that took a living lock puts it back. */
function takeAway(lock: string, dead: Holder): void {
	const aside = `${lock}.${dead.nonce}.dead.${randomBytes(8).toString('hex')}`;
	try {
		renameSync(lock, aside);
	} catch {
		return;
	}
	if (readHolder(aside)?.nonce !== dead.nonce) {
		try {
			linkSync(aside, lock);
		} catch {
			// Its holder has let go and another has come; nothing is to be put back.
		}
	}
	rmSync(aside, { force: true });
}
