import MiniSearch from 'minisearch';
import { CitableError } from '../core/errors.ts';
import { paths, type GenerationManifest } from '../core/format/files.ts';
import { SEARCH_VERSION, searchOptions, type SearchRecord } from '../core/search/engine.ts';
import type { IndexFiles } from './index-files.ts';

type Shard = GenerationManifest['search'][number];

/** A chunk that search found, before its document is loaded. */
export interface RawHit {
	readonly id: string;
	readonly score: number;
	/** Fields in which each matched term was found. */
	readonly matches: Readonly<Record<string, readonly string[]>>;
}

/** The search files of a generation, each loaded when it is first searched. */
export class SearchFiles {
	private readonly files: IndexFiles;
	private readonly shards: readonly Shard[];
	private readonly engines = new Map<string, Promise<MiniSearch<SearchRecord>>>();

	constructor(files: IndexFiles, shards: readonly Shard[]) {
		this.files = files;
		this.shards = shards;
	}

	/**
	 * Chunks that match, best first; ties are ordered by id.
	 *
	 * @throws {CitableError} `search-missing`, `format-unknown`, and what loading files throws.
	 */
	async search(query: string, language: string | undefined): Promise<RawHit[]> {
		const shards = this.shardsFor(language);
		const found = await Promise.all(
			shards.map(async (shard) => (await this.engine(shard)).search(query)),
		);
		return found
			.flat()
			.map(({ id, score, match }) => ({ id: id as string, score, matches: match }))
			.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
	}

	/** The shard of a language, else those of its wider or narrower forms; all without a language. */
	private shardsFor(language: string | undefined): readonly Shard[] {
		if (this.shards.length === 0)
			throw new CitableError('search-missing', { what: 'any language' });
		if (language === undefined) return this.shards;
		const wanted = language.toLowerCase();
		for (let tag = wanted; tag !== ''; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')))) {
			const same = this.shards.filter((shard) => shard.language.toLowerCase() === tag);
			if (same.length > 0) return same;
		}
		const narrower = this.shards.filter((shard) =>
			shard.language.toLowerCase().startsWith(`${wanted}-`),
		);
		if (narrower.length > 0) return narrower;
		throw new CitableError('search-missing', { what: `the language ${language}` });
	}

	private engine(shard: Shard): Promise<MiniSearch<SearchRecord>> {
		const known = this.engines.get(shard.file);
		if (known !== undefined) return known;
		const path = paths.search(shard.file);
		if (shard.version !== SEARCH_VERSION) {
			throw new CitableError('format-unknown', {
				path,
				actual: shard.version,
				supported: SEARCH_VERSION,
			});
		}
		const loading = this.files
			.text(path, shard.file)
			.then((json) => MiniSearch.loadJSONAsync(json, searchOptions));
		this.engines.set(shard.file, loading);
		loading.catch(() => this.engines.delete(shard.file));
		return loading;
	}
}
