import type { PagefindServiceConfig } from 'pagefind';
import {
	canonicalJson,
	FORMAT_VERSION,
	hash,
	paths,
	type Generation,
	type GenerationManifest,
	type IndexFile,
} from '../core/index.ts';
import {
	PAGEFIND_LIST,
	PAGEFIND_VERSION,
	pagefindNotes,
	pagefindPage,
	type PagefindList,
	type PagefindNotes,
	type PagefindPage,
} from '../core/search/pagefind-pages.ts';
import { representedDocument } from '../core/represented.ts';
import { primaryLanguage } from '../core/search/language.ts';

/** How many files hold the pages that hits are in; above it, pages share files. Hosts cap files. */
const MOST_FRAGMENTS = 2000;

/** Files for Pagefind's own interface, which searching through an index does not need. */
const INTERFACE = /^(?:pagefind-(?:ui|modular-ui|component-ui|highlight)\.|pagefind-worker\.js$)/;

/** Search files of Pagefind: one folder a language. */
export interface PagefindFiles {
	readonly entries: GenerationManifest['search'];
	readonly files: readonly IndexFile[];
}

/** Makes the search files of Pagefind for a generation that holds what is searched of its chunks. */
export async function pagefindFiles(
	generation: Pick<Generation, 'documents' | 'manifest'>,
	synonyms: readonly (readonly string[])[],
): Promise<PagefindFiles> {
	const languages = byLanguage(generation.documents);
	const anchors = generation.manifest.anchors === true;
	const entries: GenerationManifest['search'] = [];
	const files: IndexFile[] = [];
	for (const [language, documents] of [...languages].sort(([a], [b]) => (a < b ? -1 : 1))) {
		let chunks = 0;
		const pages = function* (): Generator<PagefindPage> {
			for (const indexed of documents) {
				const represented = representedDocument(indexed, anchors);
				chunks += represented.chunks.length;
				yield pagefindPage(represented);
			}
		};
		// One index a language: a reader loads the words of one, and Pagefind need not guess which.
		const made = (await filesOf(pages(), { forceLanguage: primaryLanguage(language) })).filter(
			({ path }) => !INTERFACE.test(path),
		);
		const list = canonicalJson(
			made.map(({ path, content }) => ({
				path,
				digest: hash(bytesOf(content)),
			})) satisfies PagefindList,
		);
		const folder = hash(list);
		for (const { path, content } of made)
			files.push({ path: paths.pagefind(folder, path), content });
		files.push({ path: paths.pagefind(folder, PAGEFIND_LIST), content: list });
		const notes = canonicalJson({
			format: FORMAT_VERSION,
			...pagefindNotes(language, synonyms),
			documents: documents.length,
			folder,
		} satisfies PagefindNotes);
		const file = hash(notes);
		files.push({ path: paths.search(file), content: notes });
		entries.push({
			engine: 'pagefind',
			version: PAGEFIND_VERSION,
			language,
			documents: documents.length,
			chunks,
			file,
			bytes: bytesOf(notes).length,
		});
	}
	return { entries, files };
}

/**
 * Makes an index for Pagefind's own interface, which many sites search their pages with: pages of all
 * languages, whose parts are chunks. Documents that no page shows are not in it.
 *
 * @param base What stands in front of all paths of the site; the interface puts it there again.
 * @returns Files by their paths inside the folder of the interface.
 */
export function pagefindSite(
	generation: Pick<Generation, 'documents' | 'manifest'>,
	base = '/',
): Promise<IndexFile[]> {
	const anchors = generation.manifest.anchors === true;
	const pages = function* (): Generator<PagefindPage> {
		for (const indexed of generation.documents) {
			const { url } = indexed.document;
			if (url === undefined) continue;
			const page = pagefindPage(representedDocument(indexed, anchors));
			yield url.startsWith(base) ? { ...page, url: `/${url.slice(base.length)}` } : page;
		}
	};
	return filesOf(pages(), {});
}

function byLanguage(
	documents: Generation['documents'],
): Map<string, Generation['documents'][number][]> {
	const languages = new Map<string, Generation['documents'][number][]>();
	for (const one of documents) {
		const { language = 'und' } = one.document;
		const known = languages.get(language);
		if (known === undefined) languages.set(language, [one]);
		else known.push(one);
	}
	return languages;
}

async function filesOf(
	pages: Iterable<PagefindPage>,
	config: PagefindServiceConfig,
): Promise<IndexFile[]> {
	// Pagefind is a program of its own; who does not use it need not have it for their machine.
	const pagefind = await import('pagefind');
	const { index, errors } = await pagefind.createIndex({ maxFragments: MOST_FRAGMENTS, ...config });
	if (index === undefined) throw new Error(`Pagefind does not start: ${errors.join('; ')}`);
	try {
		for (const page of pages) {
			const added = await index.addHTMLFile({ ...page });
			if (added.errors.length > 0)
				throw new Error(`Pagefind refuses a page: ${added.errors.join('; ')}`);
		}
		const made = await index.getFiles();
		if (made.errors.length > 0)
			throw new Error(`Pagefind writes no files: ${made.errors.join('; ')}`);
		return made.files
			.map(({ path, content }) => ({ path, content }))
			.sort((a, b) => (a.path < b.path ? -1 : 1));
	} finally {
		await index.deleteIndex();
		await pagefind.close();
	}
}

function bytesOf(content: IndexFile['content']): Uint8Array {
	return typeof content === 'string' ? Buffer.from(content) : content;
}
