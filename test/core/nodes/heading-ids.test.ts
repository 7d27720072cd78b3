import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { satteri } from '@astrojs/markdown-satteri';
import { unified } from '@astrojs/markdown-remark';
import { describe, expect, it } from 'vitest';
import { describeShared } from '../../corpora.ts';
import { nodesOf, read, type ReadDocument } from '../reading.ts';

/** What both processors of Astro share; the values are Astro's defaults. */
const shared = { syntaxHighlight: false, gfm: true, smartypants: true } as const;

interface Processor {
	readonly name: string;
	/** The ids of all headings, in order. */
	idsOf(path: string, content: string): Promise<string[]>;
}

const processors: Processor[] = [];
for (const make of [satteri, unified]) {
	const processor = make();
	const markdown = await processor.createRenderer(shared);
	const mdx = await processor.createMdxRenderer!(shared, {
		optimize: false,
		srcDir: new URL('file:///src/'),
		sourcemap: false,
	});
	processors.push({
		name: processor.name,
		async idsOf(path, content) {
			if (!path.endsWith('.mdx')) {
				const { metadata } = await markdown.render(content);
				return metadata.headings.map(({ slug }) => slug);
			}
			const { code } = await mdx.process(content, `/src/${path}`, {});
			const list = /function getHeadings\(\) ?\{\s*return (\[[^]*?\]);\s*\}/.exec(code)?.[1] ?? '';
			return Array.from(list.matchAll(/"?slug"?: ?"([^"]*)"/g), ([, slug]) => slug ?? '');
		},
	});
}

/** The ids of all headings but the one that footnotes get. */
async function rendered(processor: Processor, path: string, content: string): Promise<string[]> {
	const ids = await processor.idsOf(path, content);
	return ids.filter((id) => id !== 'footnote-label');
}

function ours(document: ReadDocument): string[] {
	return nodesOf(document, 'heading').map(({ attributes }) => attributes.slug);
}

const common = [
	'# Plain words',
	'# Plain words',
	'# Plain words 1',
	'# A -- B',
	"# “Quoted” \"double\" & 'single' it's",
	'# Wait... what?',
	'# `code --flag` and ``a ` b``',
	'# [a link -- here](https://example.com)',
	'# Emoji 🚢 and 👩‍👧',
	'# Ümläute und é',
	'# 日本語 の 見出し',
	'# عنوان',
	'# ![alternative](x.png) text',
	'# A note[^1] and one more[^b] and again[^1]',
	'# **b**_i_~~s~~ *a*b',
	'# snake_case_name 1/2 (c) C++',
	'# https://example.com/path',
	'# trailing marks ##',
	'Setext over\ntwo -- lines\n===',
	'> # In a quotation',
	'- # In an item',
	'## &lt;T&gt; &amp; &copy; &nbsp;x',
	'###### Deep',
];
const notes = '[^1]: One.\n\n[^b]: Two.\n';
const markdown = [...common, '# <b>HTML</b> in it', '# A <!-- comment --> x', '#', '#', notes];
const mdx = [
	...common,
	'# <b>HTML</b> in it',
	'# A <br /> break',
	'# An {expression} and {"a text"} and {`template`}',
	'# A comment {/* of words */} in it',
	'# <Badge text="New" /> badge',
	notes,
];

describe.each(processors)('the ids of headings, as $name renders them', (processor) => {
	it.each([
		['page.md', markdown.join('\n\n')],
		['page.mdx', mdx.join('\n\n')],
	])('are those of the nodes of %s', async (path, text) => {
		const ids = await rendered(processor, path, text);
		expect(ids.length).toBeGreaterThan(20);
		expect(ours(read(path, text))).toEqual(ids);
	});
});

describe('ids that authors set', () => {
	it.each([
		['page.md', '## Title {#own}\n\n## Title', ['own', 'title']],
		[
			'page.mdx',
			'## Title {/* #own */}\n\n## Title {/*two*/}\n\n## Title',
			['own', 'two', 'title'],
		],
		[
			'page.mdx',
			'## Title {/* a word */}\n\n## Title {/* todo */}',
			['title--a-word-', 'title--todo-'],
		],
	])('count where they are ids: %s %j', (path, text, ids) => {
		expect(ours(read(path, text))).toEqual(ids);
	});
});

describeShared('the ids of headings of real docs', 'corpora', (folder) => {
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => /\.mdx?$/.test(file))
		.sort();

	it('are those that Astro renders', { timeout: 600_000 }, async () => {
		const [processor] = processors;
		const wrong: string[] = [];
		let count = 0;
		for (const file of files) {
			const document = read(file, readFileSync(join(folder, file)));
			const { frontmatter } = document.tree;
			const body = document.text.slice(frontmatter?.span.end ?? 0);
			const ids = await rendered(processor!, file, body);
			const found = ours(document);
			count += ids.length;
			if (ids.join('\n') !== found.join('\n'))
				wrong.push(`${file}: ${ids.filter((id, place) => id !== found[place]).join(' ')}`);
		}
		expect(count).toBeGreaterThan(5000);
		expect(wrong).toEqual([]);
	});
});
