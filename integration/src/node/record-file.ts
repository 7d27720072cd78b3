import { closeSync, fstatSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { RecordStore } from '../core/index.ts';

/** An open file, closed when nothing refers to it any more. */
class OpenFile {
	readonly descriptor: number;

	constructor(descriptor: number) {
		this.descriptor = descriptor;
		unread.register(this, descriptor);
	}
}

const unread = new FinalizationRegistry(closeSync);

/** Where a text is: in memory, or in a file. */
interface Slot {
	text?: string | undefined;
	file?: OpenFile;
	offset: number;
	length: number;
}

/** Small builds touch no file. */
const WAITING = 16 * 2 ** 20;

/** Bytes that are written at once. */
const BATCH = 2 ** 20;

/** Keeps texts in memory while they are few, and in a temporary file that nobody else sees. */
export class RecordFile implements RecordStore {
	/** What waits for the next build. */
	protected readonly kept = new Map<string, Slot>();
	private waiting: Slot[] = [];
	private waitingUnits = 0;
	private file: OpenFile | undefined;
	private end = 0;
	private readonly mostWaiting: number;

	/** @param waiting UTF-16 code units that wait in memory before they go to the file. */
	constructor(waiting = WAITING) {
		this.mostWaiting = waiting;
	}

	find(key: string): (() => string) | undefined {
		const slot = this.kept.get(key);
		return slot === undefined ? undefined : () => textOf(slot);
	}

	keep(text: string, key?: string): () => string {
		const slot: Slot = { text, offset: 0, length: 0 };
		this.waiting.push(slot);
		this.waitingUnits += text.length;
		if (this.waitingUnits > this.mostWaiting) this.putDown();
		if (key !== undefined) this.kept.set(key, slot);
		return () => textOf(slot);
	}

	keys(): Iterable<string> {
		return this.kept.keys();
	}

	private putDown(): void {
		this.file ??= this.temporaryFile();
		const writer = new BatchWriter(this.file.descriptor, this.end);
		for (const slot of this.waiting) {
			const bytes = Buffer.from(slot.text ?? '');
			slot.offset = this.end;
			slot.length = bytes.length;
			slot.file = this.file;
			this.end += bytes.length;
			writer.add(bytes);
		}
		writer.finish();
		// Only what has been written is dropped.
		for (const slot of this.waiting) slot.text = undefined;
		this.waiting = [];
		this.waitingUnits = 0;
	}

	private temporaryFile(): OpenFile {
		const name = join(tmpdir(), `citable-${randomBytes(8).toString('hex')}`);
		const file = openSync(name, 'wx+', 0o600);
		// It lasts as long as it is open, however the process ends.
		rmSync(name, { force: true });
		return new OpenFile(file);
	}
}

/** Says of a record that it is not what was written. */
export class BrokenRecord extends Error {}

/** The records of an earlier build, with their check sums. */
export type WrittenRecords = ReadonlyMap<string, { readonly slot: Slot; readonly sum: number }>;

/** The first line of a file of records; the length and the sum of the table behind it follow. */
const TITLE = 'astro-citable cache 2 ';

/** What the file holds: keys, how many bytes the record of each has, and their check sums. */
interface Table {
	/** What must be the same where the records are used. */
	readonly stamp: string;
	readonly rows: readonly (readonly [key: string, length: number, sum: number])[];
}

/**
 * Opens a file of records.
 *
 * @returns Why it cannot be used, where it is none; no records where the stamp is another.
 */
export function openRecords(name: string, stamp: string): WrittenRecords | string {
	const file = new OpenFile(openSync(name, 'r'));
	const title = read(file, 0, 99).toString('latin1');
	const [, length, sum] = new RegExp(`^${TITLE}(\\d+) (\\d+)\\n`).exec(title) ?? [];
	if (length === undefined) return 'it is none';
	let offset = title.indexOf('\n') + 1;
	const table = read(file, offset, Number(length));
	if (crc32(table) !== Number(sum)) return 'it is broken';
	offset += table.length;
	const records = new Map<string, { slot: Slot; sum: number }>();
	const written = JSON.parse(table.toString()) as Table;
	for (const [key, own, ownSum] of written.rows) {
		records.set(key, { slot: { file, offset, length: own }, sum: ownSum });
		offset += own;
	}
	if (fstatSync(file.descriptor).size !== offset) return 'it is broken';
	return written.stamp === stamp ? records : new Map();
}

/** Writes a file of records. */
export function writeRecords(
	name: string,
	stamp: string,
	records: ReadonlyMap<string, Slot>,
): void {
	const rows: Table['rows'][number][] = [];
	for (const [key, slot] of records) {
		const bytes = bytesOf(slot);
		rows.push([key, bytes.length, crc32(bytes)]);
	}
	const table = Buffer.from(JSON.stringify({ stamp, rows } satisfies Table));
	const file = openSync(name, 'wx');
	try {
		const writer = new BatchWriter(file, 0);
		writer.add(Buffer.from(`${TITLE}${String(table.length)} ${String(crc32(table))}\n`));
		writer.add(table);
		for (const slot of records.values()) writer.add(bytesOf(slot));
		writer.finish();
	} finally {
		closeSync(file);
	}
}

/** @throws {BrokenRecord} */
export function checkedText({ slot, sum }: { slot: Slot; sum: number }): string {
	const bytes = bytesOf(slot);
	if (crc32(bytes) !== sum) throw new BrokenRecord();
	return bytes.toString();
}

function textOf(slot: Slot): string {
	return slot.text ?? bytesOf(slot).toString();
}

function bytesOf({ text, file, offset, length }: Slot): Buffer {
	if (text !== undefined || file === undefined) return Buffer.from(text ?? '');
	return read(file, offset, length);
}

/** As many bytes of a file as there are. */
function read({ descriptor }: OpenFile, offset: number, length: number): Buffer {
	const bytes = Buffer.allocUnsafe(length);
	let at = 0;
	while (at < length) {
		const count = readSync(descriptor, bytes, at, length - at, offset + at);
		if (count === 0) break;
		at += count;
	}
	return bytes.subarray(0, at);
}

/** Writes one piece behind the other, many at once. */
class BatchWriter {
	private readonly file: number;
	private offset: number;
	private pieces: Buffer[] = [];
	private size = 0;

	constructor(file: number, offset: number) {
		this.file = file;
		this.offset = offset;
	}

	add(bytes: Buffer): void {
		this.pieces.push(bytes);
		this.size += bytes.length;
		if (this.size > BATCH) this.finish();
	}

	finish(): void {
		const bytes = Buffer.concat(this.pieces);
		for (let at = 0; at < bytes.length;)
			at += writeSync(this.file, bytes, at, bytes.length - at, this.offset + at);
		this.offset += bytes.length;
		this.pieces = [];
		this.size = 0;
	}
}
