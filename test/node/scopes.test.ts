import { mkdtemp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import {
	buildFolder,
	openFolder,
	parseOptions,
	verifyContent,
	writeGeneration,
} from 'astro-citable/node';

const folder = await mkdtemp(join(tmpdir(), 'citable-scopes-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const content = join(folder, 'content');
await mkdir(join(content, 'internal'), { recursive: true });
await writeFile(
	join(content, 'open.mdx'),
	'# Open\n\nAnybody.\n\n<Internal>A heron.</Internal>\n\nMore.\n',
);
await writeFile(join(content, 'internal', 'plan.md'), 'The bridge closes.\n');

const scopes = { paths: { internal: 'staff' }, blocks: { Internal: 'staff' } };
const open = parseOptions({ scopes });
const staff = parseOptions({ scopes, audience: { name: 'staff', scopes: ['staff'] } });

it('gives each audience an index of its own, which can be built again', async () => {
	const out = { open: join(folder, 'open'), staff: join(folder, 'staff') };
	for (const [name, options] of [
		['open', open],
		['staff', staff],
	] as const) {
		const { generation } = await buildFolder(content, options);
		expect(generation.failed).toEqual([]);
		await writeGeneration(out[name], generation);
		const load = openFolder(out[name]);
		expect((await verifyContent(load, name, content, options)).problems).toEqual([]);
	}
	expect(await textOf(out.open)).not.toMatch(/heron|bridge|plan/);
	expect(await textOf(out.staff)).toMatch(/heron/);
	expect(await textOf(out.staff)).toMatch(/bridge/);
});

it('is not built again for other readers, or without its scopes', async () => {
	const out = join(folder, 'other');
	await writeGeneration(out, (await buildFolder(content, open)).generation);
	for (const options of [{}, staff]) {
		const { problems } = await verifyContent(openFolder(out), 'other', content, options);
		expect(problems.map(({ code }) => code)).toEqual(['cannot-rebuild']);
	}
});

it('shows a block that became narrower since', async () => {
	const out = join(folder, 'narrower');
	const before = parseOptions({ scopes: { paths: scopes.paths } });
	await writeGeneration(out, (await buildFolder(content, before)).generation);
	const { problems } = await verifyContent(openFolder(out), 'narrower', content, open);
	expect(problems.length).toBeGreaterThan(0);
});

async function textOf(index: string): Promise<string> {
	const paths = (await readdir(index, { recursive: true, withFileTypes: true })).filter(
		(entry) => entry.isFile() && !entry.parentPath.includes('schema'),
	);
	const texts = paths.map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8'));
	return (await Promise.all(texts)).join('\n');
}
