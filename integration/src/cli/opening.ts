import { readOptions } from '../node/index.ts';
import type { OpenOptions } from '../client/index.ts';
import { embedderOf } from '../node/search-files.ts';

/** How to open an index, by the flags of a command. */
export interface OpeningFlags {
	readonly generation?: string;
	/** The file of the configuration that the index was built with. */
	readonly config?: string;
}

/**
 * How a command opens an index: which generation, and what embeds a query.
 *
 * @throws {CitableError} What `readOptions` throws.
 */
export async function openingFrom({
	generation,
	config,
}: OpeningFlags): Promise<Pick<OpenOptions, 'generation' | 'embed' | 'model'>> {
	const options = config === undefined ? {} : await readOptions(config);
	return { ...(generation === undefined ? {} : { generation }), ...embedderOf(options.search) };
}
