import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
	buildFolder,
	findRevisions,
	openFolder,
	openIndex,
	parseOptions,
	publish,
	rebuildRevisions,
	revisionBuilder,
	verifyIndex,
	type BuildOptions,
} from '../../integration/src/node/index.ts';
import type { CitableError } from '../../integration/src/core/index.ts';
import { temporaryFolder } from './folders.ts';

/** A repository of which the folder `docs` is the content. */
class Repository {
	readonly root: string;
	readonly content: string;

	constructor(root = temporaryFolder()) {
		this.root = root;
		this.content = join(root, 'docs');
		mkdirSync(this.content, { recursive: true });
		this.git('init', '--quiet', '--initial-branch=main');
	}

	git(...args: string[]): string {
		const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
		const settings = [...person, '-c', 'commit.gpgsign=false', '-c', 'core.autocrlf=false'];
		return execFileSync('git', [...settings, ...args], { cwd: this.root })
			.toString()
			.trim();
	}

	/** @returns The commit. */
	commit(files: Readonly<Record<string, string | Uint8Array>>, tag?: string): string {
		for (const [path, text] of Object.entries(files)) {
			mkdirSync(join(this.content, path, '..'), { recursive: true });
			writeFileSync(join(this.content, path), text);
		}
		this.git('add', '--all');
		this.git('commit', '--quiet', '--allow-empty', '--message', 'Write');
		if (tag !== undefined) this.git('tag', tag);
		return this.git('rev-parse', 'HEAD');
	}
}

/** Three commits: the hours are edited, a page is renamed, a page is removed. */
function harbour(): Repository & { readonly first: string } {
	const repository = new Repository();
	const first = repository.commit(
		{
			'hours.md': '# Hours\n\nThe office opens at nine.\n',
			'fees.md': '# Fees\n\nFees are paid in advance by every ship.\n',
			'tides/table – 潮.md': '# Tides\n\nThe tide turns at noon.\n',
			'notes.txt': 'No document.\n',
		},
		'v1.0',
	);
	repository.commit({ 'hours.md': '# Hours\n\nThe office opens at ten.\n' });
	renameSync(join(repository.content, 'fees.md'), join(repository.content, 'prices.md'));
	rmSync(join(repository.content, 'tides'), { recursive: true });
	repository.commit({}, 'v2.0');
	return Object.assign(repository, { first });
}

const rebuild = (content: string, refs: readonly string[], options: BuildOptions) =>
	rebuildRevisions(findRevisions(content, refs), [], revisionBuilder(options));

/** Builds and publishes the present files with the revisions of the refs. */
async function publishWith(content: string, refs: readonly string[], options: BuildOptions = {}) {
	const out = temporaryFolder();
	const { generation } = await buildFolder(content, options);
	const rebuilt = await rebuild(content, refs, options);
	try {
		const published = await publish(out, generation, { dir: out, keep: 1 }, rebuilt.generations);
		return { out, ...published, notes: rebuilt.notes.map(({ message }) => message) };
	} finally {
		rebuilt.remove();
	}
}

const leftovers = (): string[] =>
	readdirSync(tmpdir()).filter((name) => name.startsWith('citable-revision-'));

/** Writes objects into a repository as they are given, which `git add` would not. */
function writerOf({ root }: Repository): (input: string, ...args: string[]) => string {
	return (input, ...args) => execFileSync('git', args, { cwd: root, input }).toString().trim();
}

describe('generations from git', () => {
	it('are published beside the present one, newest first, with their commits', async () => {
		const { content, first } = harbour();
		const { out, retained, notes } = await publishWith(content, ['HEAD~1', 'v1.0']);
		expect(notes).toEqual([]);
		const index = await openIndex(out);
		expect(index.retained).toEqual(retained);
		expect(retained).toHaveLength(3);
		const oldest = await index.open(retained[2]!);
		expect(oldest.manifest.corpus.commit).toBe(first);
		const ids = (await oldest.documents()).map(({ id }) => id).sort();
		expect(ids).toEqual(['docs/fees', 'docs/hours', 'docs/tides/table--潮']);
		expect((await verifyIndex(openFolder(out), out)).problems).toEqual([]);
	});

	it('are what a build of the same files gives', async () => {
		const repository = harbour();
		const { out, retained } = await publishWith(repository.content, ['v1.0']);
		repository.git('checkout', '--quiet', 'v1.0');
		const options = { commit: repository.first, search: false };
		const { generation } = await buildFolder(repository.content, options);
		expect(retained[1]).toBe(generation.id);
		const old = await (await openIndex(out)).open(generation.id);
		const view = await old.view('docs/hours');
		expect(view.text).toContain('at nine');
	});

	it('bear out citations of then: of pages that were edited, renamed and removed', async () => {
		const { content } = harbour();
		const { out, retained } = await publishWith(content, ['v1.0']);
		const index = await openIndex(out);
		const old = await index.open(retained[1]!);
		const verdictOf = async (document: string): Promise<string> => {
			const view = await old.view(document);
			return (await index.verify(await old.cite(view.chunkId(0)))).verdict;
		};
		expect(await verdictOf('docs/hours')).toBe('edited');
		expect(await verdictOf('docs/fees')).toBe('exact');
		expect(await verdictOf('docs/tides/table--潮')).toBe('deleted');
		await expect(old.search('office')).rejects.toMatchObject({ code: 'search-missing' });
	});

	it('have gaps where an old revision cannot be read, which are named', async () => {
		const repository = new Repository();
		repository.commit({
			'open.mdx': '# Open\n\nIt is open.\n\n<Never>\n',
			'bytes.md': Uint8Array.of(0x23, 0x20, 0xff),
			'fine.md': '# Fine\n\nAll is well.\n',
		});
		repository.commit({ 'open.mdx': '# Open\n', 'bytes.md': '# Bytes\n' });
		const { out, retained, notes } = await publishWith(repository.content, ['HEAD~1']);
		expect(notes.map((note) => /lacks the document (\S+):/.exec(note)?.[1])).toEqual([
			'docs/bytes',
			'docs/open',
		]);
		const old = await (await openIndex(out)).open(retained[1]!);
		expect(old.manifest.coverage).toMatchObject({ complete: false, documents: 1 });
		expect(old.manifest.coverage.failed.every(({ accepted }) => accepted)).toBe(true);
	});

	it('are kept however many they are, before those of the history', async () => {
		const { content } = harbour();
		const { retained } = await publishWith(content, ['HEAD', 'HEAD~1', 'v1.0', 'v1.0']);
		expect(retained).toHaveLength(4);
	});

	it('follow no link out of the folder', async () => {
		const repository = new Repository();
		writeFileSync(join(repository.root, 'secret.md'), '# Secret\n');
		symlinkSync('../secret.md', join(repository.content, 'link.md'));
		repository.commit({ 'fine.md': '# Fine\n\nAll is well.\n' });
		rmSync(join(repository.content, 'link.md'));
		const { notes } = await publishWith(repository.content, ['HEAD']);
		expect(notes.join()).toContain('docs/link');
	});

	it('are refused where a forged tree leads out of the folder', async () => {
		const repository = harbour();
		const put = writerOf(repository);
		const blob = put('# Out\n', 'hash-object', '-w', '--stdin');
		const inner = put(`100644 blob ${blob}\tout.md\n`, 'mktree');
		const docs = put(`040000 tree ${inner}\t..\n`, 'mktree');
		const tree = put(`040000 tree ${docs}\tdocs\n`, 'mktree');
		const forged = repository.git('commit-tree', tree, '-m', 'Forge');
		await expect(rebuild(repository.content, [forged], {})).rejects.toMatchObject({
			code: 'git-revision-unknown',
			message: expect.stringContaining('../out.md') as string,
		});
	});

	it('are refused where a link and a folder of a forged tree have one name', async () => {
		const repository = harbour();
		const put = writerOf(repository);
		const blob = put('# Out\n', 'hash-object', '-w', '--stdin');
		const inner = put(`100644 blob ${blob}\tout.md\n`, 'mktree');
		const docs = put(`120000 blob ${blob}\ta\n040000 tree ${inner}\ta\n`, 'mktree');
		const tree = put(`040000 tree ${docs}\tdocs\n`, 'mktree');
		const forged = repository.git('commit-tree', tree, '-m', 'Forge');
		const before = leftovers();
		await expect(rebuild(repository.content, [forged], {})).rejects.toMatchObject({
			code: 'git-revision-unknown',
		});
		expect(leftovers()).toEqual(before);
	});

	it('are left out where they would show what their readers may not read', async () => {
		const repository = new Repository();
		const text = '# Plans\n\nThe harbour of Birgitta closes for good next summer.\n';
		repository.commit({ 'plans.md': text, 'fine.md': '# Fine\n\nAll is well.\n' });
		const secret = `---\nscope: staff\n---\n${text}`;
		repository.commit({ 'plans.md': secret });
		const options = parseOptions({ scopes: { field: 'scope' } });
		const { generation } = await buildFolder(repository.content, options);
		const rebuilt = await rebuild(repository.content, ['HEAD~1'], options);
		const out = temporaryFolder();
		const { retained, lost } = await publish(out, generation, { dir: out }, rebuilt.generations);
		rebuilt.remove();
		expect(retained).toEqual([generation.id]);
		expect(lost.map(({ code }) => code)).toEqual(['generation-lost']);
	});

	it('leave nothing behind, and the working tree as it is', async () => {
		const before = leftovers();
		const repository = harbour();
		writeFileSync(join(repository.content, 'hours.md'), '# Hours\n\nNot committed yet.\n');
		await publishWith(repository.content, ['v1.0']);
		expect(repository.git('status', '--porcelain')).toBe('M docs/hours.md');
		expect(leftovers()).toEqual(before);
	});

	it('are refused with the reason', async () => {
		const { content, root } = harbour();
		const refusal = async (folder: string, ref: string): Promise<unknown> => {
			try {
				(await rebuild(folder, [ref], {})).remove();
				return undefined;
			} catch (error) {
				const { code, message } = error as CitableError;
				return `${code}: ${message}`;
			}
		};
		expect(await refusal(content, 'v9')).toMatch(/^git-revision-unknown: .*v9.*no such commit/);
		expect(await refusal(content, '--all')).toMatch(/^git-revision-unknown: .*no such commit/);
		expect(await refusal(temporaryFolder(), 'HEAD')).toMatch(
			/^git-unavailable: .*not a git repository/,
		);
		expect(await refusal(join(root, 'nowhere'), 'HEAD')).toMatch(/^unreadable-file: /);
		mkdirSync(join(root, 'new'));
		expect(await refusal(join(root, 'new'), 'HEAD')).toMatch(
			/^git-revision-unknown: .*no files in new\//,
		);
		const shallow = temporaryFolder();
		execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${root}`, shallow]);
		expect(await refusal(join(shallow, 'docs'), 'HEAD~1')).toMatch(
			/^git-revision-unknown: .*the clone is shallow/,
		);
		const path = process.env['PATH'];
		try {
			process.env['PATH'] = temporaryFolder();
			expect(await refusal(content, 'HEAD')).toMatch(/^git-unavailable: .*git is not installed/);
		} finally {
			process.env['PATH'] = path;
		}
	});
});
