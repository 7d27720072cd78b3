import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildSite, siteFolder, type BuiltSite } from '../sites.ts';
import { openBuiltIndex } from './provenance.ts';

const root = resolve(import.meta.dirname, '..', '..');
const config = (history: string): string => `
import mdx from '@astrojs/mdx';
import { defineConfig } from 'astro/config';
import citable from 'astro-citable';

export default defineConfig({
	integrations: [mdx(), citable({ history: ${history} })],
});
`;

let site: string;
/** The commit of the first state of the site. */
let commit: string;
const built: BuiltSite[] = [];

function git(...args: string[]): string {
	const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
	return execFileSync('git', [...person, ...args], { cwd: site })
		.toString()
		.trim();
}

async function build(history: string): Promise<BuiltSite> {
	await writeFile(join(site, 'astro.config.mjs'), config(history));
	const done = await buildSite(site);
	built.push(done);
	return done;
}

beforeAll(async () => {
	await mkdir(join(root, 'test-results'), { recursive: true });
	site = await mkdtemp(join(root, 'test-results', 'git-'));
	await cp(siteFolder('plain'), site, { recursive: true });
	git('init', '--quiet');
	git('add', '--all');
	git('commit', '--quiet', '--message', 'Write');
	commit = git('rev-parse', 'HEAD');
	const file = join(site, 'src/content/docs/guides/mooring.mdx');
	const text = await readFile(file, 'utf8');
	await writeFile(file, text.replace('Fenders go out before', 'Fenders are out long before'));
	await rm(join(site, 'src/content/notes/hostile.md'));
});
afterAll(async () => {
	for (const each of built) await each.remove();
	await rm(site, { recursive: true, force: true });
});

it('publishes commits beside the present site, with provenance pages of their own', async () => {
	const { ok, log, out } = await build(`{ git: ['HEAD'] }`);
	expect(ok, log).toBe(true);
	const index = await openBuiltIndex(out);
	expect(index.retained).toHaveLength(2);
	const old = await index.open(index.retained[1]!);
	expect(old.manifest.corpus.commit).toBe(commit);
	const then = await old.documents();
	const now = await index.documents();
	// What was not touched is the same document, with the same addresses.
	const same = then.filter(({ key }) => now.some((entry) => entry.key === key));
	expect(same.map(({ id }) => id).sort()).toEqual(
		now
			.map(({ id }) => id)
			.filter((id) => id !== 'docs/guides/mooring')
			.sort(),
	);
	for (const { key, file, url, provenance, language } of same)
		expect(now.find((entry) => entry.key === key)).toMatchObject({
			file,
			...(url === undefined ? {} : { url }),
			...(provenance === undefined ? {} : { provenance }),
			...(language === undefined ? {} : { language }),
		});
	const citation = await old.cite((await old.view('notes/hostile')).chunkId(0));
	expect((await index.verify(citation)).verdict).toBe('deleted');
	const path = new URL(citation.provenance ?? '', 'http://site').pathname;
	const page = await readFile(join(out, path, 'index.html'), 'utf8');
	expect(page).toContain('superseded');
	// Another build of the same gives the same, and keeps no more.
	const again = await build(`{ git: ['HEAD'] }`);
	expect((await openBuiltIndex(again.out)).retained).toEqual(index.retained);
});

it('stops where a revision is unknown', async () => {
	const { ok, log } = await build(`{ git: ['v9'] }`);
	expect(ok).toBe(false);
	expect(log).toContain('The revision v9 cannot be read from git: there is no such commit');
});
