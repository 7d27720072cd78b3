import { canonicalJson, hash } from './digest.ts';
import { paths, type GenerationManifest, type IndexFile, type Pointer } from './format/files.ts';
import type { Generation } from './generation.ts';

/** Files that were made of a generation after it, and how its manifest names them. */
export interface Extension {
	/** Entries of search files, in the order in which engines are preferred. */
	readonly search: GenerationManifest['search'];
	readonly vectors?: GenerationManifest['vectors'];
	readonly files: readonly IndexFile[];
}

/**
 * A generation with search files of engines that do not run in the core. Its id is another one,
 * since the manifest names the files.
 */
export function extendGeneration(
	generation: Generation,
	{ search, vectors, files }: Extension,
): Generation {
	const manifest: GenerationManifest = {
		...generation.manifest,
		search: [...search],
		...(vectors === undefined ? {} : { vectors: [...vectors] }),
	};
	const content = canonicalJson(manifest);
	const id = hash(content);
	const last = [paths.fidelity(generation.id), paths.generation(generation.id), paths.pointer];
	const kept = generation.files.filter(({ path }) => !last.includes(path));
	const contentOf = (path: string): string | Uint8Array =>
		generation.files.find((file) => file.path === path)?.content ?? '';
	const pointer = JSON.parse(String(contentOf(paths.pointer))) as Pointer;
	const retained = pointer.retained.map((other) => (other === generation.id ? id : other));
	return {
		...generation,
		id,
		manifest,
		files: [
			...kept,
			...files,
			{ path: paths.fidelity(id), content: contentOf(paths.fidelity(generation.id)) },
			{ path: paths.generation(id), content },
			{
				path: paths.pointer,
				content: canonicalJson({ ...pointer, generation: id, retained } satisfies Pointer),
			},
		],
	};
}
