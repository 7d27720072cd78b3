import type { Load } from '../client/index.ts';
import {
	CitableError,
	hash,
	paths,
	type Catalog,
	type GenerationManifest,
	type IndexFile,
	type Pointer,
} from '../core/index.ts';
import { duplicatesOfV1 } from '../core/format/v1.ts';
import { messageOf } from './file-errors.ts';

/** One generation as it was published. */
export interface GenerationFiles {
	readonly manifest: GenerationManifest;
	readonly files: readonly IndexFile[];
}

/**
 * Reads all files of one generation but those that are searched: what its citations rest on. The
 * files of a generation can be copied to any other index.
 *
 * @throws {CitableError} `file-missing`, `file-altered`, `format-invalid`
 */
export async function generationFiles(load: Load, id: string): Promise<GenerationFiles> {
	const files: IndexFile[] = [];
	const read = async (path: string, expected: string): Promise<Uint8Array> => {
		let content: Uint8Array;
		try {
			content = await load(path);
		} catch (cause) {
			throw new CitableError('file-missing', { path, reason: messageOf(cause) }, { cause });
		}
		const actual = hash(content);
		if (actual !== expected) throw new CitableError('file-altered', { path, actual, expected });
		files.push({ path, content });
		return content;
	};
	const readJson = async (path: string, digest: string): Promise<unknown> =>
		parse(path, await read(path, digest));
	const manifest = (await readJson(paths.generation(id), id)) as GenerationManifest;
	await read(paths.expansion(manifest.expansion), manifest.expansion);
	await read(paths.fidelity(id), manifest.fidelity);
	const duplicates = duplicatesOfV1(manifest);
	if (duplicates !== undefined) await read(paths.duplicates(duplicates), duplicates);
	for (const page of manifest.catalog) {
		const catalog = (await readJson(paths.catalog(page.digest), page.digest)) as Catalog;
		for (const { file, source, revision, duplicates } of catalog.documents) {
			await read(paths.document(file), file);
			await read(source, revision);
			if (duplicates !== undefined) await read(paths.duplicates(duplicates), duplicates);
		}
	}
	return { manifest, files };
}

/** The pointer of an index; undefined where there is none. */
export async function pointerOf(load: Load): Promise<Pointer | undefined> {
	let content: Uint8Array;
	try {
		content = await load(paths.pointer);
	} catch {
		return undefined;
	}
	return parse(paths.pointer, content) as Pointer;
}

function parse(path: string, content: Uint8Array): unknown {
	try {
		return JSON.parse(new TextDecoder().decode(content));
	} catch (cause) {
		throw new CitableError('format-invalid', { path, reason: 'it is no JSON' }, { cause });
	}
}
