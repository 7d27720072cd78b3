import { CitableError } from '../core/errors.ts';
import { paths, type GenerationManifest } from '../core/format/files.ts';
import type { EngineHit, EngineOptions } from '../core/search/engine.ts';
import { matchesFilters } from '../core/search/filters.ts';
import {
	cosines,
	decodeVectors,
	embedded,
	VECTORS_VERSION,
	type Embed,
	type Vectors,
} from '../core/search/vectors.ts';
import type { IndexFiles } from './index-files.ts';
import { filesFor } from './search.ts';

type Shard = NonNullable<GenerationManifest['vectors']>[number];

/** The vectors of a generation, each file loaded when it is first searched. */
export class VectorFiles {
	private readonly files: IndexFiles;
	private readonly shards: readonly Shard[];
	private readonly embed: Embed;
	private readonly loaded = new Map<string, Promise<Vectors>>();
	private asked: { query: string; vector: Promise<ArrayLike<number>> } | undefined;

	/**
	 * @param model What makes the vectors of queries, where that is known.
	 * @throws {CitableError} `embedding-mismatch` where it is another than that of the index.
	 */
	constructor(files: IndexFiles, shards: readonly Shard[], embed: Embed, model?: string) {
		const other = shards.find((shard) => model !== undefined && shard.model !== model);
		if (other !== undefined && model !== undefined)
			throw new CitableError('embedding-mismatch', { expected: other.model, actual: model });
		this.files = files;
		this.shards = shards;
		this.embed = embed;
	}

	/** Chunks whose vectors are nearest to that of the query, nearest first. */
	async search(
		query: string,
		language: string | undefined,
		{ limit, accept, filters }: EngineOptions,
	): Promise<EngineHit[]> {
		if (query.trim() === '') return [];
		const shards = filesFor(this.shards, language);
		const vector = await this.vectorOf(query, shards);
		const found = await Promise.all(
			shards.map(async (shard) => {
				const vectors = await this.vectorsOf(shard);
				const rows = cosines(vector, vectors);
				return vectors.documents.flatMap((document, at) => {
					if (filters !== undefined && !matchesFilters(document, filters)) return [];
					if (accept?.(document.key) === false) return [];
					return (vectors.chunks[at] ?? []).flatMap((row, order): EngineHit[] => {
						const score = rows[row];
						return score === undefined
							? []
							: [{ document: document.key, order, score, matches: {}, coverage: 0 }];
					});
				});
			}),
		);
		return found
			.flat()
			.sort((a, b) => b.score - a.score)
			.slice(0, limit);
	}

	/** A search asks again with other limits; the query is embedded once. */
	private async vectorOf(query: string, shards: readonly Shard[]): Promise<ArrayLike<number>> {
		if (this.asked?.query !== query) {
			const vector = this.embeddedQuery(query, shards);
			this.asked = { query, vector };
			vector.catch(() => (this.asked = undefined));
		}
		return this.asked.vector;
	}

	private async embeddedQuery(query: string, shards: readonly Shard[]): Promise<ArrayLike<number>> {
		const [vector] = await embedded(this.embed, [query]);
		for (const { model, dimension } of shards)
			if (vector?.length !== dimension)
				throw new CitableError('embedding-mismatch', {
					expected: `${model}, of ${String(dimension)} numbers`,
					actual: `${String(vector?.length)} numbers`,
				});
		return vector ?? [];
	}

	private vectorsOf({ file, version }: Shard): Promise<Vectors> {
		const known = this.loaded.get(file);
		if (known !== undefined) return known;
		const path = paths.vectors(file);
		if (version > VECTORS_VERSION)
			throw new CitableError('format-unknown', {
				path,
				actual: version,
				supported: VECTORS_VERSION,
			});
		const loading = this.files.binary(path, file).then((bytes) => {
			this.files.forget(path);
			return decodeVectors(path, bytes);
		});
		this.loaded.set(file, loading);
		loading.catch(() => this.loaded.delete(file));
		return loading;
	}
}
