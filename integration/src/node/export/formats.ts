import { hash } from '../../core/index.ts';
import type { ExportRecord } from './record.ts';

/** A chunk with its vector, where a function to make one was given. */
export interface EmbeddedRecord {
	readonly record: ExportRecord;
	readonly vector?: readonly number[];
}

/** What a format needs to know beside the records. */
export interface FormatOptions {
	/** Name of the index, table or collection. */
	readonly name: string;
	/** Numbers in a vector. Taken from the first vector where there is one. */
	readonly dimensions: number;
}

/** Writes records for one kind of store. Each text ends a line, so that files can be joined. */
export interface ExportFormat {
	/** What stands before all records. */
	head?(options: FormatOptions): string;
	/** One batch of records. */
	batch(records: readonly EmbeddedRecord[], options: FormatOptions): string;
	tail?(options: FormatOptions): string;
}

/** One record a line, as it is. */
const ndjson: ExportFormat = {
	batch: (records) =>
		lines(records.map(({ record, vector }) => ({ ...record, ...given('embedding', vector) }))),
};

/** For `POST /_bulk` of Elasticsearch and OpenSearch. */
const elasticsearch: ExportFormat = {
	batch: (records, { name }) =>
		lines(
			records.flatMap(({ record, vector }) => [
				{ index: { _index: name, _id: record.id } },
				{ ...record, ...given('embedding', vector) },
			]),
		),
};

/** SQL for PostgreSQL with the extension pgvector. Run again, it replaces what it wrote before. */
const pgvector: ExportFormat = {
	head: ({ name, dimensions }) => `create extension if not exists vector;
create table if not exists ${identifier(name)} (
	id text primary key,
	content text not null,
	embedding vector(${String(dimensions)}),
	document_id text not null,
	revision text not null,
	generation text not null,
	start_offset integer not null,
	end_offset integer not null,
	provenance text,
	metadata jsonb not null
);
begin;
`,
	batch: (records, { name }) => {
		const rows = records.map(({ record, vector }) =>
			[
				literal(record.id),
				literal(record.content),
				vector === undefined ? 'null' : literal(JSON.stringify(vector)),
				literal(record.documentId),
				literal(record.revision),
				literal(record.generation),
				String(record.start),
				String(record.end),
				record.provenance === undefined ? 'null' : literal(record.provenance),
				`${literal(JSON.stringify(record))}::jsonb`,
			].join(', '),
		);
		return `insert into ${identifier(name)} (id, content, embedding, document_id, revision, generation, start_offset, end_offset, provenance, metadata) values
(${rows.join('),\n(')})
on conflict (id) do update set content = excluded.content, embedding = coalesce(excluded.embedding, ${identifier(name)}.embedding), generation = excluded.generation, provenance = excluded.provenance, metadata = excluded.metadata;
`;
	},
	tail: () => 'commit;\n',
};

/** Bodies for `PUT /collections/<name>/points` of Qdrant, one a line. */
const qdrant: ExportFormat = {
	batch: (records) =>
		lines([
			{
				points: records.map(({ record, vector }) => ({
					id: uuidOf(record.id),
					vector: vector ?? {},
					payload: record,
				})),
			},
		]),
};

/** Documents of LangChain, one a line. */
const langchain: ExportFormat = {
	batch: (records) =>
		lines(
			records.map(({ record: { content, ...metadata }, vector }) => ({
				id: metadata.id,
				pageContent: content,
				metadata: { ...metadata, ...given('embedding', vector) },
			})),
		),
};

/** Text nodes of LlamaIndex as its `TextNode.from_dict` reads them, one a line. */
const llamaindex: ExportFormat = {
	batch: (records) =>
		lines(
			records.map(({ record, vector }) => {
				const { content, start, end, previous, next, ...metadata } = record;
				return {
					class_name: 'TextNode',
					id_: record.id,
					text: content,
					embedding: vector ?? null,
					metadata: { ...metadata, start, end },
					excluded_embed_metadata_keys: Object.keys({ ...metadata, start, end }),
					excluded_llm_metadata_keys: Object.keys({ ...metadata, start, end }).filter(
						(key) => key !== 'title' && key !== 'provenance',
					),
					relationships: {
						// 1 is the source, 2 what stands before, 3 what stands behind.
						1: related(record.documentId, '4'),
						...(previous === undefined ? {} : { 2: related(previous, '1') }),
						...(next === undefined ? {} : { 3: related(next, '1') }),
					},
				};
			}),
		),
};

/** By the name under which the command line knows them. */
export const exportFormats = {
	ndjson,
	elasticsearch,
	pgvector,
	qdrant,
	langchain,
	llamaindex,
} as const satisfies Record<string, ExportFormat>;

export type ExportFormatName = keyof typeof exportFormats;

function lines(values: readonly unknown[]): string {
	return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

function related(id: string, type: string): Record<string, unknown> {
	return { class_name: 'RelatedNodeInfo', node_id: id, node_type: type, metadata: {}, hash: null };
}

function given(key: string, value: unknown): Record<string, unknown> {
	return value === undefined ? {} : { [key]: value };
}

/** Qdrant takes numbers and UUIDs for ids; this one is made from the chunk's own (RFC 9562, version 8). */
export function uuidOf(id: string): string {
	const digits = hash(id).slice(0, 32).split('');
	digits[12] = '8';
	digits[16] = ((Number.parseInt(digits[16] ?? '0', 16) & 3) | 8).toString(16);
	const text = digits.join('');
	return [
		text.slice(0, 8),
		text.slice(8, 12),
		text.slice(12, 16),
		text.slice(16, 20),
		text.slice(20),
	].join('-');
}

function literal(text: string): string {
	// PostgreSQL stores no NUL.
	return `'${text.replaceAll('\0', '\uFFFD').replaceAll("'", "''")}'`;
}

function identifier(name: string): string {
	return `"${name.replaceAll('"', '""')}"`;
}
