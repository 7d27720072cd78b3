import { globSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { configure, indexDocument, lineAt, valueOf } from 'astro-citable/core';

export const root = resolve(import.meta.dirname, '..', '..');

/** The folder of the documentation. */
export const content = join(root, 'content');

/** A page of the documentation. */
export interface Page {
	/** Path under `content/`, with forward slashes. */
	readonly path: string;
	/** Address on the site. */
	readonly url: string;
	readonly title: string;
	readonly description: string | undefined;
	readonly text: string;
	readonly examples: readonly Example[];
}

/** A code block of a page. */
export interface Example {
	readonly page: string;
	/** 1-based line of the opening fence in the file. */
	readonly line: number;
	readonly language: string;
	/** Words and `key="value"` pairs behind the language. */
	readonly meta: ReadonlyMap<string, string>;
	readonly code: string;
}

const configuration = configure();

/** All pages of the documentation; the documents of the showcase are none. */
export function readPages(): Page[] {
	return globSync('**/*.{md,mdx}', { cwd: content })
		.map((path) => path.split(sep).join('/'))
		.filter((path) => !path.startsWith('showcase/') && !/(?:^|\/)_/.test(path))
		.sort()
		.map((path) => {
			const entry = path.replace(/\.mdx?$/, '').replace(/(?:^|\/)index$/, '');
			return { ...readMarkdown(`content/${path}`), path, url: entry === '' ? '/' : `/${entry}/` };
		});
}

/** A Markdown file of this repository, read as the package reads it. */
export function readMarkdown(path: string): Omit<Page, 'path' | 'url'> {
	const bytes = readFileSync(join(root, path));
	const input = { collection: 'docs', entry: path, path, bytes };
	const { document, source, tree } = indexDocument(input, configuration);
	const examples = tree.nodes.flatMap((node): Example[] => {
		if (node.type !== 'code') return [];
		const { language = '', meta = '' } = node.attributes;
		const lines = tree.leaves.filter((leaf) => leaf.node === node.index);
		return [
			{
				page: path,
				line: lineAt(source.lines, node.start),
				language,
				meta: metaOf(meta),
				code: `${lines.map((leaf) => valueOf(source.text, leaf)).join('')}\n`,
			},
		];
	});
	return {
		title: document.title,
		description: document.description,
		text: source.text,
		examples,
	};
}

function metaOf(meta: string): Map<string, string> {
	const pairs = meta.matchAll(/([\w-]+)(?:="([^"]*)")?/g);
	return new Map(Array.from(pairs, ([, key = '', value = '']) => [key, value]));
}

/** How a test names an example. */
export function placeOf({ page, line }: Example): string {
	return `${page}:${String(line)}`;
}
