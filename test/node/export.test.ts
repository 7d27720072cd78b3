import type { estypes } from '@elastic/elasticsearch';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { Document } from '@langchain/core/documents';
import type { Schemas } from '@qdrant/js-client-rest';
import { describe, expect, it } from 'vitest';
import {
	exportIndex,
	exportRecords,
	type ExportOptions,
	type ExportRecord,
} from 'astro-citable/node';
import { openSite } from '../opened.ts';

const index = await openSite({
	'docs/retry.md': [
		"# Retries\n\nIt's allowed to send a request again.\n\nExcept when its outcome is unknown.\n",
		`## Waiting\n\n${'Wait a while before that, every time. '.repeat(60)}\n\n${'Count what was sent. '.repeat(80)}\n`,
	].join('\n'),
	'docs/other.md':
		'---\nstatus: draft\nlang: en\n---\n\nA `\'quoted\'` text with \\\\ and "marks".\n',
});

async function texts(options: ExportOptions): Promise<string> {
	let all = '';
	for await (const text of exportIndex(index, options)) all += text;
	return all;
}

async function jsonLines<Line>(options: ExportOptions): Promise<Line[]> {
	const all = await texts(options);
	return all
		.trimEnd()
		.split('\n')
		.map((line) => JSON.parse(line) as Line);
}

const records: ExportRecord[] = [];
for await (const record of exportRecords(index)) records.push(record);
/** A vector that tells texts apart. */
const embed = (given: readonly string[]): Promise<number[][]> =>
	Promise.resolve(given.map((text) => [text.length, text.charCodeAt(0), 1]));

describe('exported records', () => {
	it('hold each chunk once, as the slice that a citation of it quotes', async () => {
		expect(records.length).toBe(index.manifest.totals.chunks);
		expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
		for (const record of records) {
			const citation = await index.cite(record.id);
			expect(citation).toMatchObject({
				quote: record.text,
				revision: record.revision,
				span: { start: record.start, end: record.end },
				generation: record.generation,
			});
		}
	});

	it('are linked in their section, and know what governs them', () => {
		const waiting = records.filter(({ headingPath }) => headingPath.at(-1) === 'Waiting');
		expect(waiting.length).toBeGreaterThan(1);
		expect(waiting[0]?.previous).toBeUndefined();
		expect(waiting[0]?.next).toBe(waiting[1]?.id);
		expect(waiting[1]?.previous).toBe(waiting[0]?.id);
		const other = records.find(({ documentId }) => documentId === 'docs/other');
		expect(other).toMatchObject({ status: 'draft', language: 'en', url: '/other/' });
		expect(other?.content).toContain('A \'quoted\' text with \\ and "marks".');
	});
});

describe('export formats', () => {
	it('ndjson: one record a line', async () => {
		expect(await jsonLines({ format: 'ndjson' })).toEqual(records);
	});

	it('elasticsearch: operations of the bulk interface', async () => {
		const lines = await jsonLines<unknown>({ format: 'elasticsearch', name: 'docs', embed });
		expect(lines.length).toBe(2 * records.length);
		const operation = lines[0] as estypes.BulkOperationContainer | undefined;
		expect(operation?.index).toEqual({ _index: 'docs', _id: records[0]?.id });
		expect(lines[1]).toEqual({ ...records[0], embedding: expect.any(Array) as number[] });
	});

	it('qdrant: bodies that upsert points under ids it takes', async () => {
		const bodies = await jsonLines<Schemas['PointsList']>({ format: 'qdrant', embed, batch: 2 });
		const points = bodies.flatMap((body) => body.points);
		expect(points.map(({ payload }) => payload)).toEqual(records);
		for (const { id, vector: numbers } of points) {
			expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
			expect(numbers).toHaveLength(3);
		}
		expect(new Set(points.map(({ id }) => id)).size).toBe(points.length);
	});

	it('langchain: what its documents are made of', async () => {
		type Fields = { id: string; pageContent: string; metadata: Record<string, unknown> };
		const documents = (await jsonLines<Fields>({ format: 'langchain' })).map(
			(fields) => new Document(fields),
		);
		expect(documents.map(({ id }) => id)).toEqual(records.map(({ id }) => id));
		expect(documents[0]?.pageContent).toBe(records[0]?.content);
		expect(documents[0]?.metadata['text']).toBe(records[0]?.text);
	});

	it('llamaindex: text nodes with their neighbours', async () => {
		type Node = {
			id_: string;
			text: string;
			relationships: Record<string, { node_id: string }>;
			metadata: { start: number };
		};
		const nodes = await jsonLines<Node>({ format: 'llamaindex' });
		for (const [at, node] of nodes.entries()) {
			expect(node.id_).toBe(records[at]?.id);
			expect(node.metadata.start).toBe(records[at]?.start);
			expect(node.relationships['1']?.node_id).toBe(records[at]?.documentId);
			expect(node.relationships['3']?.node_id).toBe(records[at]?.next);
		}
	});

	// PostgreSQL takes a while to start.
	it('pgvector: SQL that PostgreSQL runs, and may run again', { timeout: 180_000 }, async () => {
		const database = new PGlite({ extensions: { vector } });
		const sql = await texts({ format: 'pgvector', name: 'my "docs"', embed, batch: 2 });
		await database.exec(sql);
		await database.exec(sql);
		const { rows } = await database.query<{ id: string; metadata: unknown; distance: number }>(
			`select id, metadata, embedding <-> '[${String(records[0]?.content.length)}, 0, 1]' as distance from "my ""docs""" order by distance limit 1000`,
		);
		expect(rows.length).toBe(records.length);
		const byId = new Map(rows.map(({ id, metadata }) => [id, metadata]));
		for (const record of records) expect(byId.get(record.id)).toEqual(record);
		// An export without vectors leaves those that are there.
		await database.exec(await texts({ format: 'pgvector', name: 'my "docs"' }));
		const bare = await database.query('select 1 from "my ""docs""" where embedding is null');
		expect(bare.rows).toEqual([]);
		await database.close();
	});

	it('refuse vectors of different lengths', async () => {
		const uneven = (given: readonly string[]): Promise<number[][]> =>
			Promise.resolve(given.map((_, at) => Array<number>(at + 1).fill(0)));
		await expect(texts({ format: 'ndjson', embed: uneven })).rejects.toMatchObject({
			code: 'embedding-invalid',
		});
		await expect(
			texts({ format: 'ndjson', embed: () => Promise.resolve([]) }),
		).rejects.toMatchObject({ code: 'embedding-invalid' });
	});

	it('write their frame around an empty index', async () => {
		const empty = await openSite({});
		let sql = '';
		for await (const text of exportIndex(empty, { format: 'pgvector' })) sql += text;
		expect(sql).toMatch(/create table[^]*vector\(1536\)[^]*commit;\n$/);
	});
});
