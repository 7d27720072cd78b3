import { hash } from '../core/digest.ts';
import { CitableError } from '../core/errors.ts';
import { paths, type Pointer } from '../core/format/files.ts';
import { FORMAT_VERSION, isKnownVersion } from '../core/format/version.ts';

/**
 * Reads one file of an index by its path inside the index (`generations/<id>.json`). It rejects, or
 * throws, where there is no such file.
 */
export type Load = (path: string) => Promise<Uint8Array> | Uint8Array;

/**
 * The files of one index. Every file but the pointer is checked against the digest by which the
 * index names it before anything of it is used, and is read once.
 */
export class IndexFiles {
	/** How messages name the index. */
	readonly place: string;
	private readonly load: Load;
	private readonly loaded = new Map<string, Promise<unknown>>();

	constructor(load: Load, place: string) {
		this.load = load;
		this.place = place;
	}

	/**
	 * The pointer, read anew each time: it is the one file that changes.
	 *
	 * @throws {CitableError} `index-not-found`, `format-unknown`, `format-invalid`.
	 */
	async pointer(): Promise<Pointer> {
		const path = paths.pointer;
		let bytes: Uint8Array;
		try {
			bytes = await this.load(path);
		} catch (cause) {
			throw new CitableError(
				'index-not-found',
				{ url: this.place, reason: reasonOf(cause) },
				{ cause },
			);
		}
		const pointer = parseJson(path, bytes) as Partial<Pointer>;
		const { generation, retained } = pointer;
		if (!isDigest(generation)) throw invalid(path, 'it names no generation');
		if (!Array.isArray(retained) || !retained.every(isDigest) || !retained.includes(generation))
			throw invalid(path, 'it does not list the generations that can be opened');
		return { format: FORMAT_VERSION, generation, retained };
	}

	/**
	 * A JSON file whose bytes have a known digest.
	 *
	 * @throws {CitableError} `file-missing`, `file-altered`, `format-unknown`, `format-invalid`.
	 */
	json<File>(path: string, digest: string): Promise<File> {
		return this.once(path, digest, (bytes) => parseJson(path, bytes)) as Promise<File>;
	}

	/**
	 * The text of a file whose bytes have a known digest; a byte-order mark stays in it.
	 *
	 * @throws {CitableError} `file-missing`, `file-altered`, `format-invalid`.
	 */
	text(path: string, digest: string): Promise<string> {
		return this.once(path, digest, (bytes) => decode(path, bytes));
	}

	/**
	 * The bytes of a file that have a known digest.
	 *
	 * @throws {CitableError} `file-missing`, `file-altered`.
	 */
	binary(path: string, digest: string): Promise<Uint8Array> {
		return this.once(path, digest, (bytes) => bytes);
	}

	/** A file whose digest nothing here names; nothing of it is kept. */
	async bytes(path: string): Promise<Uint8Array> {
		try {
			return await this.load(path);
		} catch (cause) {
			throw new CitableError('file-missing', { path, reason: reasonOf(cause) }, { cause });
		}
	}

	/** Lets go of what was read of a file. */
	forget(path: string): void {
		this.loaded.delete(path);
	}

	/** The outcome of reading is kept; a failure is not, so that another try may succeed. */
	private once<Value>(
		path: string,
		digest: string,
		read: (bytes: Uint8Array) => Value,
	): Promise<Value> {
		const known = this.loaded.get(path);
		if (known !== undefined) return known as Promise<Value>;
		const reading = this.checked(path, digest).then(read);
		this.loaded.set(path, reading);
		reading.catch(() => this.loaded.delete(path));
		return reading;
	}

	private async checked(path: string, expected: string): Promise<Uint8Array> {
		let bytes: Uint8Array;
		try {
			bytes = await this.load(path);
		} catch (cause) {
			throw new CitableError('file-missing', { path, reason: reasonOf(cause) }, { cause });
		}
		const actual = hash(bytes);
		if (actual !== expected) throw new CitableError('file-altered', { path, actual, expected });
		return bytes;
	}
}

/** Reads the files of an index from the folder at a URL that ends with a slash. */
export function loadFrom(url: string): Load {
	return async (path) => {
		// Only the pointer ever changes under its name.
		const cache = path === paths.pointer ? 'no-cache' : 'default';
		const response = await fetch(url + path, { cache });
		if (!response.ok) throw new Error(`the server answers ${String(response.status)}`);
		return new Uint8Array(await response.arrayBuffer());
	};
}

function parseJson(path: string, bytes: Uint8Array): unknown {
	const text = decode(path, bytes);
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch (cause) {
		throw invalid(path, 'it is no JSON', cause);
	}
	if (typeof value !== 'object' || value === null || !('format' in value))
		throw invalid(path, 'it has no format version');
	const { format } = value;
	if (typeof format !== 'number') throw invalid(path, 'its format version is no number');
	if (isKnownVersion(format)) return value;
	throw new CitableError('format-unknown', {
		path,
		actual: format,
		supported: FORMAT_VERSION,
	});
}

function decode(path: string, bytes: Uint8Array): string {
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch (cause) {
		throw invalid(path, 'it is not UTF-8', cause);
	}
}

function invalid(path: string, reason: string, cause?: unknown): CitableError {
	return new CitableError('format-invalid', { path, reason }, { cause });
}

function isDigest(value: unknown): value is string {
	return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}

function reasonOf(cause: unknown): string {
	if (!(cause instanceof Error)) return String(cause);
	// What `fetch` throws says only that it failed; its cause says why.
	const { message, cause: deeper } = cause;
	return deeper instanceof Error && deeper.message !== ''
		? `${message}: ${deeper.message}`
		: message;
}
