import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { open, type CitableIndex } from 'astro-citable/client';
import { describe, expect, it } from 'vitest';
import { structure } from '../../integration/src/core/chunks/structure.ts';
import { buildSite } from '../core/site.ts';

/**
 * An index of format version 1 as it was written once, with what was read from it then. Every later
 * version must read the same from it. `FREEZE_FORMAT=1` writes both anew, which is allowed only
 * until the format is released; after that, a new version of the format gets a folder of its own.
 */
const folder = join(import.meta.dirname, '..', '..', 'fixtures', 'format-v1');
const indexFolder = join(folder, 'index');
const frozen = join(folder, 'expected.json');
const citation = join(folder, 'citation.json');

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

function openFrozen(): Promise<CitableIndex> {
	return open({
		name: 'the frozen index',
		load: (path) => new Uint8Array(readFileSync(join(indexFolder, path))),
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
				chunks: view.file.chunks.map((_, order) => {
					const { document, ...chunk } = view.chunk(order);
					return { ...chunk, document: document.id };
				}),
			};
		}),
	);
	return JSON.parse(JSON.stringify({ documents, views }));
}

describe('the frozen index of format version 1', () => {
	it('is read as it was when it was written', async () => {
		if (process.env['FREEZE_FORMAT'] !== undefined) await freeze();
		expect(await readAll(await openFrozen())).toEqual(read(frozen));
	});

	it('is searched and expanded', async () => {
		const index = await openFrozen();
		for (const [query, text] of Object.entries(questions)) {
			const hits = await index.search(query);
			expect(hits.some((hit) => hit.text.includes(text))).toBe(true);
			const { units } = await index.expand(hits.slice(0, 1));
			expect(units.length).toBeGreaterThan(0);
		}
	});

	it('still bears out a citation that was issued when it was written', async () => {
		const index = await openFrozen();
		expect((await index.verify(read(citation))).verdict).toBe('exact');
	});

	it('holds what a format has to carry', () => {
		const text = readFileSync(frozen, 'utf8');
		for (const what of ['"part"', 'callout', 'tableRow', 'footnoteDefinition', 'image', 'code'])
			expect(text).toContain(what);
	});
});

function read(path: string): unknown {
	return JSON.parse(readFileSync(path, 'utf8'));
}

async function freeze(): Promise<void> {
	const { files } = buildSite(sources, {
		policy: structure({ minimum: 10, preferred: [20, 60], hardLimit: 90 }),
	});
	rmSync(folder, { recursive: true, force: true });
	for (const { path, content } of files) {
		mkdirSync(dirname(join(indexFolder, path)), { recursive: true });
		writeFileSync(join(indexFolder, path), content);
	}
	const index = await openFrozen();
	const write = (path: string, value: unknown): void => {
		writeFileSync(path, `${JSON.stringify(value, null, '\t')}\n`);
	};
	write(frozen, await readAll(index));
	const [hit] = await index.search('ring the bell');
	write(citation, await index.cite(hit!.chunkId, { quote: 'Ring the bell once.' }));
}
