import type { GenerationManifest } from '../format/files.ts';

/** The engines that search files can be made for. */
export const engineNames = ['minisearch', 'pagefind'] as const;

export type EngineName = (typeof engineNames)[number];

/** What search files are made. */
export interface SearchFileOptions {
	/**
	 * The engine, or several: the first is the one that searches unless a reader names another.
	 *
	 * @default 'minisearch'
	 */
	readonly engine?: EngineName | readonly EngineName[];
	/** Groups of single words that stand for one another, beside those that a language has. */
	readonly synonyms?: readonly (readonly string[])[];
}

/** What search files are made, completed; no engine makes none. */
export interface SearchSettings {
	readonly engines: readonly EngineName[];
	readonly synonyms: readonly (readonly string[])[];
}

/** Completes what options say of search files. */
export function searchSettings(options: boolean | SearchFileOptions = true): SearchSettings {
	if (options === false) return { engines: [], synonyms: [] };
	const { engine = 'minisearch', synonyms = [] } = options === true ? {} : options;
	return { engines: [...new Set([engine].flat())], synonyms };
}

/** The settings as generations record them, where they are not what every generation has. */
export function recordedSearch({
	engines,
	synonyms,
}: SearchSettings): GenerationManifest['options']['search'] {
	const plain = engines.length <= 1 && (engines[0] ?? 'minisearch') === 'minisearch';
	if (plain && synonyms.length === 0) return undefined;
	return {
		...(plain ? {} : { engine: engines }),
		...(synonyms.length === 0 ? {} : { synonyms }),
	};
}
