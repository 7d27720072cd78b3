import { LexicalEngine } from './lexical.ts';
import { loadAnalyzer } from './load-stemmer.ts';
import { OpenShard, type LoadPart, type ShardContent } from './shard.ts';

/**
 * Opens a search file of this version.
 *
 * @param loadPart Reads the file of a part when a query first needs it.
 */
export async function openSearch(
	content: ShardContent,
	loadPart: LoadPart,
): Promise<LexicalEngine> {
	const shard = new OpenShard(content, loadPart);
	return new LexicalEngine(shard, await loadAnalyzer(content.language));
}
