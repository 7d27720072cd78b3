import {
	buildGeneration,
	configure,
	policyFrom,
	type DocumentInput,
	type Generation,
	type GenerationOptions,
	type IndexFile,
} from 'astro-citable/core';
import { CitableError, open, type CitableIndex, type Load } from 'astro-citable/client';

/** Sources by path: `guides/retry.md` is the document `docs/guides/retry`. */
export type Sources = Readonly<Record<string, string>>;

function inputsOf(sources: Sources): DocumentInput[] {
	return Object.entries(sources).map(([path, text]) => {
		const entry = path.replace(/\.mdx?$/, '');
		return {
			collection: 'docs',
			entry,
			path,
			bytes: new TextEncoder().encode(text),
			url: `/${entry}/`,
			provenance: `/citable/source/docs/${entry}/`,
		};
	});
}

/** A generation that must have no failed documents. */
export function generationOf(
	sources: Sources,
	policy = 'structure',
	options: GenerationOptions = {},
): Generation {
	const generation = buildGeneration(
		inputsOf(sources),
		configure({ policy: policyFrom(policy) }),
		options,
	);
	const [failure] = generation.failed;
	if (failure !== undefined) throw failure.error;
	return generation;
}

/** Files by path, as they would lie in a folder. Later generations keep the files of earlier ones. */
export function folderOf(...generations: readonly Generation[]): Map<string, Uint8Array> {
	const folder = new Map<string, Uint8Array>();
	for (const { files } of generations)
		for (const { path, content } of files) folder.set(path, bytesOf(content));
	return folder;
}

function bytesOf(content: IndexFile['content']): Uint8Array {
	return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

export function loadFolder(folder: ReadonlyMap<string, Uint8Array>): Load {
	return (path) => {
		const bytes = folder.get(path);
		if (bytes === undefined) throw new Error('no such file');
		return bytes;
	};
}

/** Opens the last of some generations of one index, the earlier ones retained. */
export function openGenerations(...generations: readonly Generation[]): Promise<CitableIndex> {
	return open({ load: loadFolder(folderOf(...generations)) });
}

/** Builds and opens in one go. */
export function openSources(sources: Sources, policy?: string): Promise<CitableIndex> {
	return openGenerations(generationOf(sources, policy));
}

/** Builds the second revision of some sources beside the first, and opens it. */
export async function openRevisions(
	before: Sources,
	after: Sources,
	policy?: string,
): Promise<{ earlier: CitableIndex; current: CitableIndex }> {
	const first = generationOf(before, policy);
	const second = generationOf(after, policy, { retained: [first.id] });
	const current = await openGenerations(first, second);
	return { earlier: await current.open(first.id), current };
}

/** The error with which something is refused. */
export async function refusal(reading: Promise<unknown>): Promise<CitableError> {
	const error: unknown = await reading.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	if (!(error instanceof CitableError)) throw new Error('was not refused', { cause: error });
	return error;
}
