import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { open, type CitableIndex } from 'astro-citable/client';
import { describe, expect, it } from 'vitest';
import { structure } from '../../integration/src/core/chunks/structure.ts';
import { FORMAT_VERSION } from '../../integration/src/core/index.ts';
import { verifyIndex } from '../../integration/src/node/index.ts';
import { buildSite } from '../core/site.ts';

/**
 * Indexes of each version of the format as they were written once, with what was read from them then.
 * Every later version must read the same from them. `FREEZE_FORMAT=1` writes that of the present
 * version anew, which is allowed only until it is released; after that, a new version of the format
 * gets a folder of its own.
 */
const versions = Array.from({ length: FORMAT_VERSION }, (_, before) => before + 1);
const folderOf = (version: number): string =>
	join(import.meta.dirname, '..', '..', 'fixtures', `format-v${version}`);
const indexFolderOf = (version: number): string => join(folderOf(version), 'index');
const frozenOf = (version: number): string => join(folderOf(version), 'expected.json');
const citationOf = (version: number): string => join(folderOf(version), 'citation.json');

const sources = {
	'docs/locks.mdx': `---
title: Locks
lang: en
---

import { Aside, Steps } from '@astrojs/starlight/components';

How boats pass the river lock. See [the fees](/fees/#wide-boats).

## Passing

Do these in order:

<Steps>
1. Ring the bell once.
2. Wait for the **green** lamp.
3. Pull the boat in.
</Steps>

<Aside type="caution">Never ring while the water moves.[^water]</Aside>

[^water]: It moves for four minutes.

{/* The keeper checks this page each spring. */}

## Gates

| Gate | State |
| --- | --- |
| lower | \`open\` |
| upper | shut |

![The lower gate at dawn](./gate.png)

### Keeper's code

\`\`\`js
import { open } from './gate.js';

// Lets one boat in.
export function enter(boat) {
	if (boat.width > 3) throw new Error('too wide for the lower gate');
	return open('lower', boat);
}

// Lets one boat out.
export function leave(boat) {
	if (!boat.paid) throw new Error('the fee has not been paid yet');
	return open('upper', boat);
}
\`\`\`
`,
	'docs/fees.md': `# Fees

A boat pays 2 crowns &mdash; at the upper gate. 👩‍👧 Children pass free.

## Wide boats

Boats wider than three fathoms pay twice.

However, a wide boat that waits for the evening pays once.
`,
};

/** What the index must lead to, by what is asked. */
const questions = {
	'ring the bell': 'Ring the bell once.',
	'wide boats': 'Boats wider than three fathoms pay twice.',
	'gate state upper': '| upper | shut |',
	'fee has not been paid': 'export function leave(boat)',
};

function openFrozen(version: number): Promise<CitableIndex> {
	return open({
		name: 'the frozen index',
		load: (path) => new Uint8Array(readFileSync(join(indexFolderOf(version), path))),
	});
}

/** What is read of an index without any choice of how to search or expand it. */
async function readAll(index: CitableIndex): Promise<unknown> {
	const documents = await index.documents();
	const views = await Promise.all(
		documents.map(async (entry) => {
			const view = await index.view(entry);
			return {
				id: entry.id,
				text: view.text,
				nodes: view.nodes.map(({ index, type, start, end }) => [
					view.nodeId(index),
					type,
					start,
					end,
				]),
				chunks: view.content.chunks.map((_, order) => {
					const { document, ...chunk } = view.chunk(order);
					return { ...chunk, document: document.id };
				}),
			};
		}),
	);
	return JSON.parse(JSON.stringify({ documents, views }));
}

if (process.env['FREEZE_FORMAT'] !== undefined) await freeze(FORMAT_VERSION);

describe.each(versions)('the frozen index of format version %i', (version) => {
	it('is read as it was when it was written', async () => {
		expect(await readAll(await openFrozen(version))).toEqual(read(frozenOf(version)));
	});

	it('says of its documents what that of version 1 says of the same sources', async () => {
		const [index, first] = [await openFrozen(version), await openFrozen(1)];
		for (const entry of await index.documents()) {
			const [view, other] = [await index.view(entry), await first.view(entry.id)];
			expect(view.nodes).toEqual(other.nodes);
			expect(view.segments).toEqual(other.segments);
			for (const [order, chunk] of other.content.chunks.entries())
				expect(chunk).toMatchObject(view.content.chunks[order]!);
		}
	});

	it('holds what its digests, schemas and ids promise', async () => {
		const load = (path: string): Uint8Array =>
			new Uint8Array(readFileSync(join(indexFolderOf(version), path)));
		expect((await verifyIndex(load, 'the frozen index')).problems).toEqual([]);
	});

	it('is searched and expanded', async () => {
		const index = await openFrozen(version);
		for (const [query, text] of Object.entries(questions)) {
			const hits = await index.search(query);
			expect(hits.some((hit) => hit.text.includes(text))).toBe(true);
			const { units } = await index.expand(hits.slice(0, 1));
			expect(units.length).toBeGreaterThan(0);
		}
	});

	it('still bears out a citation that was issued when it was written', async () => {
		const index = await openFrozen(version);
		expect((await index.verify(read(citationOf(version)))).verdict).toBe('exact');
	});

	it('holds what a format has to carry', () => {
		const text = readFileSync(frozenOf(version), 'utf8');
		for (const what of ['"part"', 'callout', 'tableRow', 'footnoteDefinition', 'image', 'code'])
			expect(text).toContain(what);
	});
});

function read(path: string): unknown {
	return JSON.parse(readFileSync(path, 'utf8'));
}

async function freeze(version: number): Promise<void> {
	const { files } = buildSite(sources, {
		policy: structure({ minimum: 10, preferred: [20, 60], hardLimit: 90 }),
	});
	rmSync(folderOf(version), { recursive: true, force: true });
	for (const { path, content } of files) {
		mkdirSync(dirname(join(indexFolderOf(version), path)), { recursive: true });
		writeFileSync(join(indexFolderOf(version), path), content);
	}
	const index = await openFrozen(version);
	const write = (path: string, value: unknown): void => {
		writeFileSync(path, `${JSON.stringify(value, null, '\t')}\n`);
	};
	write(frozenOf(version), await readAll(index));
	const [hit] = await index.search('ring the bell');
	write(citationOf(version), await index.cite(hit!.chunkId, { quote: 'Ring the bell once.' }));
}
