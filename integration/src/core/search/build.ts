import type MiniSearch from 'minisearch';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { hash } from '../digest.ts';
import type { GenerationManifest } from '../format/files.ts';
import type { IndexedDocument } from '../indexed-document.ts';
import { representationsOf } from '../representations.ts';
import { makeEngine, SEARCH_VERSION, type SearchRecord } from './engine.ts';

/** One search file: the chunks of one language. */
export interface SearchShard {
	readonly entry: GenerationManifest['search'][number];
	readonly content: string;
}

/** Gathers the representations of all chunks into one search index a language. */
export class SearchBuilder {
	private readonly shardsByLanguage = new Map<
		string,
		{ engine: MiniSearch<SearchRecord>; documents: number; chunks: number }
	>();

	add(indexed: IndexedDocument): void {
		const language = indexed.document.language ?? 'und';
		let shard = this.shardsByLanguage.get(language);
		if (shard === undefined) {
			shard = { engine: makeEngine(), documents: 0, chunks: 0 };
			this.shardsByLanguage.set(language, shard);
		}
		shard.documents++;
		representationsOf(indexed).forEach((representation, order) => {
			const { title, headings, text, code, facts, alt } = representation;
			const id = indexed.chunks[order]?.id ?? '';
			shard.engine.add({ id, title, headings: headings.join('\n'), text, code, facts, alt });
			shard.chunks++;
		});
	}

	/** By language, so that the order of documents makes no difference. */
	shards(): SearchShard[] {
		return [...this.shardsByLanguage]
			.sort(([a], [b]) => (a < b ? -1 : 1))
			.map(([language, { engine, documents, chunks }]) => {
				const content = JSON.stringify(engine);
				const entry = {
					engine: 'minisearch',
					version: SEARCH_VERSION,
					language,
					documents,
					chunks,
					file: hash(content),
					bytes: utf8ToBytes(content).length,
				};
				return { entry, content };
			});
	}
}
