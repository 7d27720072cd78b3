import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'astro';
import mdx from '@astrojs/mdx';
import { unified } from '@astrojs/markdown-remark';
import citable from 'astro-citable';
import { open, type CitableIndex } from 'astro-citable/client';
import { openFolder } from 'astro-citable/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const PAGES = {
	'index.md': `---
title: Ropes
---

# Mooring

Tie *two* lines.

- first item
- second item

  with more

\`\`\`sh
tie --twice
\`\`\`

- tight item
- with code:
  \`\`\`sh
  tie --thrice
  \`\`\`

1. outer

   > quoted inside

> Never alone.

| line | knot |
| ---- | ---- |
| bow  | loop |
`,
	'guides/mooring.mdx': `---
title: Guide
---

import { Fragment } from 'astro/jsx-runtime';

## Lines

Check {'each'} line.

\`\`\`js
check();
\`\`\`

<div>
  Inside a **block**.
</div>

- In an item:

  <Fragment>
    Wrapped text.
  </Fragment>
`,
};

const root = resolve(import.meta.dirname, '..', '..');

describe.each(['satteri', 'unified'])('pages rendered by %s', (processor) => {
	let site: string;
	let index: CitableIndex;
	beforeAll(async () => {
		// Inside the repository, where the site finds its packages.
		await mkdir(join(root, 'test-results'), { recursive: true });
		site = await mkdtemp(join(root, 'test-results', 'anchors-'));
		await cp(join(root, 'fixtures/sites/plain'), site, { recursive: true });
		await rm(join(site, 'astro.config.mjs'));
		await rm(join(site, 'src/content/notes'), { recursive: true });
		for (const [path, text] of Object.entries(PAGES))
			await writeFile(join(site, 'src/content/docs', path), text);
		await build({
			root: site,
			logLevel: 'error',
			integrations: [mdx(), citable({ collections: { notes: false } })],
			...(processor === 'unified' ? { markdown: { processor: unified() } } : {}),
		});
		index = await open({ load: openFolder(join(site, 'dist/citable')), name: 'the site' });
	});
	afterAll(() => rm(site, { recursive: true, force: true }));

	async function target(quote: string, document: string): Promise<string> {
		const view = await index.view(document);
		const [span] = view.visible.locate(quote);
		const { url = '' } = await index.cite({ document, ...span! });
		const [path = '', fragment = ''] = url.split('#');
		const anchor = fragment.replace(/:~:.*/, '');
		const html = await readFile(join(site, 'dist', path, 'index.html'), 'utf8');
		const at = html.indexOf(`id="${anchor}"`);
		expect(at, `${quote}: ${url}`).toBeGreaterThan(0);
		expect(html.split(`id="${anchor}"`)).toHaveLength(2);
		return html
			.slice(at)
			.replace(/^[^>]*>/, '')
			.replace(/<[^>]*>/g, '')
			.trimStart();
	}

	it.each([
		['Tie two lines.', 'Tie two lines.'],
		['second item', 'second item'],
		['with more', 'with more'],
		['tie --twice', 'tie --twice'],
		['tight item', 'tight item'],
		['tie --thrice', 'tie --thrice'],
		['quoted inside', 'quoted inside'],
		['Never alone.', 'Never alone.'],
		['loop', 'bow'],
		['Mooring', 'Mooring'],
	])('Markdown: lead from %j to its block', async (quote, start) => {
		expect((await target(quote, 'docs/index')).startsWith(start)).toBe(true);
	});

	it.each([
		['line.', 'Check each line.'],
		['check();', 'check();'],
		['Inside a block.', 'Inside a block.'],
		['Lines', 'Lines'],
		['<Fragment>\n    Wrapped text.', 'Wrapped text.'],
	])('MDX: lead from %j to its block', async (quote, start) => {
		expect((await target(quote, 'docs/guides/mooring')).startsWith(start)).toBe(true);
	});
});
