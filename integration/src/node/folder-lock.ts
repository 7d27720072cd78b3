import { randomBytes } from 'node:crypto';
import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CitableError } from '../core/errors.ts';

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

/** Locks that this process holds or waits for, by nonce. */
const own = new Set<string>();

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
	own.add(me.nonce);
	try {
		await acquire(lock, me, patience);
		try {
			return await task();
		} finally {
			rmSync(lock, { force: true });
		}
	} finally {
		own.delete(me.nonce);
	}
}

/** Linking a finished file is atomic: a lock never exists without the name of its holder. */
async function acquire(lock: string, me: Holder, patience: number): Promise<void> {
	const mine = `${lock}.${nameOf(me.host)}.${me.process}.${me.nonce}`;
	writeFileSync(mine, JSON.stringify(me), { flag: 'wx' });
	try {
		for (let waited = 0; ; waited += PAUSE_MILLISECONDS) {
			try {
				linkSync(mine, lock);
				sweep(dirname(lock));
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

/** Removes what processes that were killed while they waited have left. */
function sweep(folder: string): void {
	for (const name of readdirSync(folder)) {
		if (!name.startsWith(`${LOCK}.`)) continue;
		const [nonce = '', number = '', host = ''] = name
			.slice(LOCK.length + 1)
			.split('.')
			.reverse();
		const left: Holder = { process: Number(number), host: hostname(), nonce };
		if (host === nameOf(left.host) && isDead(left)) rmSync(join(folder, name), { force: true });
	}
}

/** The name of a host as a part of the name of a file. */
function nameOf(host: string): string {
	return host.replace(/[^A-Za-z0-9-]/g, '_');
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
	// In a container, the killed process may have had the number of this one.
	if (holder.process === process.pid) return !own.has(holder.nonce);
	try {
		process.kill(holder.process, 0);
		return false;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'ESRCH';
	}
}

/** Renaming lets one of several waiting processes win; one that took a living lock puts it back. */
function takeAway(lock: string, dead: Holder): void {
	const aside = `${lock}.${nameOf(hostname())}.${process.pid}.${randomBytes(8).toString('hex')}`;
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
