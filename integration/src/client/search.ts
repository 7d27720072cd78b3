import { CitableError } from '../core/errors.ts';
import { paths, type GenerationManifest } from '../core/format/files.ts';
import { SEARCH_VERSION, type EngineHit, type EngineOptions } from '../core/search/engine.ts';
import type { LexicalEngine } from '../core/search/lexical.ts';
import { openSearch } from '../core/search/open.ts';
import type { PartContent, ShardContent } from '../core/search/shard.ts';
import type { IndexFiles } from './index-files.ts';

type Shard = GenerationManifest['search'][number];

/** The search files of a generation, each loaded when it is first searched. */
export class SearchFiles {
	private readonly files: IndexFiles;
	private readonly shards: readonly Shard[];
	private readonly engines = new Map<string, Promise<LexicalEngine>>();
	private readonly isCurrent: boolean;

	/** @param isCurrent Whether they are those of the current generation: of earlier ones none are kept. */
	constructor(files: IndexFiles, shards: readonly Shard[], isCurrent: boolean) {
		this.files = files;
		this.shards = shards;
		this.isCurrent = isCurrent;
	}

	/**
	 * Chunks that match, best first; ties are in order of documents.
	 *
	 * @throws {CitableError} `search-missing`, `format-unknown`, and what loading files throws.
	 */
	async search(
		query: string,
		language: string | undefined,
		options: EngineOptions,
	): Promise<readonly EngineHit[]> {
		const shards = this.shardsFor(language);
		const found = await Promise.all(
			shards.map(async (shard) => (await this.engine(shard)).search(query, options)),
		);
		return found
			.flat()
			.sort((a, b) => b.score - a.score)
			.slice(0, options.limit);
	}

	/** Which words of a query some texts of a language hold, and which they do not. */
	async wordsIn(
		query: string,
		language: string | undefined,
		texts: readonly string[],
	): Promise<ReturnType<LexicalEngine['wordsIn']>> {
		const [shard] = this.shardsFor(language);
		if (shard === undefined) return { found: [], missing: [] };
		return (await this.engine(shard)).wordsIn(query, texts);
	}

	/** Counts the words of a query that texts of a language hold, in any form or by a synonym. */
	async wordCounter(
		query: string,
		language: string,
	): Promise<((text: string) => number) | undefined> {
		const [shard] = this.shardsFor(language);
		if (shard === undefined) return undefined;
		const engine = await this.engine(shard);
		return (text) => engine.wordsIn(query, [text]).found.length;
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

	private engine(shard: Shard): Promise<LexicalEngine> {
		const known = this.engines.get(shard.file);
		if (known !== undefined) return known;
		const path = paths.search(shard.file);
		if (shard.version > SEARCH_VERSION) {
			throw new CitableError('format-unknown', {
				path,
				actual: shard.version,
				supported: SEARCH_VERSION,
			});
		}
		const loading = this.files.json<ShardContent>(path, shard.file).then((content) => {
			this.files.forget(path);
			return openSearch(content, async (file) => {
				const part = await this.files.json<PartContent>(paths.search(file), file);
				this.files.forget(paths.search(file));
				return part;
			});
		});
		const opened = loading.catch((cause: unknown) => {
			this.engines.delete(shard.file);
			const isMissing = cause instanceof CitableError && cause.code === 'file-missing';
			if (this.isCurrent || !isMissing) throw cause;
			throw new CitableError('search-missing', { what: 'an earlier generation' }, { cause });
		});
		this.engines.set(shard.file, opened);
		return opened;
	}
}
