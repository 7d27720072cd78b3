import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Hit } from '../../../integration/src/client/index.ts';
import { buildSite, type SiteFiles } from '../site.ts';
import { openSite } from '../../opened.ts';

const site = {
	'guides/leases.md': [
		'---',
		'title: Leases',
		'description: How long a worker owns a job.',
		'---',
		'',
		'## Length',
		'',
		'A lease lasts thirty seconds. Call `renewLeaseFor()` to keep a job for longer.',
		'',
		'## Expiry',
		'',
		'When it runs out, the job goes back to the queue and another worker may take it.',
		'',
	].join('\n'),
	'guides/queues.md': [
		'---',
		'title: Queues',
		'---',
		'',
		'## Storage',
		'',
		'Jobs lie in the directory `.queue/jobs` until they are done. Run `queue --no-wait` or set',
		'`queue:storage`; support answers 24/7.',
		'',
		'## Deleting',
		'',
		'Jobs that failed are deleted after seven days.',
		'',
		'| Plan | Days |',
		'| --- | --- |',
		'| Team | 7 |',
		'| Company | 30 |',
		'',
	].join('\n'),
	'guides/while.md': '# Loops\n\n## While\n\nRepeats as long as something holds.\n',
} satisfies SiteFiles;

const opened = openSite(site);
const search = async (query: string, limit = 10): Promise<Hit[]> =>
	(await opened).search(query, { limit });
const headings = async (query: string): Promise<string[]> =>
	(await search(query)).map(({ headingPath }) => headingPath.at(-1) ?? '');

describe('search', () => {
	it.each([
		['renewLeaseFor', 'Length'],
		['renew lease', 'Length'],
		['renewleasefor', 'Length'],
		['--no-wait', 'Storage'],
		['no-wait', 'Storage'],
		['queue:storage', 'Storage'],
		['24/7', 'Storage'],
		['.queue/jobs', 'Storage'],
		['thirty second', 'Length'],
		['when do failing jobs get deleted?', 'Deleting'],
		['Company 30', 'Deleting'],
	])('finds %j', async (query, heading) => {
		expect((await headings(query))[0]).toBe(heading);
	});

	it('finds a word by one that says the same, and says so', async () => {
		const [hit] = await search('folder');
		expect(hit?.headingPath.at(-1)).toBe('Storage');
		expect(hit?.matches).toEqual({ folder: ['directori'] });
	});

	it('finds by what the document is about', async () => {
		// The section does not name the lease; its document does.
		const found = await headings('lease another worker');
		expect(found[0]).toBe('Expiry');
	});

	it('finds stop words where they are a heading, and only where nothing else is asked', async () => {
		expect((await headings('while'))[0]).toBe('While');
		expect(await headings('while seven')).toEqual(['Deleting']);
	});

	it('takes a word that it does not have for misspelt or for a beginning', async () => {
		expect((await headings('direktory'))[0]).toBe('Storage');
		expect((await headings('renewLea'))[0]).toBe('Length');
		expect((await headings('secnds'))[0]).toBe('Length');
	});

	it('finds nothing without a word, and nothing for words that nobody wrote', async () => {
		expect(await search('')).toEqual([]);
		expect(await search('?! () ""')).toEqual([]);
		expect(await search('xylophone')).toEqual([]);
	});

	it('says how much of the query matched', async () => {
		const [whole] = await search('thirty');
		expect(whole?.coverage).toBeGreaterThan(0.8);
		const [part] = await search('thirty xylophones in zanzibar');
		expect(part?.coverage).toBeLessThan(0.5);
	});

	it('takes any text for a query', async () => {
		await fc.assert(
			fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 40 }), async (query) => {
				const hits = await search(query, 3);
				expect(hits.length).toBeLessThanOrEqual(3);
				for (const { score } of hits) expect(score).toBeGreaterThan(0);
			}),
		);
	});

	it('keeps its order when more hits are asked for', async () => {
		const few = await search('job queue worker', 2);
		const many = await search('job queue worker', 9);
		expect(many.slice(0, 2).map(({ chunkId }) => chunkId)).toEqual(
			few.map(({ chunkId }) => chunkId),
		);
		const scores = many.map(({ score }) => score);
		expect(scores).toEqual([...scores].sort((a, b) => b - a));
	});
});

describe('a misspelt word', () => {
	it('never outranks the word itself', async () => {
		const words = ['retry', 'retro', 'entry', 'metric', 'matrix', 'static', 'statics', 'status'];
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 }), {
					minLength: 2,
					maxLength: 5,
				}),
				fc.constantFrom(...words),
				async (texts, query) => {
					const files = Object.fromEntries(
						texts.map((text, at) => [`p${String(at)}.md`, `# Page\n\n${text.join(' ')}\n`]),
					);
					const hits = await (await openSite(files)).search(query, { limit: 20 });
					const stem = query.replace(/s$/, '');
					const exact = hits.map(({ text }) => new RegExp(`\\b${stem}(?:s|es)?\\b`).test(text));
					// Everything exact comes before anything else.
					expect(exact).toEqual([...exact].sort((a, b) => Number(b) - Number(a)));
				},
			),
			{ numRuns: 40 },
		);
	});
});

describe('a search file', () => {
	it('is the same whatever the order of the documents', () => {
		const reversed = Object.fromEntries(Object.entries(site).reverse());
		const files = (of: SiteFiles): string[] =>
			buildSite(of)
				.files.map(({ path }) => path)
				.filter((path) => path.startsWith('search/'));
		expect(files(reversed)).toEqual(files(site));
		expect(files(site)).toHaveLength(1);
	});

	it('parts languages, and each is searched by its own rules', async () => {
		const index = await openSite({
			'de/haus.md': '---\ntitle: Häuser\nlang: de\n---\n\nIn den Häusern wohnen viele.\n',
			'ja/kensaku.md': '---\ntitle: 検索\nlang: ja\n---\n\n全文を検索する方法です。\n',
			'en/house.md': '---\ntitle: Houses\nlang: en\n---\n\nMany live in houses.\n',
		});
		expect(index.manifest.search.map(({ language }) => language)).toEqual(['de', 'en', 'ja']);
		const paths = async (query: string, language?: string): Promise<string[]> =>
			(await index.search(query, language === undefined ? {} : { language })).map(
				({ document }) => document.path,
			);
		expect(await paths('haus', 'de')).toEqual(['de/haus.md']);
		expect(await paths('hausern', 'de-AT')).toEqual(['de/haus.md']);
		expect(await paths('検索方法', 'ja')).toEqual(['ja/kensaku.md']);
		expect((await paths('house'))[0]).toBe('en/house.md');
		await expect(index.search('x', { language: 'fr' })).rejects.toThrow('search');
	});
});
