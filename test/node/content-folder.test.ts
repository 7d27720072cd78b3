import { chmodSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CitableError } from '../../integration/src/core/index.ts';
import { buildFolder, readContentFolder } from '../../integration/src/node/index.ts';
import { manual, temporaryFolder } from './folders.ts';

describe('reading a content folder', () => {
	it('makes a document of each Markdown and MDX file, and none of partials', () => {
		const folder = temporaryFolder({
			...manual,
			'_drafts/later.md': 'Later.',
			'notes.txt': 'No document.',
			'node_modules/package/readme.md': 'Not ours.',
		});
		const { inputs, findings } = readContentFolder(folder);
		expect(
			inputs.map(({ collection, entry, path, url }) => [collection, entry, path, url]),
		).toEqual([
			['docs', 'guides/berths', 'guides/berths.md', '/guides/berths/'],
			['docs', 'guides/radio', 'guides/radio.mdx', '/guides/radio/'],
			['docs', 'index', 'index.md', '/'],
		]);
		expect(findings).toEqual([]);
	});

	it('names entries as the glob loader of Astro does', () => {
		const folder = temporaryFolder({
			'Guides/Getting Started.md': 'Start.',
			'guides/index.mdx': 'Guides.',
			'old.md': '---\nslug: archive/old-page\n---\nOld.',
			'broken.md': '---\nslug: [\n---\nBroken.',
		});
		const { inputs } = readContentFolder(folder);
		expect(inputs.map(({ entry }) => entry).sort()).toEqual([
			'archive/old-page',
			'broken',
			'guides',
			'guides/getting-started',
		]);
	});

	it('reads several collections with bases, patterns and addresses of their own', () => {
		const folder = temporaryFolder({
			'src/docs/a.md': 'A',
			'src/docs/skip/b.md': 'B',
			'src/blog/c.md': 'C',
		});
		const { inputs, findings } = readContentFolder(folder, {
			docs: { base: './src/docs/', exclude: ['skip/**'], url: '/manual' },
			blog: { base: 'src/blog', url: '/blog/' },
			changes: { base: 'src/changes' },
		});
		expect(inputs.map(({ collection, path, url }) => [collection, path, url])).toEqual([
			['docs', 'src/docs/a.md', '/manual/a/'],
			['blog', 'src/blog/c.md', '/blog/c/'],
		]);
		expect(findings.map(({ code, file }) => [code, file])).toEqual([
			['empty-collection', 'src/changes'],
		]);
	});

	it('shows partials through the documents that import them', async () => {
		const { generation } = await buildFolder(temporaryFolder(manual));
		const partial = generation.documents.find(({ document }) => document.collection === 'partials');
		expect(partial?.document.path).toBe('guides/_channels.mdx');
		expect(partial?.source.text).toBe(manual['guides/_channels.mdx']);
	});

	it('follows symbolic links inside the folder and refuses those that lead out', async () => {
		const outside = temporaryFolder({ 'secret.md': 'Secret.', 'more/deep.md': 'Deep.' });
		const folder = temporaryFolder({
			'a.md': 'A',
			'shown.mdx': "import X from './_x.mdx'\n\n<X />\n",
		});
		symlinkSync(join(folder, 'a.md'), join(folder, 'b.md'));
		symlinkSync(join(outside, 'secret.md'), join(folder, 'c.md'));
		symlinkSync(join(outside, 'more'), join(folder, 'd'));
		symlinkSync(join(outside, 'secret.md'), join(folder, '_x.mdx'));
		symlinkSync('.', join(folder, 'circle'));
		const { generation } = await buildFolder(folder);
		const failed = new Map(generation.failed.map(({ path, error }) => [path, error.code]));
		expect(failed.get('c.md')).toBe('file-outside-root');
		expect(failed.get('d/deep.md')).toBe('file-outside-root');
		const sources = generation.documents.map(({ source }) => source.text);
		expect(sources.join()).not.toMatch(/Secret|Deep/);
		expect(generation.documents.map(({ document }) => document.path)).toContain('b.md');
		const findings = generation.fidelity.documents.flatMap((document) => document.findings);
		expect(findings.map(({ code }) => code)).toContain('transclusion-outside');
	});

	it('refuses a link to a folder above the content without walking it', async () => {
		const folder = temporaryFolder({ 'content/a.md': 'A', 'other/b.md': 'B' });
		symlinkSync('/', join(folder, 'content/root'));
		symlinkSync('..', join(folder, 'content/up'));
		const { generation } = await buildFolder(join(folder, 'content'));
		expect(generation.failed.map(({ path, error }) => [path, error.code])).toEqual([
			['root', 'file-outside-root'],
			['up', 'file-outside-root'],
		]);
	});

	it('names a file that cannot be read as a failed document', async ({ skip }) => {
		if (process.getuid?.() === 0) skip('The superuser may read everything.');
		const folder = temporaryFolder({ 'a.md': 'A', 'b.md': 'B' });
		chmodSync(join(folder, 'b.md'), 0o000);
		const { generation } = await buildFolder(folder);
		expect(generation.failed.map(({ id, error }) => [id, error.code])).toEqual([
			['docs/b', 'unreadable-file'],
		]);
	});

	it('names a dangling link as a failed document', async () => {
		const folder = temporaryFolder({ 'a.md': 'A' });
		symlinkSync(join(folder, 'gone.md'), join(folder, 'b.md'));
		symlinkSync(join(folder, 'gone'), join(folder, 'more'));
		symlinkSync(join(folder, 'gone.png'), join(folder, 'chart.png'));
		const { generation } = await buildFolder(folder);
		expect(generation.failed.map(({ id, error }) => [id, error.code])).toEqual([
			['docs/b', 'unreadable-file'],
			['docs/more', 'unreadable-file'],
		]);
	});

	it('names a folder that cannot be looked into as a failed document', async ({ skip }) => {
		if (process.getuid?.() === 0) skip('The superuser may read everything.');
		const folder = temporaryFolder({ 'a.md': 'A', 'closed/b.md': 'B' });
		chmodSync(join(folder, 'closed'), 0o000);
		const { generation } = await buildFolder(folder);
		chmodSync(join(folder, 'closed'), 0o700);
		expect(generation.failed.map(({ id, error }) => [id, error.code])).toEqual([
			['docs/closed', 'unreadable-file'],
		]);
	});

	it('refuses a folder that is none', () => {
		const folder = temporaryFolder({ 'a.md': 'A' });
		for (const path of ['gone', 'a.md']) {
			expect(() => readContentFolder(join(folder, path))).toThrow(CitableError);
		}
	});

	it('lists all that failed, with their lines', async () => {
		const folder = temporaryFolder({
			'a.md': Uint8Array.of(0x41, 0x0a, 0xff),
			'b.mdx': 'Fine.\n\n<Open>\n',
			'c/x.md': '---\nslug: same\n---\nX',
			'd/y.md': '---\nslug: same\n---\nY',
			'e.md': 'Fine.',
		});
		const { generation } = await buildFolder(folder, { accept: ['docs/a'] });
		expect(
			generation.manifest.coverage.failed.map(({ id, path, code, line, accepted }) => [
				id,
				path,
				code,
				line,
				accepted,
			]),
		).toEqual([
			['docs/a', 'a.md', 'invalid-utf8', 2, true],
			['docs/b', 'b.mdx', 'invalid-mdx', 3, false],
			['docs/same', 'd/y.md', 'duplicate-document', 1, false],
		]);
		expect(generation.failed.map(({ id }) => id)).toEqual(['docs/b', 'docs/same']);
		expect(generation.manifest.coverage.complete).toBe(false);
	});
});
