import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { Citation, Evidence, Hit } from '../../integration/src/client/index.ts';
import type { Finding } from '../../integration/src/core/index.ts';
import type { InspectedChunk, InspectedNode } from '../../integration/src/node/index.ts';
import { openIndex } from '../../integration/src/node/index.ts';
import { run } from '../../integration/src/cli/main.ts';
import { filesIn, manual, temporaryFolder } from '../node/folders.ts';

interface Result {
	readonly code: number;
	readonly out: string;
	readonly err: string;
}

/** Runs a command inside this process and catches what it prints. */
async function citable(...argv: string[]): Promise<Result> {
	let out = '';
	let err = '';
	const outSpy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
		out += String(text);
		return true;
	});
	const errSpy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
		err += String(text);
		return true;
	});
	try {
		return { code: await run(argv), out, err };
	} finally {
		outSpy.mockRestore();
		errSpy.mockRestore();
	}
}

/** Runs a command that must succeed and print one JSON value. */
async function json(...argv: string[]): Promise<unknown> {
	const { code, out, err } = await citable(...argv, '--json');
	expect(code, err).toBe(0);
	return JSON.parse(out);
}

describe('citable build', () => {
	it('writes an index and sums it up', async () => {
		const content = temporaryFolder(manual);
		const out = join(temporaryFolder(), 'new', 'index');
		const { code, out: text } = await citable('build', content, '--out', out);
		expect(code).toBe(0);
		const index = await openIndex(out);
		expect(text).toContain(`generation ${index.generation}\n4 documents, `);
		const { nodes, chunks } = index.manifest.totals;
		expect(text).toContain(`${nodes} nodes, ${chunks} chunks`);
	});

	it('publishes earlier revisions from git beside the present one', async () => {
		const root = temporaryFolder({ 'docs/hours.md': '# Hours\n\nOpen from nine.\n' });
		const git = (...args: string[]): void => {
			const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
			const { status, stderr } = spawnSync('git', [...person, ...args], { cwd: root });
			expect(status, stderr.toString()).toBe(0);
		};
		git('init', '--quiet');
		git('add', '--all');
		git('commit', '--quiet', '--message', 'Write');
		git('tag', 'v1.0');
		writeFileSync(join(root, 'docs/hours.md'), '# Hours\n\nOpen from ten.\n');
		const out = temporaryFolder();
		const content = join(root, 'docs');
		expect((await citable('build', content, '--out', out, '--git', 'v1.0')).code).toBe(0);
		const index = await openIndex(out);
		expect(index.retained).toHaveLength(2);
		const old = await index.open(index.retained[1]!);
		expect((await old.view('docs/hours')).text).toContain('nine');
		const { code, err } = await citable('build', content, '--out', out, '--git', 'v9');
		expect(code).not.toBe(0);
		expect(err).toContain('The revision v9 cannot be read from git: there is no such commit');
	});

	it('says which accepted ids no document has', async () => {
		const content = temporaryFolder(manual);
		const accept = ['--accept', 'docs/index', 'docs/indx'];
		const { code, err } = await citable('build', content, '--out', temporaryFolder(), ...accept);
		expect(code).toBe(0);
		expect(err).toContain('accept the failure of docs/indx, but there is no such document');
		expect(err).not.toContain('failure of docs/index,');
	});

	it('prints one JSON value on standard output, and findings on standard error', async () => {
		const content = temporaryFolder({ ...manual, 'odd.md': '# Odd\n\n![](./chart.png)\n' });
		const out = temporaryFolder();
		const { code, out: text, err } = await citable('build', content, '--out', out, '--json');
		expect(code).toBe(0);
		expect(JSON.parse(text)).toMatchObject({
			generation: (await openIndex(out)).generation,
			coverage: { complete: true, documents: 5, failed: [] },
			totals: { findings: { 'image-without-text': 1 } },
		});
		expect(err).toContain(`${join(content, 'odd.md')}:3:1 warn image-without-text: `);
	});

	it('prints findings as annotations of GitHub', async () => {
		const content = temporaryFolder({ 'odd, 1.md': '# Odd\n\n![](./50%.png)\n' });
		const { err } = await citable(
			'build',
			content,
			'--out',
			temporaryFolder(),
			'--format',
			'github',
		);
		const file = join(content, 'odd%2C 1.md').replaceAll(':', '%3A');
		expect(err).toMatch(
			new RegExp(
				`^::warning file=${file},line=3,col=1,title=image-without-text::The image \\./50%25\\.png has .*$`,
				'm',
			),
		);
	});

	it('refuses to publish over failed documents and lists them all', async () => {
		const content = temporaryFolder({
			...manual,
			'b.mdx': 'Fine.\n\n<Open>\n',
			'c.md': Uint8Array.of(0xff),
		});
		const out = temporaryFolder();
		await citable('build', temporaryFolder(manual), '--out', out);
		const before = filesIn(out);
		const { code, err } = await citable('build', content, '--out', out);
		expect(code).toBe(1);
		expect(err).toContain(`${join(content, 'b.mdx')}:3:1 error invalid-mdx: `);
		expect(err).toContain('2 of 6 documents failed. Nothing was written.');
		expect(err).toMatch(/^ {2}docs\/b \(.*b\.mdx\): invalid-mdx$/m);
		expect(err).toMatch(/^ {2}docs\/c \(.*c\.md\): invalid-utf8$/m);
		expect(filesIn(out)).toEqual(before);
		const failed = await citable('build', content, '--out', out, '--json', '--quiet');
		expect(failed.code).toBe(1);
		expect(JSON.parse(failed.out)).toMatchObject({ failed: ['docs/b', 'docs/c'] });
	});

	it('publishes with gaps that are accepted by name, and says so', async () => {
		const content = temporaryFolder({ ...manual, 'b.mdx': '<Open>\n' });
		const out = temporaryFolder();
		const { code, out: text } = await citable('build', content, '--out', out, '--accept', 'docs/b');
		expect(code).toBe(0);
		expect(text).toContain('4 documents (1 accepted gaps)');
		const { coverage } = (await openIndex(out)).manifest;
		expect(coverage).toMatchObject({
			complete: false,
			failed: [{ id: 'docs/b', path: 'b.mdx', code: 'invalid-mdx', line: 1, accepted: true }],
		});
	});

	it('stops for findings to which the options give the severity error', async () => {
		const content = temporaryFolder({ 'odd.md': '# Odd\n\n![](./chart.png)\n' });
		const config = join(temporaryFolder(), 'citable.json');
		writeFileSync(config, JSON.stringify({ findings: { 'image-without-text': 'error' } }));
		const out = join(temporaryFolder(), 'index');
		const { code, err } = await citable('build', content, '--out', out, '--config', config);
		expect(code).toBe(1);
		expect(err).toContain('error image-without-text');
		expect(existsSync(out)).toBe(false);
	});

	it('takes options from a module, and those of the command line above them', async () => {
		const content = temporaryFolder(manual);
		const folder = temporaryFolder({
			'citable.config.mjs': "export default { policy: 'paragraph', search: false };\n",
		});
		const config = join(folder, 'citable.config.mjs');
		const out = temporaryFolder();
		await citable('build', content, '--out', out, '--config', config);
		expect((await openIndex(out)).manifest).toMatchObject({
			chunking: { policy: 'paragraph' },
			search: [],
		});
		await citable('build', content, '--out', out, '--config', config, '--policy', 'fixed-char:80');
		expect((await openIndex(out)).manifest.chunking.policy).toBe('fixed-char');
	});

	it('calls wrong usage and unreadable input by their exit code', async () => {
		const content = temporaryFolder(manual);
		const out = temporaryFolder({ 'bad.json': '{ "polcy": "structure" }', 'worse.json': '{' });
		for (const [argv, message] of [
			[['build', content], /--out/],
			[['build', join(content, 'gone'), '--out', out], /does not exist/],
			[['build', content, '--out', out, '--policy', 'magic'], /no chunk policy named magic/],
			[['build', content, '--out', out, '--policy', 'structure:hardLimit=2'], /bounds/],
			[['build', content, '--out', out, '--config', join(out, 'bad.json')], /polcy/],
			[['build', content, '--out', out, '--config', join(out, 'worse.json')], /worse\.json/],
			[['build', content, '--out', out, '--config', join(out, 'gone.json')], /does not exist/],
			[['build', content, '--out', out, '--format', 'xml'], /text, github/],
			[['inspect', join(content, 'gone.md')], /does not exist/],
			[['search', join(content, 'gone'), 'x'], /no index/],
			[['search', content, 'x', '--limit', 'many'], /whole number/],
			[['verify', join(content, 'gone')], /no index/],
			[['conjure'], /unknown command/],
		] as [string[], RegExp][]) {
			const { code, out: text, err } = await citable(...argv);
			expect([code, text], argv.join(' ')).toEqual([2, '']);
			expect(err).toMatch(message);
		}
	});
});

describe('citable inspect', () => {
	const folder = () => temporaryFolder(manual);

	it('prints nodes and chunks as slices with their places', async () => {
		const file = join(folder(), 'guides/berths.md');
		const { document, nodes, chunks, findings } = (await json('inspect', file)) as {
			document: { title: string };
			nodes: InspectedNode[];
			chunks: InspectedChunk[];
			findings: Finding[];
		};
		const source = manual['guides/berths.md']!;
		expect(document.title).toBe('Berths');
		expect(findings).toEqual([]);
		for (const part of [...nodes, ...chunks]) {
			expect(part.text).toBe(source.slice(part.start, part.end));
			expect(part.exact).toBe(true);
			expect(part.startLine).toBe(source.slice(0, part.start).split('\n').length);
			expect(part.endLine).toBe(source.slice(0, part.end - 1).split('\n').length);
		}
		const item = nodes.find(({ type, text }) => type === 'listItem' && text.includes('boats'))!;
		expect(item).toMatchObject({ value: 'fishing boats & tugs,', headingPath: ['Berths'] });
		expect(nodes.find(({ id }) => id === item.parent)?.type).toBe('list');
		expect(nodes.filter(({ type }) => type === 'heading').map(({ slug }) => slug)).toEqual([
			'berths',
			'fees',
		]);
		expect(chunks.map(({ order, policy }) => [order, policy])).toEqual(
			chunks.map((_, order) => [order, 'structure']),
		);
		const fees = chunks.find(({ text }) => text.includes('| 20 m'))!;
		expect(fees.headingPath).toEqual(['Berths', 'Fees']);
		const ids = new Set(nodes.map(({ id }) => id));
		expect(fees.nodeIds.every((id) => ids.has(id))).toBe(true);
	});

	it('accounts for every unit with --ledger', async () => {
		const file = join(folder(), 'guides/radio.mdx');
		const { ledger } = (await json('inspect', file, '--ledger')) as {
			ledger: { start: number; end: number }[];
		};
		let at = 0;
		for (const { start, end } of ledger) {
			expect(start).toBe(at);
			at = end;
		}
		expect(at).toBe(manual['guides/radio.mdx']!.length);
	});

	it('does not judge links to files it does not know', async () => {
		const file = join(
			temporaryFolder({ 'a.md': '# A\n\n[B](./b.md#x), [here](#a), [nowhere](#b).\n' }),
			'a.md',
		);
		const { findings } = (await json('inspect', file)) as { findings: Finding[] };
		expect(findings.map(({ code, message }) => [code, message.includes('#b')])).toEqual([
			['link-broken', true],
		]);
	});

	it('prints the error of a file that fails, and nothing else', async () => {
		const file = join(temporaryFolder({ 'a.mdx': 'Fine.\n\n<Open>\n' }), 'a.mdx');
		const { code, out, err } = await citable('inspect', file, '--json');
		expect(code).toBe(1);
		expect(JSON.parse(out)).toMatchObject({
			document: null,
			nodes: [],
			chunks: [],
			findings: [{ code: 'invalid-mdx', severity: 'error', file }],
		});
		expect(err).toContain(`${file}:3:`);
	});

	it('shows people a tree', async () => {
		const { out } = await citable('inspect', join(folder(), 'index.md'), '--nodes');
		expect(out).toMatch(/^callout .* line 11: > \[!WARNING\]$/m);
		expect(out).toMatch(/^ {2}paragraph .*: In storms it stays closed\.$/m);
		expect(out).toMatch(/^chunk 1 c-[0-9a-f]{16}-[0-9a-f]{20} lines 7–12 /m);
	});
});

describe('from search to a checked citation', () => {
	it('finds, expands and verifies', async () => {
		const content = temporaryFolder(manual);
		const out = temporaryFolder();
		await citable('build', content, '--out', out);
		const { hits } = (await json('search', out, 'fees of rescue boats', '--limit', '2')) as {
			hits: Hit[];
		};
		expect(hits[0]?.text).toContain('except by rescue boats');
		const evidence = (await json('expand', out, hits[0]!.chunkId, '--radius', '1')) as Evidence;
		expect(evidence.units[0]?.document.path).toBe('guides/berths.md');

		const index = await openIndex(out);
		const citation: Citation = await index.cite(hits[0]!, { quote: 'except by rescue boats' });
		const file = join(temporaryFolder(), 'citation.json');
		writeFileSync(file, JSON.stringify(citation));
		expect((await citable('verify', out, '--citation', file)).out).toMatch(/^exact: /);
		writeFileSync(file, JSON.stringify([citation, { ...citation, quote: 'except by anybody' }]));
		const forged = await citable('verify', out, '--citation', file);
		expect(forged.code).not.toBe(0);

		expect((await citable('verify', out)).code).toBe(0);
		expect((await citable('verify', out, '--content', content)).code).toBe(0);
		writeFileSync(join(content, 'index.md'), 'Something else.\n');
		const changed = await citable('verify', out, '--content', content, '--json');
		expect(changed.code).toBe(1);
		expect(JSON.parse(changed.out)).toMatchObject({
			against: 'sources',
			problems: [{ code: 'verification-failed', file: 'index.md' }],
		});
	});

	it('says so where nothing matches', async () => {
		const out = temporaryFolder();
		await citable('build', temporaryFolder(manual), '--out', out);
		expect((await citable('search', out, 'xylophone')).out).toBe('Nothing matches.\n');
		expect(await json('search', out, 'xylophone')).toMatchObject({ hits: [] });
	});
});

it('is the program that the package installs', () => {
	const program = join(import.meta.dirname, '../../integration/bin/citable.js');
	const ran = (...argv: string[]) =>
		spawnSync(process.execPath, [program, ...argv], { encoding: 'utf8' });
	const help = ran('--help');
	expect([help.status, help.stderr]).toEqual([0, '']);
	for (const command of ['build', 'inspect', 'search', 'expand', 'verify'])
		expect(help.stdout).toContain(command);
	const content = temporaryFolder({ 'a.mdx': '<Open>\n' });
	expect(ran('build', content, '--out', join(content, 'out')).status).toBe(1);
	expect(ran('build').status).toBe(2);
});

describe('citable diff', () => {
	it('says what became of nodes between two indexes, and between generations of one', async () => {
		const content = temporaryFolder(manual);
		const [out, other] = [temporaryFolder(), temporaryFolder()];
		await citable('build', content, '--out', out, '--keep', '1');
		await citable('build', content, '--out', other);
		const { generation } = await openIndex(out);
		writeFileSync(
			join(content, 'index.md'),
			manual['index.md']!.replace('from 06:00 to 22:00', 'from 07:00 to 22:00'),
		);
		await citable('build', content, '--out', out, '--keep', '1');
		const edited = /^edited {3}index\.md:9 paragraph → index\.md:9 paragraph, 9\d% alike$/m;
		const summary =
			/^1 documents edited: 0 nodes added, 0 removed, 0 moved, 1 edited, 3 unchanged$/m;
		for (const argv of [
			[other, out],
			[out, '--from', generation],
		]) {
			const { code, out: text } = await citable('diff', ...argv);
			expect(code).toBe(0);
			expect(text).toMatch(edited);
			expect(text).toMatch(summary);
		}
		expect(await json('diff', other, out)).toMatchObject({
			from: generation,
			documents: { edited: ['docs/index'] },
			nodes: [{ change: 'edited', from: { document: 'docs/index', startLine: 9 } }],
			unchanged: 3,
		});
		expect((await citable('diff', other, '--from', '0'.repeat(64))).code).toBe(2);
	});
});

describe('builds that follow one another', () => {
	it('keep generations in the output or in a history', async () => {
		const content = temporaryFolder(manual);
		const [out, dir] = [temporaryFolder(), temporaryFolder()];
		await citable('build', content, '--out', out, '--history', dir);
		writeFileSync(join(content, 'index.md'), 'Another text.\n');
		const second = await citable('build', content, '--out', out, '--history', dir);
		expect(second.out).toMatch(/^generation [0-9a-f]{64} \(and 1 earlier\)$/m);
		expect((await openIndex(out)).retained).toEqual((await openIndex(dir)).retained);
		expect((await citable('verify', out)).out).toMatch(/ \(and 1 earlier\): 4 documents/);
	});

	it('read only what changed where there is a cache', async () => {
		const content = temporaryFolder(manual);
		const [out, cache] = [temporaryFolder(), temporaryFolder()];
		const argv = ['build', content, '--out', out, '--cache', cache];
		expect(await json(...argv)).toMatchObject({ cache: { hits: 0, misses: 4 } });
		writeFileSync(join(content, 'index.md'), 'Another text.\n');
		expect(await json(...argv)).toMatchObject({ cache: { hits: 3, misses: 1 } });
		writeFileSync(join(cache, 'documents.cache'), 'mine');
		const { code, err } = await citable(...argv);
		expect(code).toBe(0);
		expect(err).toContain('documents.cache is not used: it is none.');
	});
});

describe('gates', () => {
	const gold = {
		corpus: 'harbour',
		questions: [
			{
				id: 'fees',
				question: 'Who pays no fees in advance?',
				kind: 'qualifier',
				path: 'guides/berths.md',
				gold: [{ path: 'guides/berths.md', quote: 'except by rescue boats' }],
				context: [],
			},
			{
				id: 'new',
				question: 'Where is the lighthouse?',
				kind: 'fact',
				path: 'more.md',
				gold: [{ path: 'more.md', quote: 'The lighthouse stands on the mole.' }],
				context: [],
			},
		],
	};

	it('let a generation pass that finds no less, and keep back one that finds less', async () => {
		const content = temporaryFolder({
			...manual,
			'more.md': 'The lighthouse stands on the mole.\n',
		});
		const folder = temporaryFolder({ 'gold.json': JSON.stringify(gold) });
		const config = join(folder, 'citable.json');
		const gates = { gold: join(folder, 'gold.json'), maxRecallLoss: 0.01 };
		writeFileSync(config, JSON.stringify({ gates }));
		const out = temporaryFolder();
		const build = (...argv: string[]) =>
			citable('build', ...argv, '--out', out, '--config', config);
		expect((await build(content)).code).toBe(0);
		expect((await build(content)).code).toBe(0);
		const { generation } = await openIndex(out);
		// Chunks of eight characters hold no answer whole.
		const worse = [content, '--policy', 'fixed-char:8'] as const;
		const { code, err } = await build(...worse);
		expect(code).toBe(1);
		expect(err).toMatch(/recall@5 falls from 1\.000 to 0\.\d+ on 2 questions, by more than 0\.01/);
		expect((await openIndex(out)).generation).toBe(generation);
		writeFileSync(config, JSON.stringify({ gates: { ...gates, maxRecallLoss: 1 } }));
		expect((await build(...worse)).code).toBe(0);
		expect((await openIndex(out)).generation).not.toBe(generation);
	});

	it('ask only what the sources of both can answer', async () => {
		const folder = temporaryFolder({ 'gold.json': JSON.stringify(gold) });
		const config = join(folder, 'citable.json');
		const gates = { gold: join(folder, 'gold.json'), maxRecallLoss: 0 };
		const out = temporaryFolder();
		await citable('build', temporaryFolder(manual), '--out', out);
		writeFileSync(config, JSON.stringify({ gates }));
		const more = temporaryFolder({ ...manual, 'more.md': 'The lighthouse stands on the mole.\n' });
		expect((await citable('build', more, '--out', out, '--config', config)).code).toBe(0);
		// Questions that the new sources cannot answer are a fault of the questions.
		const stale = await citable('build', temporaryFolder(manual), '--out', out, '--config', config);
		expect(stale.code).toBe(2);
		expect(stale.err).toContain('more.md');
	});
});

describe('what a newcomer gets wrong', () => {
	it('is named as what it is', async () => {
		const folder = temporaryFolder({
			'content/a.md': 'Text',
			'no.json': '{"x":1',
			'none.json': '[]',
		});
		const [content, out] = [join(folder, 'content'), temporaryFolder()];
		const config = await citable(
			'build',
			content,
			'--out',
			out,
			'--config',
			join(folder, 'no.json'),
		);
		expect(config.code).toBe(2);
		expect(config.err).toContain('The configuration file is not valid: ');
		await citable('build', content, '--out', out);
		const broken = await citable('verify', out, '--citation', join(folder, 'no.json'));
		expect(broken.code).toBe(2);
		expect(broken.err).toContain('That is no citation: ');
		const inTheWay = await citable('build', content, '--out', join(content, 'a.md'));
		expect(inTheWay.code).toBe(2);
		expect(inTheWay.err).toContain('a.md: The index cannot be written: a file of that name is in');
		const none = await citable('verify', out, '--citation', join(folder, 'none.json'));
		expect(none.code).toBe(2);
		expect(none.err).toContain('the list is empty');
	});

	it('does not make documents of the index, where it lies among the sources', async () => {
		const content = temporaryFolder(manual);
		const first = (await json('build', content, '--out', content)) as { generation: string };
		const second = (await json('build', content, '--out', content)) as { generation: string };
		expect(second.generation).toBe(first.generation);
		expect((await citable('verify', content, '--content', content)).code).toBe(0);
	});

	it('shows control characters of sources instead of sending them to the terminal', async () => {
		const content = temporaryFolder({ 'a.md': 'Red \u001b[31malarm\u202e and \u009b text.\n' });
		const out = temporaryFolder();
		await citable('build', content, '--out', out);
		const { out: text } = await citable('search', out, 'text');
		expect(text).toContain('\\u{1b}[31malarm\\u{202e} and \\u{9b}');
	});
});
