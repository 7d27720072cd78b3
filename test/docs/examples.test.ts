import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CitableError } from 'astro-citable/client';
import { codes, type Generation } from 'astro-citable/core';
import { buildFolder } from 'astro-citable/node';
import { content, placeOf, readMarkdown, readPages, root, type Example } from './pages.ts';

/**
 * Runs the examples of the documentation. What follows the language of a code block says how:
 *
 * - `md`, `mdx` with `gives="code"`: a build of the file gives this finding or failure; with
 *   `gives="nothing"` it gives no finding at all. Blocks before it that have a title but no `gives`
 *   are further files of the build; `scoped` builds with the scopes of the scopes page.
 * - `js`: runs as a module, reads the index of these very pages at docs.example.com, and ends without
 *   an error; with `option` it is a key of the options of `citable()`; with `throws="code"` it ends with this one, with `prints="text"` it prints the text.
 * - `sh`: runs in a folder that holds the pages in `content/`, those of a page one after the other;
 *   with `shows="code"` it says the
 *   message of the code and fails, or reports it as a finding.
 * - `json`: parses.
 *
 * `untested` leaves a block out, for what needs a key, a network or a whole site.
 */
const examples = [
	...readPages().flatMap((page) => page.examples),
	...['README.md', 'integration/README.md'].flatMap((file) => readMarkdown(file).examples),
].filter(({ meta }) => !meta.has('untested'));

const named = (list: readonly Example[]): (readonly [string, Example])[] =>
	list.map((example) => [placeOf(example), example]);

const temporary: string[] = [];
function temporaryFolder(parent: string): string {
	mkdirSync(parent, { recursive: true });
	const folder = mkdtempSync(join(parent, 'citable-docs-'));
	temporary.push(folder);
	return folder;
}
afterAll(() => {
	for (const folder of temporary) rmSync(folder, { recursive: true, force: true });
});

describe('examples of sources', () => {
	const sources = examples.filter(({ language }) => /^mdx?$/.test(language));

	it.each(named(sources.filter(({ meta }) => meta.has('gives'))))('%s', async (_, example) => {
		const folder = temporaryFolder(tmpdir());
		for (const { code, meta, language } of companions(sources, example)) {
			const file = join(folder, meta.get('title') ?? `docs/example.${language}`);
			mkdirSync(dirname(file), { recursive: true });
			writeFileSync(file, code);
		}
		const scoped = example.meta.has('scoped') ? { scopes } : {};
		const found = findingsOf((await buildFolder(folder, { collections, ...scoped })).generation);
		const expected = example.meta.get('gives');
		if (expected === 'nothing') expect(found).toEqual([]);
		else expect(found).toContain(expected);
	});
});

const collections = { docs: { base: 'docs' } };

/** The scopes of the page about them. */
const scopes = { blocks: { Internal: 'staff', Only: { attribute: 'for' } } };

function findingsOf({ fidelity, blocking }: Generation): string[] {
	const findings = [...fidelity.documents.flatMap((entry) => entry.findings), ...fidelity.corpus];
	return [...findings, ...blocking].map(({ code }) => code);
}

/** The files that an example is built from: itself, and the titled blocks right before it. */
function companions(sources: readonly Example[], example: Example): Example[] {
	const files = [example];
	for (let at = sources.indexOf(example) - 1; at >= 0; at--) {
		const before = sources[at];
		if (before?.page !== example.page || before.meta.has('gives') || !before.meta.has('title'))
			break;
		files.unshift(before);
	}
	return files;
}

describe('examples of code', () => {
	const address = 'https://docs.example.com/citable/';
	/** Modules here find the package as one that is installed. */
	let modules: string;

	beforeAll(async () => {
		modules = temporaryFolder(join(root, 'node_modules', '.cache'));
		const { generation } = await buildFolder(content);
		const files = new Map(
			generation.files.map(({ path, content: file }) => [address + path, file]),
		);
		vi.stubGlobal('fetch', (url: string | URL) => {
			const file = files.get(String(url));
			return Promise.resolve(
				file === undefined
					? new Response('Not found', { status: 404 })
					: new Response(typeof file === 'string' ? file : Uint8Array.from(file)),
			);
		});
	});
	afterAll(() => {
		vi.unstubAllGlobals();
	});

	it.each(named(examples.filter(({ language }) => language === 'js')))(
		'%s',
		async (place, { code, meta }) => {
			const file = join(modules, `${place.replace(/\W/g, '-')}.mjs`);
			writeFileSync(file, meta.has('option') ? optionModule(code) : code);
			const printed: string[] = [];
			const log = vi.spyOn(console, 'log').mockImplementation((...values: unknown[]) => {
				printed.push(
					values
						.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
						.join(' '),
				);
			});
			let error: unknown;
			try {
				await import(/* @vite-ignore */ file);
			} catch (thrown) {
				error = thrown;
			} finally {
				log.mockRestore();
			}
			const expected = meta.get('throws');
			if (expected === undefined) expect(error).toBeUndefined();
			else expect((error as CitableError | undefined)?.code).toBe(expected);
			const text = meta.get('prints');
			if (text !== undefined) expect(printed.join('\n')).toContain(text);
		},
	);
});

/** A module that passes an option to the integration. */
function optionModule(code: string): string {
	return `import citable from 'astro-citable';\n\ncitable({\n${code}});\n`;
}

describe('examples of the command line', () => {
	const commands = Map.groupBy(
		examples.filter(({ language }) => language === 'sh'),
		({ page }) => page,
	);
	const compiled = temporaryFolder(tmpdir());

	it.each([...commands])(
		'%s',
		async (_, blocks) => {
			const folder = temporaryFolder(tmpdir());
			cpSync(content, join(folder, 'content'), { recursive: true });
			for (const block of blocks) {
				const { output, failed } = await runShell(block.code, folder, compiled);
				const expected = block.meta.get('shows') as keyof typeof codes | undefined;
				if (expected === undefined) {
					expect(failed, `${placeOf(block)}\n${output}`).toBe(false);
					continue;
				}
				const said = codes[expected].message.split(/\{\w+\}/)[0] ?? '';
				expect(output).toSatisfy(
					(text: string) => text.includes(expected) || (said !== '' && text.includes(said)),
				);
			}
		},
		120_000,
	);
});

/** Runs commands with `npx citable` as the program of this repository. */
function runShell(
	code: string,
	cwd: string,
	compiled: string,
): Promise<{ output: string; failed: boolean }> {
	const citable = `"${process.execPath}" "${join(root, 'integration', 'bin', 'citable.js')}"`;
	const script = `set -e\nnpx() { shift; ${citable} "$@"; }\n${code}\nwait`;
	return new Promise((resolve) => {
		const env = { ...process.env, NODE_COMPILE_CACHE: compiled };
		execFile('bash', ['-c', script], { cwd, env }, (error, stdout, stderr) => {
			resolve({ output: stdout + stderr, failed: error !== null });
		});
	});
}

describe('examples of data', () => {
	it.each(named(examples.filter(({ language }) => language === 'json')))('%s', (_, { code }) => {
		expect(() => JSON.parse(code) as unknown).not.toThrow();
	});
});
