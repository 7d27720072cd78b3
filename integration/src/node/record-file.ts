import { closeSync, fstatSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { KeptRecord, RecordStore } from '../core/index.ts';
import { heldRecord } from '../core/record-store.ts';

/** Small builds touch no file, and a small file is read at once: bytes. */
const WAITING = 16 * 2 ** 20;

/** Bytes that are written at once. */
const BATCH = 2 ** 20;

const LINE_FEED = 10;

/** An open file, closed when nothing refers to it any more. */
class OpenFile {
	readonly descriptor: number;
	/** All of it, where it is small. */
	private readonly content: Buffer | undefined;

	constructor(descriptor: number, size = Infinity) {
		this.descriptor = descriptor;
		unread.register(this, descriptor);
		if (size <= WAITING) this.content = this.readFrom(0, size);
	}

	/** As many bytes as there are. */
	read(offset: number, length: number): Buffer {
		return this.content?.subarray(offset, offset + length) ?? this.readFrom(offset, length);
	}

	private readFrom(offset: number, length: number): Buffer {
		const bytes = Buffer.allocUnsafe(length);
		let at = 0;
		while (at < length) {
			const count = readSync(this.descriptor, bytes, at, length - at, offset + at);
			if (count === 0) break;
			at += count;
		}
		return bytes.subarray(0, at);
	}
}

const unread = new FinalizationRegistry(closeSync);

/** A stretch of a file. */
interface Stretch {
	readonly file: OpenFile;
	readonly offset: number;
	readonly length: number;
}

/** A record or other bytes, in memory or in a file. */
export class Slot implements KeptRecord {
	private held: string | Uint8Array | Stretch;
	private knownSum: number | undefined;

	/** @param sum Check sum of the bytes, where it is known. */
	constructor(held: string | Uint8Array | Stretch, sum?: number) {
		this.held = held;
		this.knownSum = sum;
	}

	get length(): number {
		const { held } = this;
		return typeof held === 'string' ? Buffer.byteLength(held) : held.length;
	}

	/** Check sum that the bytes should have. */
	get sum(): number {
		return (this.knownSum ??= crc32(this.bytes()));
	}

	bytes(): Buffer {
		const { held } = this;
		if (typeof held === 'string') return Buffer.from(held);
		if (held instanceof Uint8Array) return Buffer.from(held.buffer, held.byteOffset, held.length);
		return held.file.read(held.offset, held.length);
	}

	/** Says that the bytes are in a file now. */
	move(to: Stretch): void {
		this.held = to;
	}

	lines(from: number, to: number): string[] {
		const { held } = this;
		if (typeof held === 'string') return heldRecord(held).lines(from, to);
		return linesOf(this.bytes(), from, to);
	}
}

/** Lines of a record. */
export function linesOf(record: Buffer, from: number, to: number): string[] {
	let start = 0;
	for (let line = 0; line < from; line++) start = record.indexOf(LINE_FEED, start) + 1;
	const lines: string[] = [];
	for (let line = from; line < to; line++) {
		const end = record.indexOf(LINE_FEED, start);
		lines.push(record.toString('utf8', start, end < 0 ? record.length : end));
		start = end + 1;
	}
	return lines;
}

/** Keeps things in memory while they are few, and in a temporary file that nobody else sees. */
export class RecordFile implements RecordStore {
	readonly lasts: boolean = false;
	/** What waits for the next build. */
	protected readonly kept = new Map<string, Slot>();
	private waiting: Slot[] = [];
	private waitingBytes = 0;
	private file: OpenFile | undefined;
	private end = 0;
	private readonly mostWaiting: number;

	/** @param waiting Bytes, about, that wait in memory before they go to the file. */
	constructor(waiting = WAITING) {
		this.mostWaiting = waiting;
	}

	find(key: string): KeptRecord | undefined {
		return this.kept.get(key);
	}

	keep(record: string, key?: string): KeptRecord {
		const slot = this.hold(record);
		if (key !== undefined) this.kept.set(key, slot);
		return slot;
	}

	keepBytes(bytes: Uint8Array): () => Uint8Array {
		const slot = this.hold(bytes);
		return () => slot.bytes();
	}

	private hold(held: string | Uint8Array): Slot {
		const slot = new Slot(held);
		this.waiting.push(slot);
		this.waitingBytes += held.length;
		// Once there is a file, all goes there before it has grown old: garbage that is old is dear.
		const most = this.file === undefined ? this.mostWaiting : Math.min(this.mostWaiting, BATCH);
		if (this.waitingBytes > most) this.putDown();
		return slot;
	}

	keys(): Iterable<string> {
		return this.kept.keys();
	}

	private putDown(): void {
		const file = (this.file ??= temporaryFile());
		const writer = new BatchWriter(file.descriptor, this.end);
		const moves = this.waiting.map((slot) => {
			const bytes = slot.bytes();
			const stretch = { file, offset: this.end, length: bytes.length };
			this.end += bytes.length;
			writer.add(bytes);
			return () => {
				slot.move(stretch);
			};
		});
		writer.finish();
		// Only what has been written is dropped.
		for (const move of moves) move();
		this.waiting = [];
		this.waitingBytes = 0;
	}
}

function temporaryFile(): OpenFile {
	const name = join(tmpdir(), `citable-${randomBytes(8).toString('hex')}`);
	const file = openSync(name, 'wx+', 0o600);
	// It lasts as long as it is open, however the process ends.
	rmSync(name, { force: true });
	return new OpenFile(file);
}

/** The first line of a file of records; the length and the sum of the table behind it follow. */
const TITLE = 'astro-citable cache 3 ';

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
export function openRecords(name: string, stamp: string): ReadonlyMap<string, Slot> | string {
	const descriptor = openSync(name, 'r');
	const { size } = fstatSync(descriptor);
	const file = new OpenFile(descriptor, size);
	const title = file.read(0, 99).toString('latin1');
	const [, length, sum] = new RegExp(`^${TITLE}(\\d+) (\\d+)\\n`).exec(title) ?? [];
	if (length === undefined) return 'it is none';
	let offset = title.indexOf('\n') + 1;
	const table = file.read(offset, Number(length));
	if (crc32(table) !== Number(sum)) return 'it is broken';
	offset += table.length;
	const records = new Map<string, Slot>();
	const written = JSON.parse(table.toString()) as Table;
	for (const [key, own, ownSum] of written.rows) {
		records.set(key, new Slot({ file, offset, length: own }, ownSum));
		offset += own;
	}
	if (size !== offset) return 'it is broken';
	return written.stamp === stamp ? records : new Map();
}

/** Writes a file of records. */
export function writeRecords(
	name: string,
	stamp: string,
	records: ReadonlyMap<string, Slot>,
): void {
	const rows = [...records].map(([key, slot]): Table['rows'][number] => [
		key,
		slot.length,
		slot.sum,
	]);
	const table = Buffer.from(JSON.stringify({ stamp, rows } satisfies Table));
	const file = openSync(name, 'wx');
	try {
		const writer = new BatchWriter(file, 0);
		writer.add(Buffer.from(`${TITLE}${String(table.length)} ${String(crc32(table))}\n`));
		writer.add(table);
		for (const slot of records.values()) writer.add(slot.bytes());
		writer.finish();
	} finally {
		closeSync(file);
	}
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
