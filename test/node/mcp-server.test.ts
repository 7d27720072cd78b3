import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { createMcpServer } from 'astro-citable/mcp';
import { openSite } from '../opened.ts';

const index = await openSite({
	'docs/retry.md':
		'---\nversion: "2"\n---\n\n# Retries\n\nA request may be sent **again**.\n\nExcept when its outcome is unknown.\n',
});
const server = createMcpServer(index);
const client = new Client({ name: 'test', version: '1' });
const [there, here] = InMemoryTransport.createLinkedPair();
await Promise.all([server.connect(there), client.connect(here)]);

async function call(name: string, given: Record<string, unknown>) {
	const result = await client.callTool({ name, arguments: given });
	const [content] = result.content as { type: string; text: string }[];
	const text = content?.text ?? '';
	return { failed: result.isError === true, text };
}

async function value<Value>(name: string, given: Record<string, unknown>): Promise<Value> {
	const { failed, text } = await call(name, given);
	expect(failed, text).toBe(false);
	return JSON.parse(text) as Value;
}

describe('the MCP server', () => {
	it('says what it can do, and that it only reads', async () => {
		const { tools } = await client.listTools();
		expect(tools.map(({ name }) => name).sort()).toEqual([
			'cite',
			'expand',
			'read-source',
			'search',
			'verify',
		]);
		expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
	});

	it('leads from a question to a citation', async () => {
		const [hit] = await value<{ chunk: string; text: string }[]>('search', { query: 'sent again' });
		expect(hit?.text).toContain('sent **again**');
		const evidence = await value<{ units: { pieces: { text: string }[] }[] }>('expand', {
			chunks: [hit?.chunk],
		});
		expect(evidence.units[0]?.pieces.map(({ text }) => text).join('')).toContain('Except when');
		const citation = await value<{ quote: string; span: { start: number; end: number } }>('cite', {
			chunk: hit?.chunk,
			quote: 'may be sent again',
		});
		expect(citation.quote).toBe('may be sent **again');
		expect(await value('verify', { citation })).toMatchObject({ verdict: 'exact' });
		const source = await value<{ text: string }>('read-source', { document: 'docs/retry' });
		expect(source.text.slice(citation.span.start, citation.span.end)).toBe(citation.quote);
	});

	it('narrows a search to a version and a status', async () => {
		const query = 'sent again';
		expect(await value('search', { query, version: '2' })).toHaveLength(1);
		expect(await value('search', { query, version: '1' })).toEqual([]);
		expect(await value('search', { query, status: 'draft' })).toEqual([]);
	});

	it('reads some lines of a source', async () => {
		const given = { document: 'docs/retry', startLine: 7, endLine: 7 };
		expect(await value('read-source', given)).toMatchObject({
			text: 'A request may be sent **again**.\n',
			start: 33,
		});
	});

	it.each([
		['cite', { chunk: 'c-0000000000000000-00000000000000000000' }, 'unknown-chunk'],
		['read-source', { document: 'docs/none' }, 'unknown-document'],
		['expand', { chunks: ['nonsense'] }, 'unknown-chunk'],
	])('answers %s %j with the code and the hint of the problem', async (name, given, code) => {
		const { failed, text } = await call(name, given);
		expect(failed).toBe(true);
		expect(text).toContain(code);
	});
});
