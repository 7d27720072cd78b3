import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Audience, Generation, ScopeRules } from 'astro-citable/core';
import { buildSite, type SiteFiles } from '../site.ts';

const rules: ScopeRules = {
	field: 'scope',
	paths: [{ under: 'docs/internal', scope: 'staff' }],
	blocks: [
		{ name: 'Internal', scope: 'staff' },
		{ name: 'only', scope: { attribute: 'for' } },
	],
};
const staff: Audience = { name: 'staff', scopes: ['staff'] };

function build(files: SiteFiles, audience?: Audience): Generation {
	return buildSite(files, { scopes: rules }, audience === undefined ? {} : { audience });
}

/** All files of an index but the schemas, as one text. */
function everything({ files }: Generation): string {
	return files
		.filter(({ path }) => !path.startsWith('schema/'))
		.map(({ path, content }) => `${path}\n${typeof content === 'string' ? content : ''}`)
		.join('\n');
}

function textOf(generation: Generation, id: string): string | undefined {
	return generation.documents.find(({ document }) => document.id === id)?.source.text;
}

describe('scopes of documents', () => {
	const files = {
		'docs/open.md': 'Anybody may read this.\n',
		'docs/plain.md': '---\nscope: public\n---\n\nAnybody may read this as well.\n',
		'docs/internal/plan.md': 'The heron flies on Tuesday.\n',
		'docs/rota.md': '---\nscope: [staff, partners]\n---\n\nThe lamp is unwatched.\n',
		'docs/internal/board.md': '---\nscope: board\n---\n\nThe bridge closes.\n',
	};
	const ids = (generation: Generation): string[] =>
		generation.documents.map(({ document }) => document.id).sort();

	it('leaves out documents of narrower scopes, without a trace', () => {
		const generation = build(files);
		expect(ids(generation)).toEqual(['docs/open', 'docs/plain']);
		expect(everything(generation)).not.toMatch(/heron|lamp|internal|rota|bridge|board/i);
		expect(generation.manifest.coverage).toEqual({ complete: true, documents: 2, failed: [] });
	});

	it('gives an audience what it may read, and lets frontmatter only narrow a folder', () => {
		expect(ids(build(files, staff))).toEqual([
			'docs/internal/plan',
			'docs/open',
			'docs/plain',
			'docs/rota',
		]);
		expect(ids(build(files, { name: 'board', scopes: ['board', 'staff'] }))).toContain(
			'docs/internal/board',
		);
		expect(ids(build(files, { name: 'board', scopes: ['board'] }))).not.toContain(
			'docs/internal/board',
		);
	});

	it('is the index of a site in which the documents never were', () => {
		const open = Object.fromEntries(
			Object.entries(files).filter(([path]) => /open|plain/.test(path) && !/internal/.test(path)),
		);
		expect(build(files).files).toEqual(build(open).files);
	});

	it('refuses a scope that is no name', () => {
		const { failed } = build({ 'docs/a.md': '---\nscope: 7\n---\n\nText.\n' });
		expect(failed.map(({ error }) => error.code)).toEqual(['scope-invalid']);
	});
});

describe('blocks with a scope', () => {
	const mdx = [
		'import Internal from "../Internal.astro";',
		"import Secret from './_secret.mdx';",
		'',
		'# Retries',
		'',
		'A request may be sent again.',
		'',
		'<Internal>',
		'  The depot key is **heron**. <Secret />',
		'</Internal>',
		'',
		'Wait a minute before that.',
		'',
		'- one',
		'- <Internal>the hidden item</Internal>',
		'- two <Internal>with a hidden end</Internal>',
		'',
		'Last words.',
		'',
	].join('\n');
	const files = { 'docs/a.mdx': mdx, 'docs/_secret.mdx': 'The password is reed.\n' };
	const cut = [
		'',
		'# Retries',
		'',
		'A request may be sent again.',
		'',
		'Wait a minute before that.',
		'',
		'- one',
		'- two',
		'',
		'Last words.',
		'',
	].join('\n');

	it('are cut with their lines, their imports and the items that hold nothing else', () => {
		const generation = build(files);
		expect(generation.failed).toEqual([]);
		expect(textOf(generation, 'docs/a')?.trimStart()).toBe(cut.trimStart());
		expect(everything(generation)).not.toMatch(/heron|reed|hidden|secret/i);
		expect(generation.blocking).toEqual([]);
	});

	it('stay for those who may read them', () => {
		const generation = build(files, staff);
		expect(textOf(generation, 'docs/a')).toBe(mdx);
		expect(textOf(generation, 'partials/docs/_secret.mdx')).toBe('The password is reed.\n');
		expect(generation.documents.every(({ cuts }) => cuts.length === 0)).toBe(true);
	});

	it('leave a mark where evidence is incomplete, and nothing else', () => {
		const marked = build(files);
		const never = build({ 'docs/a.mdx': textOf(marked, 'docs/a') ?? '' });
		const documents = (generation: Generation) =>
			generation.files
				.filter(({ path }) => path.startsWith('documents/'))
				.map(({ content }) => JSON.parse(content as string) as Record<string, unknown>);
		const [first] = documents(marked);
		expect(first?.['cuts']).toEqual(
			['Wait a minute', '- two', '\n\nLast'].map((text) => cutAt(textOf(marked, 'docs/a'), text)),
		);
		expect({ ...first, cuts: undefined }).toEqual({ ...documents(never)[0], cuts: undefined });
		const others = (generation: Generation) =>
			generation.files.filter(({ path }) => /^(?:search|sources|expansion|schema)\//.test(path));
		expect(others(marked)).toEqual(others(never));
	});

	it('may be directives that name their scope', () => {
		const text =
			'Before.\n\n:::only{for="staff"}\nThe heron.\n:::\n\n:::only{for=public}\nOpen.\n:::\n';
		const generation = build({ 'docs/a.md': text });
		expect(textOf(generation, 'docs/a')).toBe('Before.\n\n:::only{for=public}\nOpen.\n:::\n');
	});

	it.each([
		['docs/a.mdx', '<only for={who}>x</only>\n', 'scope-dynamic'],
		['docs/a.mdx', '<only>x</only>\n', 'scope-dynamic'],
		['docs/a.md', '<Internal>\n\nThe heron.\n\n</Internal>\n', 'scope-unreadable'],
		['docs/a.mdx', '<Internal>The heron.\n', 'scope-unreadable'],
	])('fail a document where they cannot be decided: %s %j', (path, text, code) => {
		const { failed, documents } = build({ [path]: text });
		expect(failed.map(({ error }) => error.code)).toEqual([code]);
		expect(documents).toEqual([]);
	});

	it('may be written about in code', () => {
		const text = 'Write `<Internal>` or:\n\n```md\n<Internal>\n```\n';
		expect(textOf(build({ 'docs/a.md': text }), 'docs/a')).toBe(text);
	});

	it('leave apart what stood apart', () => {
		const cases = [
			[
				"import Open from './Open.astro';\nimport Internal from './Internal.astro';\n\n<Open />\n\n<Internal>\n\nheron\n\n</Internal>\n",
				"import Open from './Open.astro';\n\n<Open />\n",
			],
			['- one\n- <Internal>heron</Internal>\n\nLast words.\n', '- one\n\nLast words.\n'],
		] as const;
		for (const [text, cut] of cases) {
			const generation = build({ 'docs/a.mdx': text });
			expect(generation.failed).toEqual([]);
			expect(textOf(generation, 'docs/a')).toBe(cut);
		}
		const directive = 'Open.\n:::Internal\nheron\n:::\n\nLast words.\n';
		expect(textOf(build({ 'docs/a.md': directive }), 'docs/a')).toBe('Open.\n\nLast words.\n');
	});

	it('leave no empty line of a quote', () => {
		const text = '> Open.\n>\n> <Internal>heron</Internal>\n\nNext.\n';
		expect(textOf(build({ 'docs/a.mdx': text }), 'docs/a')).toBe('> Open.\n\nNext.\n');
	});

	it('are cut as though they had never been written', () => {
		const paragraph = fc.constantFrom('One more word.', '- a\n- b', '> said', '## Part', '`x`');
		fc.assert(
			fc.property(fc.array(fc.tuple(paragraph, fc.boolean()), { minLength: 2 }), (blocks) => {
				const open = blocks.filter(([, hidden]) => !hidden).map(([text]) => text);
				fc.pre(open.length > 0);
				const written = blocks.map(([text, hidden]) =>
					hidden ? `<Internal>\n${text}\n</Internal>` : text,
				);
				const generation = build({ 'docs/a.mdx': `${written.join('\n\n')}\n` });
				expect(textOf(generation, 'docs/a')).toBe(`${open.join('\n\n')}\n`);
			}),
		);
	});
});

describe('the canary', () => {
	it('names words of withheld text wherever they stand, and no others', () => {
		const { pageCanary } = build({
			'docs/a.mdx': 'The lamp is red.\n\n<Internal>The lamp is watched by a heron.</Internal>\n',
		});
		expect(pageCanary?.find('<p>The lamp is red.</p>')).toEqual([]);
		expect(pageCanary?.find('<p>Say: the lamp is watched by a heron</p>')).not.toEqual([]);
	});

	it('stops a build whose index holds them', () => {
		const generation = buildSite(
			{ 'docs/a.mdx': 'Open.\n\n<Internal>Bluebird</Internal>\n' },
			{
				scopes: rules,
				severities: {},
				policy: {
					name: 'leaky',
					version: 1,
					options: { note: 'bluebird' },
					chunk: () => ({ chunks: [], findings: [] }),
				},
			},
		);
		expect(generation.blocking.map(({ code }) => code)).toEqual(['scope-leak']);
	});
});

function cutAt(text: string | undefined, before: string): number {
	return text?.indexOf(before) ?? -1;
}
