import type { PagefindIndex } from 'pagefind';
import { canonicalJson, CitableError, type Generation, type IndexFile } from '../core/index.ts';
import { pagefindNotes, pagefindRecords } from '../core/search/pagefind-records.ts';

/** How many files hold what the hits show; hosts cap the number of files. */
const MOST_FRAGMENTS = 200;

/** Files for Pagefind's own interface, which the engine does not need. */
const INTERFACE = /^pagefind-(?:ui|modular-ui|component-ui|highlight)\./;

/**
 * Makes a Pagefind index of the chunks of one language, for `openPagefind` of the client. It may be
 * published anywhere; its records name documents and chunks of the generation.
 *
 * @param language A language of the generation's manifest; `und` for documents without one.
 * @returns Files by their paths inside the folder of the Pagefind index.
 * @throws {CitableError} `search-missing` where no document has the language.
 */
export async function pagefindFiles(
	{ documents }: Pick<Generation, 'documents'>,
	language = 'und',
	options: { readonly maxFragments?: number } = {},
): Promise<IndexFile[]> {
	const records = pagefindRecords(documents, language);
	if (records.length === 0)
		throw new CitableError('search-missing', { what: `the language ${language}` });
	const pagefind = await import('pagefind');
	const { index, errors } = await pagefind.createIndex({
		maxFragments: options.maxFragments ?? MOST_FRAGMENTS,
		// One index a language: a reader loads the words of one.
		forceLanguage: records[0]?.language ?? 'en',
	});
	if (index === undefined) throw new Error(`Pagefind does not start: ${errors.join('; ')}`);
	try {
		return [
			...(await filesOf(index, records)),
			{
				path: 'citable.json',
				content: canonicalJson({ ...pagefindNotes(language, records.length) }),
			},
		];
	} finally {
		await index.deleteIndex();
	}
}

async function filesOf(
	index: PagefindIndex,
	records: ReturnType<typeof pagefindRecords>,
): Promise<IndexFile[]> {
	for (const { url, content, language, meta, filters } of records) {
		const { errors } = await index.addCustomRecord({
			url,
			content,
			language,
			meta: { ...meta },
			filters: { ...filters },
		});
		if (errors.length > 0) throw new Error(`Pagefind refuses a record: ${errors.join('; ')}`);
	}
	const { files, errors } = await index.getFiles();
	if (errors.length > 0) throw new Error(`Pagefind writes no files: ${errors.join('; ')}`);
	return files
		.filter(({ path }) => !INTERFACE.test(path))
		.map(({ path, content }) => ({ path, content }));
}
