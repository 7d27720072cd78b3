import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join, sep } from 'node:path';
import { crc32 } from 'node:zlib';
import type { KeptRecord } from '../core/index.ts';
import { reasonOf } from './file-errors.ts';
import { linesOf, openRecords, RecordFile, writeRecords, type Slot } from './record-file.ts';

const FILE = 'documents.cache';

let known: string | undefined;

/**
 * When the code changed that makes records, in a checkout of this package, whose version does not tell.
 * Of a package that was installed, its version tells.
 */
function stamp(): string {
	// The code of a process is what it was when it was loaded.
	return (known ??= currentStamp());
}

function currentStamp(): string {
	if (import.meta.dirname.includes(`${sep}node_modules${sep}`)) return '';
	const core = join(import.meta.dirname, '..', 'core');
	const times = readdirSync(core, { recursive: true, encoding: 'utf8' }).map(
		(name) => statSync(join(core, name)).mtimeMs,
	);
	return String(Math.max(...times));
}

/** What an earlier build left, and where this one leaves its own. */
export class BuildCache extends RecordFile {
	override readonly lasts = true;
	/** Why something that an earlier build left is not used. */
	note: string | undefined;
	private readonly dir: string;
	private readonly name: string;
	private readonly earlier: ReadonlyMap<string, Slot> | undefined;
	private isNew = false;

	/** Opens the cache of a folder. What is broken or of another program is left out, with a note. */
	constructor(dir: string) {
		super();
		this.dir = dir;
		this.name = join(dir, FILE);
		try {
			const opened = openRecords(this.name, stamp());
			if (typeof opened === 'string') this.leaveOut(opened);
			else this.earlier = opened;
		} catch (cause) {
			if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') this.leaveOut(reasonOf(cause));
		}
	}

	override find(key: string): KeptRecord | undefined {
		const known = super.find(key);
		const earlier = this.earlier?.get(key);
		if (known !== undefined || earlier === undefined) return known;
		const bytes = earlier.bytes();
		if (crc32(bytes) !== earlier.sum) {
			this.leaveOut('it is broken');
			return undefined;
		}
		this.kept.set(key, earlier);
		// What was read to be checked is not read a second time at once.
		let checked: Buffer | undefined = bytes;
		return {
			lines: (from, to) => {
				const read = checked ?? earlier.bytes();
				checked = undefined;
				return linesOf(read, from, to);
			},
		};
	}

	override keep(record: string, key?: string): KeptRecord {
		if (key !== undefined) this.isNew = true;
		return super.keep(record, key);
	}

	override keys(): Iterable<string> {
		return [...super.keys(), ...(this.earlier?.keys() ?? [])];
	}

	/**
	 * Leaves what this build asked for to the next one.
	 *
	 * @returns Why that did not work; a build does not fail for it.
	 */
	save(): string | undefined {
		// A build that reads nothing new leaves nothing new.
		if (!this.isNew && this.kept.size === this.earlier?.size) return undefined;
		const unfinished = `${this.name}.${randomBytes(6).toString('hex')}.unfinished`;
		try {
			mkdirSync(this.dir, { recursive: true });
			writeRecords(unfinished, stamp(), this.kept);
			renameSync(unfinished, this.name);
			return undefined;
		} catch (cause) {
			try {
				rmSync(unfinished, { force: true });
			} catch {
				// Where nothing can be written there is nothing to remove.
			}
			return `The cache ${this.name} cannot be written: ${reasonOf(cause)}.`;
		}
	}

	private leaveOut(reason: string): void {
		this.note = `The cache ${this.name} is not used${this.earlier === undefined ? '' : ' as a whole'}: ${reason}.`;
	}
}
