import { CitableError } from '../core/errors.ts';
import { paths, type GenerationManifest } from '../core/format/files.ts';
import {
	SEARCH_VERSION,
	type EngineHit,
	type EngineOptions,
	type SearchEngine,
} from '../core/search/engine.ts';
import { openSearch } from '../core/search/open.ts';
import { PAGEFIND_VERSION, type PagefindNotes } from '../core/search/pagefind-pages.ts';
import type { PartContent, ShardContent } from '../core/search/shard.ts';
import type { QueryWords } from '../core/search/words-in.ts';
import type { IndexFiles } from './index-files.ts';
import { openPagefind } from './pagefind.ts';

type Shard = GenerationManifest['search'][number];

/** An engine over the search files of one language. */
interface ShardEngine extends SearchEngine {
	wordsIn(query: string, texts: readonly string[]): QueryWords;
}

/** Versions of search files that can be read, by engine: up to these. */
const versions: Readonly<Record<string, number>> = {
	minisearch: SEARCH_VERSION,
	pagefind: PAGEFIND_VERSION,
};

/** Which search files are asked. */
export interface Asked {
	/** All languages without it. */
	readonly language?: string | undefined;
	/** The one that the generation prefers without it. */
	readonly engine?: string | undefined;
}

/** The search files of a generation, each loaded when it is first searched. */
export class SearchFiles {
	private readonly files: IndexFiles;
	private readonly shards: readonly Shard[];
	private readonly engines = new Map<string, Promise<ShardEngine>>();
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
	async search(query: string, asked: Asked, options: EngineOptions): Promise<readonly EngineHit[]> {
		const shards = this.shardsFor(asked);
		const found = await Promise.all(
			shards.map(async (shard) => (await this.engine(shard)).search(query, options)),
		);
		return found
			.flat()
			.sort((a, b) => b.score - a.score)
			.slice(0, options.limit)
			.map((hit, at) => ({ ...hit, ranks: { [shards[0]?.engine ?? '']: at + 1 } }));
	}

	/** Which words of a query some texts of a language hold, and which they do not. */
	async wordsIn(
		query: string,
		language: string | undefined,
		texts: readonly string[],
	): Promise<QueryWords> {
		const [shard] = this.shardsFor({ language });
		if (shard === undefined) return { found: [], missing: [] };
		return (await this.engine(shard)).wordsIn(query, texts);
	}

	/** Counts the words of a query that texts of a language hold, in any form or by a synonym. */
	async wordCounter(
		query: string,
		language: string,
	): Promise<((text: string) => number) | undefined> {
		const [shard] = this.shardsFor({ language });
		if (shard === undefined) return undefined;
		const engine = await this.engine(shard);
		return (text) => engine.wordsIn(query, [text]).found.length;
	}

	/** The shard of a language, else those of its wider or narrower forms; all without a language. */
	private shardsFor({ language, engine }: Asked): readonly Shard[] {
		const [first] = this.shards;
		if (first === undefined) throw new CitableError('search-missing', { what: 'any language' });
		const shards = this.shards.filter((shard) => shard.engine === (engine ?? first.engine));
		if (shards.length === 0)
			throw new CitableError('search-missing', { what: `the engine ${engine ?? ''}` });
		return filesFor(shards, language);
	}

	private engine(shard: Shard): Promise<ShardEngine> {
		const known = this.engines.get(shard.file);
		if (known !== undefined) return known;
		const path = paths.search(shard.file);
		const supported = versions[shard.engine] ?? 0;
		if (shard.version > supported)
			throw new CitableError('format-unknown', { path, actual: shard.version, supported });
		const loading = this.files
			.json<ShardContent | PagefindNotes>(path, shard.file)
			.then((content): Promise<ShardEngine> => {
				this.files.forget(path);
				return 'folder' in content
					? openPagefind(this.files, content)
					: openSearch(content, async (file) => {
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

/**
 * The files of a language, else those of its wider or narrower forms; all without a language.
 *
 * @throws {CitableError} `search-missing`.
 */
export function filesFor<File extends { readonly language: string }>(
	files: readonly File[],
	language: string | undefined,
): readonly File[] {
	if (language === undefined) return files;
	const wanted = language.toLowerCase();
	for (let tag = wanted; tag !== ''; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')))) {
		const same = files.filter((file) => file.language.toLowerCase() === tag);
		if (same.length > 0) return same;
	}
	const narrower = files.filter((file) => file.language.toLowerCase().startsWith(`${wanted}-`));
	if (narrower.length > 0) return narrower;
	throw new CitableError('search-missing', { what: `the language ${language}` });
}
