import { describe, expect, it } from 'vitest';
import { openPagefind } from '../../integration/src/client/index.ts';
import { pagefindFiles } from '../../integration/src/node/index.ts';
import { buildSite } from '../core/site.ts';
import { openSite } from '../opened.ts';

const site = {
	'guides/leases.md':
		'# Leases\n\n## Length\n\nA lease lasts thirty seconds.\n\n## Expiry\n\nThe job goes back to the directory of jobs.\n',
	'guides/queues.md': '# Queues\n\nJobs that failed are deleted after seven days.\n',
};

describe('a Pagefind index of chunks', () => {
	it('is searched in Node as the index’s own files are, and its hits are chunks', async () => {
		const files = await pagefindFiles(buildSite(site));
		const contents = new Map(files.map(({ path, content }) => [path, content]));
		const engine = await openPagefind({
			load: (path) => {
				const content = contents.get(path) ?? '';
				return typeof content === 'string' ? new TextEncoder().encode(content) : content;
			},
		});
		const index = await openSite(site);
		const found = async (query: string): Promise<string[]> =>
			(await index.search(query, { engine })).map(({ text }) => text.trim());
		expect((await found('How long does a lease last? thirty?'))[0]).toContain('thirty seconds');
		expect((await found('folder'))[0]).toContain('directory');
		expect(await found('')).toEqual([]);
		expect(await found('the')).toBeDefined();
		const [hit] = await engine.search('deleted xylophone', { limit: 5 });
		expect(hit?.coverage).toBeLessThan(0.9);
		const none = await engine.search('deleted', { limit: 5, accept: () => false });
		expect(none).toEqual([]);
		expect(files.some(({ path }) => path.includes('pagefind-ui'))).toBe(false);
	});

	it('is the same each time', async () => {
		const [once, again] = [
			await pagefindFiles(buildSite(site)),
			await pagefindFiles(buildSite(site)),
		];
		expect(again).toEqual(once);
	});

	it('needs an index, and a language that is there', async () => {
		await expect(pagefindFiles(buildSite(site), 'fr')).rejects.toThrow('language fr');
		const load = (): never => {
			throw new Error('gone');
		};
		await expect(openPagefind({ load })).rejects.toThrow('Pagefind');
	});
});
