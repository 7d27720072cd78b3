import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { english, starlightSite, type TemporarySite } from '../e2e/starlight-site.ts';
import { median, type Timing } from './measure.ts';

/** The site alone. */
export const NONE = 'without the integration';

/** What stands among the integrations of a site. */
const variants: Readonly<Record<string, string>> = {
	[NONE]: '',
	'index, without pages and search files': 'citable({ provenance: false, search: false })',
	'index with search files, without pages': 'citable({ provenance: false })',
	'index with search files and pages': 'citable()',
};

const config = (integration: string): string => `
import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';
import citable from 'astro-citable';

export default defineConfig({
	integrations: [starlight({ title: 'Docs' }), ${integration}],
	vite: { resolve: { alias: { '~': new URL('./src', import.meta.url).pathname } } },
});
`;

/** Prints what a process took, when it ends. */
const REPORTER = `process.on('exit', () => {
	const { user, system } = process.cpuUsage();
	require('node:fs').writeFileSync(process.env.COST_FILE, String((user + system) / 1000));
});`;

const astro = resolve(import.meta.dirname, '../../node_modules/astro/bin/astro.mjs');

async function timeBuild(site: TemporarySite, scratch: string): Promise<Timing> {
	const out = join(scratch, 'out');
	const cost = join(scratch, 'cost');
	const reporter = join(scratch, 'reporter.cjs');
	await writeFile(reporter, REPORTER);
	// Nothing is known from earlier rounds, of the content or of the index.
	await rm(join(site.folder, 'node_modules'), { recursive: true, force: true });
	const started = performance.now();
	await promisify(execFile)(
		process.execPath,
		['--require', reporter, astro, 'build', '--root', site.folder, '--outDir', out, '--force'],
		{
			env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NO_COLOR: '1', COST_FILE: cost },
			maxBuffer: 64 * 1024 * 1024,
		},
	);
	const wall = performance.now() - started;
	await rm(out, { recursive: true, force: true });
	return { wall, cpu: Number(await readFile(cost, 'utf8')) };
}

/**
 * What `astro build` takes of a Starlight site, with the integration and without, by name of the
 * variant; all of them in turn, as often as there are rounds.
 *
 * @param pages The folder of the site's pages.
 */
export async function siteTimes(pages: string, rounds: number): Promise<Map<string, Timing>> {
	const scratch = await mkdtemp(join(tmpdir(), 'citable-bench-'));
	const sites = await Promise.all(
		Object.entries(variants).map(async ([name, integration]) => ({
			name,
			site: await starlightSite(pages, { keep: english, config: config(integration) }),
			timings: [] as Timing[],
		})),
	);
	try {
		for (let round = 0; round < rounds; round++)
			for (const { site, timings } of sites) timings.push(await timeBuild(site, scratch));
		return new Map(
			sites.map(({ name, timings }) => [
				name,
				{
					wall: median(timings.map(({ wall }) => wall)),
					cpu: median(timings.map(({ cpu }) => cpu)),
				},
			]),
		);
	} finally {
		for (const { site } of sites) await site.remove();
		await rm(scratch, { recursive: true, force: true });
	}
}
