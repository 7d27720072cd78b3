import { LexicalEngine } from './lexical.ts';
import { loadAnalyzer } from './load-stemmer.ts';
import { openShard, type ShardContent } from './shard.ts';

/** Opens a search file of this version. */
export async function openSearch(content: ShardContent): Promise<LexicalEngine> {
	return new LexicalEngine(openShard(content), await loadAnalyzer(content.language));
}
