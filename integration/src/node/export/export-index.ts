import type { CitableIndex } from '../../client/index.ts';
import { CitableError } from '../../core/index.ts';
import type { Embed } from '../../core/search/vectors.ts';
import {
	exportFormats,
	type EmbeddedRecord,
	type ExportFormatName,
	type FormatOptions,
} from './formats.ts';
import { exportRecords, type ExportRecord } from './record.ts';

export interface ExportOptions {
	readonly format: ExportFormatName;
	/** Name of the index, table or collection. @default 'citable' */
	readonly name?: string;
	/** Without it, records have no vectors. */
	readonly embed?: Embed;
	/** Numbers in a vector, where no `embed` tells. @default 1536 */
	readonly dimensions?: number;
	/** Records in a batch. @default 100 */
	readonly batch?: number;
}

/**
 * Writes the chunks of an index for another store, as texts to be written one after the other.
 *
 * @throws {CitableError} `embedding-invalid` where `embed` gives too few vectors or ones of another
 * length; and what reading the index throws.
 */
export async function* exportIndex(
	index: CitableIndex,
	options: ExportOptions,
): AsyncGenerator<string> {
	const format = exportFormats[options.format];
	const size = options.batch ?? 100;
	const { name = 'citable', embed } = options;
	let settings: FormatOptions | undefined;
	const begin = (dimensions: number): string => {
		settings = { name, dimensions };
		return 'head' in format ? format.head(settings) : '';
	};
	for await (const records of batches(exportRecords(index), size)) {
		const embedded = await withVectors(records, embed, settings?.dimensions);
		if (settings === undefined)
			yield begin(embedded[0]?.vector?.length ?? options.dimensions ?? 1536);
		if (settings !== undefined) yield format.batch(embedded, settings);
	}
	if (settings === undefined) yield begin(options.dimensions ?? 1536);
	if (settings !== undefined && 'tail' in format) yield format.tail(settings);
}

async function withVectors(
	records: readonly ExportRecord[],
	embed: Embed | undefined,
	dimensions: number | undefined,
): Promise<EmbeddedRecord[]> {
	if (embed === undefined) return records.map((record) => ({ record }));
	const vectors = await embed(records.map(({ content }) => content));
	const length = dimensions ?? vectors[0]?.length ?? 0;
	return records.map((record, at) => {
		const vector = vectors[at];
		if (vector?.length !== length || length === 0 || !Array.from(vector).every(Number.isFinite))
			throw new CitableError('embedding-invalid', {
				id: record.id,
				actual: vector === undefined ? 'none' : String(vector.length),
				expected: length,
			});
		return { record, vector: Array.from(vector) };
	});
}

async function* batches<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
	let batch: Item[] = [];
	for await (const item of items) {
		batch.push(item);
		if (batch.length < size) continue;
		yield batch;
		batch = [];
	}
	if (batch.length > 0) yield batch;
}
