import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, expect, it, vi } from 'vitest';
import { run } from '../../integration/src/cli/main.ts';
import type { Hit } from '../../integration/src/client/index.ts';
import { temporaryFolder } from '../node/folders.ts';

const site = {
	'ropes.md': '---\nversion: "1"\n---\n\n# Ropes\n\nTwo hawsers hold a barge.\n',
	'tides.md': '---\nversion: "2"\nstatus: draft\n---\n\n# Tides\n\nHigh water comes twice a day.\n',
};

/** To this model, a text is about ropes or it is not, and a mooring is a rope. */
const configuration = `
const about = (text) => (/rope|hawser|mooring/i.test(text) ? [1, 0] : [0, 1]);
export default {
	search: { model: 'ropes', embed: async (texts) => texts.map(about) },
};
`;

function built(): { index: string; config: string } {
	const root = temporaryFolder({ 'citable.config.mjs': configuration });
	return { index: join(root, 'index'), config: join(root, 'citable.config.mjs') };
}

let printed = '';

async function citable(...argv: string[]): Promise<string> {
	printed = '';
	vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
		printed += String(text);
		return true;
	});
	vi.spyOn(process.stderr, 'write').mockReturnValue(true);
	expect(await run(argv)).toBe(0);
	return printed;
}

afterEach(() => {
	vi.restoreAllMocks();
});

it('searches by meaning with the configuration of the build', async () => {
	const { index, config } = built();
	const content = temporaryFolder(site);
	await citable('build', content, '--out', index, '--config', config);
	const search = async (query: string, ...flags: string[]): Promise<Hit[]> => {
		const text = await citable('search', index, query, '--json', ...flags);
		return (JSON.parse(text) as { hits: Hit[] }).hits;
	};
	expect(await search('moorings')).toEqual([]);
	const [hit] = await search('moorings', '--config', config);
	expect(hit?.text).toContain('hawsers');
	expect(hit?.ranks).toEqual({ vectors: 1 });
	const version = await search('moorings', '--config', config, '--version', '2');
	expect(version.map(({ document }) => document.id)).toEqual(['docs/tides']);
	expect(await search('water', '--status', 'retired')).toEqual([]);
	expect(await search('water', '--status', 'retired', 'draft')).toHaveLength(1);
});

it('serves agents a search by meaning', async () => {
	const { index, config } = built();
	await citable('build', temporaryFolder(site), '--out', index, '--config', config);
	const program = join(import.meta.dirname, '../../integration/bin/citable.js');
	const client = new Client({ name: 'test', version: '1' });
	const transport = new StdioClientTransport({
		command: process.execPath,
		args: [program, 'mcp', index, '--config', config],
		stderr: 'ignore',
	});
	await client.connect(transport);
	try {
		const result = await client.callTool({ name: 'search', arguments: { query: 'moorings' } });
		expect(JSON.stringify(result)).toContain('hawsers');
	} finally {
		await client.close();
	}
});
