import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { slug } from 'github-slugger';
import { JSON_SCHEMA, load } from 'js-yaml';
import { globSync } from 'tinyglobby';
import { compareText } from '../core/compare-text.ts';
import { codes, fill } from '../core/codes.ts';
import { CitableError, type DocumentInput, type Finding, type ReadFile } from '../core/index.ts';
import { unreadable } from './file-errors.ts';
import { FolderReader, isInside } from './folder-reader.ts';

/** Which files of a content folder make up a collection. */
export interface CollectionOptions {
	/** Folder of the collection, relative to the content folder. @default '' */
	base?: string;
	/** Patterns of its files, relative to `base`. @default ['**\/*.{md,mdx}'] */
	include?: string[];
	/** Patterns of files to leave out. @default [] */
	exclude?: string[];
	/** Path of the site under which its pages are rendered. @default '/' */
	url?: string;
}

/** The documents of a content folder, and the way to the files beside them. */
export interface ContentFolder {
	readonly inputs: readonly DocumentInput[];
	/** Findings about no single document: a collection without documents. */
	readonly findings: readonly Finding[];
	readonly readFile: ReadFile;
}

/**
 * Without options, a content folder is one collection. Ids then depend on no file but their own.
 */
export const defaultCollections: Record<string, CollectionOptions> = { docs: {} };

/** Folders of these are never content. */
const IGNORED = ['**/node_modules/**'];

/** The copies of sources that an index inside the content folder holds. They are no documents. */
const INDEXED = /(?:^|\/)sources\/[0-9a-f]{64}\.mdx?$/;

/** Files and folders whose name starts with `_` are partials: shown by documents, none themselves. */
const PARTIAL = /(?:^|\/)_/;

/** Bytes that are kept of files from when they are listed until they are needed. */
const AHEAD = 4 * 2 ** 20;

/**
 * Reads the documents of a content folder. The bytes of a large one are read when they are needed; a
 * file that cannot be read, or that a symbolic link leads out of the folder to, fails as a document.
 *
 * @throws {CitableError} `unreadable-file` where the folder itself cannot be read.
 */
export function readContentFolder(
	folder: string,
	collections: Readonly<Record<string, CollectionOptions>> = defaultCollections,
): ContentFolder {
	const root = rootOf(folder);
	const inputs: DocumentInput[] = [];
	const findings: Finding[] = [];
	let ahead = AHEAD;
	for (const [collection, options] of Object.entries(collections)) {
		const base = (options.base ?? '').replace(/^(?:\.?\/)+|\/+$/g, '');
		const { files, links, unread } = listFiles(root, base, options);
		const reader = new FolderReader(root, (path) => links.has(path));
		for (const file of files) {
			const path = base === '' ? file : `${base}/${file}`;
			const bytes = ahead > 0 ? readAhead(reader, path) : undefined;
			ahead -= bytes?.length ?? 0;
			inputs.push(documentInput(reader, collection, file, path, options.url ?? '/', bytes));
		}
		for (const { file, cause } of unread) {
			const path = base === '' ? file : `${base}/${file}`;
			inputs.push(unreadInput(collection, path, cause));
		}
		if (files.length + unread.length === 0) findings.push(emptyCollection(collection, base));
	}
	return { inputs, findings, readFile: fileReader(folder) };
}

/** Files of a collection, and files and folders that the walk could not look into. */
interface Listing {
	readonly files: readonly string[];
	/** Symbolic links that the walk followed, relative to the root. */
	readonly links: ReadonlySet<string>;
	readonly unread: readonly { readonly file: string; readonly cause: unknown }[];
}

/** Lists the files of a folder in a fixed order. */
function listFiles(root: string, base: string, options: CollectionOptions): Listing {
	const folder = join(root, base);
	const unread: { file: string; cause: unknown }[] = [];
	const links = new Set<string>();
	/** The walk goes on without what it cannot read, so this notes it. */
	const noting = <Read extends (path: string, ...rest: never[]) => unknown>(read: Read): Read =>
		((path: string, ...rest: never[]) => {
			try {
				return read(path, ...rest);
			} catch (cause) {
				const file = relative(folder, path).replaceAll(sep, '/');
				if (file !== '' || (cause as NodeJS.ErrnoException).code !== 'ENOENT')
					unread.push({ file: file || '.', cause });
				throw cause;
			}
		}) as unknown as Read;
	const found = globSync([...(options.include ?? ['**/*.{md,mdx}'])], {
		cwd: folder,
		ignore: [...IGNORED, ...(options.exclude ?? [])],
		expandDirectories: false,
		fs: {
			readdirSync: noting(readdirSync as never),
			realpathSync: noting(((path: string) => {
				links.add(relative(root, path).replaceAll(sep, '/'));
				const real = realpathSync.native(path);
				// To follow a link to a folder above the content would be to walk the whole disk.
				if (real !== root && isInside(real, root)) throw new CitableError('file-outside-root');
				return real;
			}) as never),
		},
	});
	const isOwn = (file: string): boolean => !PARTIAL.test(file) && !INDEXED.test(file);
	return {
		files: found.filter((file) => /\.mdx?$/.test(file) && isOwn(file)).sort(compareText),
		links,
		// A link that leads nowhere matters where it could be a document, or a folder of them.
		unread: unread.filter(({ file }) => isOwn(file) && /^(?:\.mdx?|)$/.test(extname(file))),
	};
}

function unreadInput(collection: string, path: string, cause: unknown): DocumentInput {
	return {
		collection,
		entry: path.replace(/\.mdx?$/, ''),
		path,
		get bytes(): Uint8Array {
			throw cause instanceof CitableError
				? new CitableError(cause.code, {}, { file: path })
				: unreadable(path, cause);
		},
	};
}

/** Reads one file as the only document of its folder. Its bytes are read at once. */
export function readSingleFile(folder: string, file: string): ContentFolder {
	const root = rootOf(folder);
	const { collection, entry, path, bytes } = documentInput(
		new FolderReader(root),
		'docs',
		file,
		file,
		'/',
	);
	const input: DocumentInput = { collection, entry, path, bytes };
	return { inputs: [input], findings: [], readFile: fileReader(root) };
}

/** A content folder by the paths of its files. */
export interface OpenedFolder {
	/** @throws {CitableError} `unreadable-file`, `file-outside-root` */
	readonly readDocument: (path: string) => Uint8Array;
	readonly readFile: ReadFile;
}

/** @throws {CitableError} `unreadable-file` where the folder cannot be read. */
export function openContent(folder: string): OpenedFolder {
	const root = rootOf(folder);
	const reader = new FolderReader(root);
	return { readDocument: (path) => reader.read(path), readFile: fileReader(root) };
}

/** Reads files by their path under a folder; a symbolic link may not lead out of it. */
export function fileReader(folder: string): ReadFile {
	const root = rootOf(folder);
	return (path) => {
		try {
			const real = realpathSync.native(join(root, path));
			if (!isInside(root, real)) return 'outside';
			return statSync(real).isFile() ? readFileSync(real) : 'missing';
		} catch {
			return 'missing';
		}
	};
}

function rootOf(folder: string): string {
	try {
		const root = realpathSync.native(folder);
		if (!statSync(root).isDirectory()) throw new Error('it is no folder');
		return root;
	} catch (cause) {
		throw unreadable(folder, cause);
	}
}

/** The bytes of a document; undefined where the document itself will say why there are none. */
function readAhead(reader: FolderReader, path: string): Buffer | undefined {
	try {
		return reader.read(path);
	} catch {
		return undefined;
	}
}

/** @param ahead The bytes of the file, where they are read already. */
function documentInput(
	reader: FolderReader,
	collection: string,
	file: string,
	path: string,
	url: string,
	ahead?: Buffer,
): DocumentInput {
	const entry = (ahead === undefined ? slugOf(reader, path) : slugIn(ahead)) ?? sluggedPath(file);
	let waiting = ahead;
	return {
		collection,
		entry,
		path,
		url: pageUrl(url, entry),
		get bytes(): Uint8Array {
			const bytes = waiting ?? reader.read(path);
			waiting = undefined;
			return bytes;
		},
	};
}

/** The id of an entry whose frontmatter names none, from its path under the folder of the collection. */
export function sluggedPath(file: string): string {
	return file
		.replace(/\.mdx?$/, '')
		.split('/')
		.map((part) => slug(part))
		.join('/')
		.replace(/\/index$/, '');
}

const FRONTMATTER = /^\uFEFF?---[ \t]*\r?\n([^]*?)\r?\n---/;

/** Bytes at the start of a file in which nearly all frontmatter ends. */
const START = 1000;

/** The id that the frontmatter of a file names, as Astro's glob loader takes it. */
function slugOf(reader: FolderReader, path: string): string | undefined {
	try {
		const start = reader.readStart(path, START);
		const text = start.toString();
		const goesOn = /^\uFEFF?---/.test(text) && !FRONTMATTER.test(text);
		return slugIn(goesOn ? reader.read(path) : start);
	} catch {
		// The document itself says what is wrong with it.
		return undefined;
	}
}

function slugIn(bytes: Buffer): string | undefined {
	// Nearly all frontmatter ends soon and names no slug, which takes no decoding to find out.
	const start = bytes.toString('latin1', 0, START);
	const end = start.indexOf('\n---', start.indexOf('\n') + 1);
	if (end >= 0 && !start.slice(0, end).includes('slug')) return undefined;
	const yaml = FRONTMATTER.exec(bytes.toString())?.[1];
	if (yaml === undefined || !/^slug[ \t]*:/m.test(yaml)) return undefined;
	try {
		const data = load(yaml, { schema: JSON_SCHEMA });
		const value = (data as { slug?: unknown }).slug;
		return typeof value === 'string' && value !== '' ? value : undefined;
	} catch {
		return undefined;
	}
}

/** Where a site most likely renders an entry. */
function pageUrl(prefix: string, entry: string): string {
	const base = `/${prefix}/`.replace(/\/+/g, '/');
	return entry === 'index' ? base : `${base}${entry}/`;
}

function emptyCollection(collection: string, file: string): Finding {
	const { severity, message, hint } = codes['empty-collection'];
	return {
		code: 'empty-collection',
		severity,
		message: fill(message, { collection }),
		hint,
		file,
		line: 1,
		column: 1,
		start: 0,
		end: 0,
	};
}
