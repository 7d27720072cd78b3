import { globSync } from 'node:fs';
import { join, sep } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Generation } from 'astro-citable/core';
import { buildFolder } from 'astro-citable/node';
import { content, readPages, root } from './pages.ts';

const pages = readPages();

describe('the pages of the documentation', () => {
	let generation: Generation;
	beforeAll(async () => {
		const exclude = ['showcase/**'];
		({ generation } = await buildFolder(content, { collections: { docs: { exclude } } }));
	});

	it('give no findings but notes', () => {
		const findings = generation.fidelity.documents.flatMap((document) => document.findings);
		expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
	});

	it('link to pages that exist, and to headings that they have', () => {
		const addresses = new Set([...pages.map(({ url }) => url), ...sitePages()]);
		const broken = generation.documents.flatMap(({ document, tree }) =>
			tree.nodes.flatMap((node) => {
				if (node.type !== 'link' || /^(?:[a-z]+:|#)/.test(node.attributes.url)) return [];
				const [path = ''] = node.attributes.url.split('#');
				return addresses.has(path) ? [] : [`${document.path}: ${node.attributes.url}`];
			}),
		);
		expect(broken).toEqual([]);
	});

	it('each have a title and a description of their own', () => {
		expect(pages.filter(({ description = '' }) => description === '')).toEqual([]);
		const titles = pages.map(({ title }) => title);
		expect(new Set(titles).size).toBe(titles.length);
	});
});

/** Addresses of the site's pages that are no documents. */
function sitePages(): string[] {
	return globSync('**/*.astro', { cwd: join(root, 'site', 'pages') })
		.map((path) => path.split(sep).join('/'))
		.filter((path) => !path.includes('['))
		.map((path) => `/${path.replace(/(?:index)?\.astro$/, '')}/`);
}
