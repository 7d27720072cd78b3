import { CitableError } from '../core/errors.ts';
import { paths } from '../core/format/files.ts';
import type { Analyzer } from '../core/search/analyzer.ts';
import type { EngineHit, EngineOptions, SearchEngine } from '../core/search/engine.ts';
import { loadAnalyzer } from '../core/search/load-stemmer.ts';
import {
	DOCUMENT_ANCHOR,
	PAGEFIND_CODE,
	type PagefindNotes,
} from '../core/search/pagefind-pages.ts';
import { wordsIn, type KnownTerms, type QueryWords } from '../core/search/words-in.ts';
import { wordsOf } from '../core/search/words.ts';
import type { IndexFiles } from './index-files.ts';

/** What `pagefind.js` exports, as far as it is used. */
interface PagefindModule {
	createInstance(options: { basePath: string; noWorker: boolean }): PagefindInstance;
}

interface PagefindInstance {
	init(): Promise<void>;
	search(
		word: string,
		options: { filters: Readonly<Record<string, PagefindFilter>> },
	): Promise<{ results: PagefindPageFound[] }>;
}

type PagefindFilter = { readonly any: readonly string[] };

/** A page that holds a word. */
interface PagefindPageFound {
	readonly id: string;
	readonly score: number;
	/** Places of the word on the page. */
	readonly words: readonly number[];
	/** What the page is; this loads a file. */
	data(): Promise<PagefindPageData>;
}

interface PagefindPageData {
	/** Elements with an id, in no order. */
	readonly anchors: readonly {
		readonly element: string;
		readonly id: string;
		readonly location: number;
	}[];
	readonly word_count: number;
}

/** How pages and their chunks are ranked. Neighbouring values find about as much. */
const ranking = {
	/** What a synonym counts beside the word itself. */
	synonym: 0.5,
	/** A word on more than this share of the pages is searched without its synonyms. */
	common: 0.02,
	/** How much more a page or chunk counts that matches the whole query. */
	coverage: 1,
	/** What the page of a chunk counts beside the chunk. */
	page: 0.5,
	/** BM25 of a chunk, with how many words a chunk has. */
	chunk: { k: 1.2, b: 0.7, words: 120 },
	/** How many pages are looked into for the best chunk; each is a file to load. */
	pages: 3,
} as const;

/**
 * Opens the index that Pagefind made of one language. Its code is run only if it is that of the
 * version this package knows, wherever the index comes from.
 *
 * @throws {CitableError} `file-altered` where the code is another; what loading files throws.
 */
export async function openPagefind(
	files: IndexFiles,
	notes: PagefindNotes,
): Promise<PagefindEngine> {
	const { folder } = notes;
	const path = paths.pagefind(folder, 'pagefind.js');
	const code = await files.text(path, PAGEFIND_CODE);
	files.forget(path);
	const module = await moduleOf(code, (file) => files.bytes(paths.pagefind(folder, file)));
	const instance = module.createInstance({ basePath: '/', noWorker: true });
	await instance.init();
	return new PagefindEngine(instance, notes, await loadAnalyzer(notes.language));
}

let instances = 0;

/** Runs Pagefind's code with a `fetch` of its own, which reads files as the rest of the client does. */
async function moduleOf(
	code: string,
	read: (file: string) => Promise<Uint8Array>,
): Promise<PagefindModule> {
	const name = `citablePagefind${String(instances++)}`;
	(globalThis as Record<string, unknown>)[name] = async (url: string): Promise<Response> =>
		new Response(new Uint8Array(await read(url.replace(/^\/|\?.*$/g, ''))));
	const text = `const fetch = globalThis.${name};\n${code}`;
	try {
		return (await import(
			/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(text)}`
		)) as PagefindModule;
	} catch (cause) {
		throw new CitableError(
			'search-missing',
			{ what: 'Pagefind, whose code does not run here' },
			{ cause },
		);
	}
}

/** A word of the query, by the pages that hold it or a synonym. */
interface Concept {
	readonly word: string;
	readonly pages: ReadonlyMap<string, PageMatch>;
	readonly rarity: number;
}

interface PageMatch {
	readonly page: PagefindPageFound;
	/** How well the page matches, by its best term. */
	score: number;
	readonly terms: {
		readonly term: string;
		readonly weight: number;
		readonly places: readonly number[];
	}[];
}

/**
 * Finds chunks with Pagefind. It finds pages, and only those that hold every word, which hardly any
 * text does for a question: so it is asked word by word, the words of a page are added up, each by
 * how rare it is, and inside the best pages the places of the words say which chunks are meant.
 */
export class PagefindEngine implements SearchEngine {
	readonly name = 'pagefind';
	private readonly instance: PagefindInstance;
	private readonly notes: PagefindNotes;
	private readonly stop: ReadonlySet<string>;
	private readonly synonyms: ReadonlyMap<string, readonly string[]>;

	private readonly analyzer: Analyzer;
	private terms: KnownTerms | undefined;

	constructor(instance: PagefindInstance, notes: PagefindNotes, analyzer: Analyzer) {
		this.instance = instance;
		this.analyzer = analyzer;
		this.notes = notes;
		this.stop = new Set(notes.stop.split(' '));
		this.synonyms = synonymsBy(notes, (word) => word);
	}

	async search(query: string, { limit, accept, filters }: EngineOptions): Promise<EngineHit[]> {
		const given = filtersFrom(filters);
		const concepts = await Promise.all(
			this.wordsOf(query).map((word) => this.conceptOf(word, given)),
		);
		const total = concepts.reduce((sum, { rarity }) => sum + rarity, 0);
		const ranked = rankedPages(concepts, total);
		const hits: EngineHit[] = [];
		const wanted = Math.max(limit, ranking.pages);
		let looked = 0;
		for (let at = 0; at < ranked.length && looked < wanted; at += wanted) {
			const pages = ranked.slice(at, at + wanted);
			const found = await Promise.all(
				pages.map(({ page, score }) => chunksOf(page, score, concepts, total)),
			);
			for (const chunks of found) {
				if (looked === wanted || chunks[0] === undefined) continue;
				if (accept?.(chunks[0].document) === false) continue;
				looked++;
				hits.push(...chunks);
			}
		}
		return hits.sort((a, b) => b.score - a.score).slice(0, limit);
	}

	/** Which words of a query some texts hold. */
	wordsIn(query: string, texts: readonly string[]): QueryWords {
		this.terms ??= {
			stop: new Set([...this.stop].map((word) => this.analyzer.term(word))),
			synonyms: synonymsBy(this.notes, (word) => this.analyzer.term(word)),
		};
		return wordsIn(query, texts, this.analyzer, this.terms);
	}

	/** Words of the query; stop words only where there are no others. Wholes are for their parts. */
	private wordsOf(query: string): string[] {
		const words = new Set(
			wordsOf(query).flatMap(({ text, whole }) =>
				whole && /[^\p{L}\p{N}\p{M}]/u.test(text) ? [] : [text],
			),
		);
		const telling = [...words].filter((word) => !this.stop.has(word));
		return telling.length === 0 ? [...words] : telling;
	}

	private async conceptOf(
		word: string,
		filters: Readonly<Record<string, PagefindFilter>>,
	): Promise<Concept> {
		const pages = new Map<string, PageMatch>();
		const take = async (term: string, weight: number): Promise<number> => {
			const { results } = await this.instance.search(term, { filters });
			const best = results[0]?.score ?? 0;
			const rarity = this.rarityOf(results.length);
			for (const page of results) {
				const match = pages.get(page.id) ?? { page, score: 0, terms: [] };
				match.score = Math.max(match.score, weight * rarity * Math.sqrt(page.score / best));
				match.terms.push({ term, weight, places: page.words });
				pages.set(page.id, match);
			}
			return results.length;
		};
		const held = await take(word, 1);
		if (held <= ranking.common * this.notes.documents)
			for (const synonym of this.synonyms.get(word) ?? []) await take(synonym, ranking.synonym);
		return { word, pages, rarity: this.rarityOf(pages.size) };
	}

	private rarityOf(held: number): number {
		return Math.log(1 + (this.notes.documents - held + 0.5) / (held + 0.5));
	}
}

function rankedPages(
	concepts: readonly Concept[],
	total: number,
): { readonly page: PagefindPageFound; readonly score: number }[] {
	const sums = new Map<string, { page: PagefindPageFound; own: number; covered: number }>();
	for (const { pages, rarity } of concepts) {
		for (const [id, { score, page }] of pages) {
			const sum = sums.get(id) ?? { page, own: 0, covered: 0 };
			sum.own += score;
			sum.covered += Math.min(rarity, score);
			sums.set(id, sum);
		}
	}
	return [...sums.values()]
		.map(({ page, own, covered }) => ({
			page,
			score: own * (1 + (ranking.coverage * covered) / total),
		}))
		.sort((a, b) => b.score - a.score || (a.page.id < b.page.id ? -1 : 1));
}

/** What a chunk has of the query so far. */
interface ChunkMatch {
	own: number;
	covered: number;
	readonly matches: Record<string, readonly string[]>;
}

/** The chunks of a page that hold words of the query. */
async function chunksOf(
	page: PagefindPageFound,
	score: number,
	concepts: readonly Concept[],
	total: number,
): Promise<EngineHit[]> {
	const { anchors, word_count: count } = await page.data();
	const document = anchors.find(({ id }) => id.startsWith(DOCUMENT_ANCHOR))?.id ?? '';
	const starts = anchors
		.filter(({ element }) => element.toLowerCase() === 'h2')
		.map(({ location }) => location)
		.sort((a, b) => a - b);
	const found = starts.map((): ChunkMatch => ({ own: 0, covered: 0, matches: {} }));
	const { k, b, words } = ranking.chunk;
	for (const { word, pages, rarity } of concepts) {
		const times = new Float64Array(starts.length);
		const terms = starts.map(() => new Set<string>());
		for (const { term, weight, places } of pages.get(page.id)?.terms ?? []) {
			for (const place of places) {
				const chunk = starts.findLastIndex((start) => start <= place);
				if (chunk < 0) continue;
				times[chunk] = (times[chunk] ?? 0) + weight;
				terms[chunk]?.add(term);
			}
		}
		found.forEach((chunk, at) => {
			const often = times[at] ?? 0;
			if (often === 0) return;
			const length = (starts[at + 1] ?? count) - (starts[at] ?? 0);
			const own = (rarity * often * (k + 1)) / (often + k * (1 - b + (b * length) / words));
			chunk.own += own;
			chunk.covered += Math.min(rarity, own);
			chunk.matches[word] = [...(terms[at] ?? [])];
		});
	}
	return found.flatMap(({ own, covered, matches }, order) => {
		if (own === 0) return [];
		const coverage = covered / total;
		return {
			document: document.slice(DOCUMENT_ANCHOR.length),
			order,
			score: (own + ranking.page * score) * (1 + ranking.coverage * coverage),
			matches,
			coverage,
		};
	});
}

function filtersFrom(filters: EngineOptions['filters'] = {}): Record<string, PagefindFilter> {
	return Object.fromEntries(Object.entries(filters).map(([name, any]) => [name, { any }]));
}

function synonymsBy(
	{ synonyms }: PagefindNotes,
	form: (word: string) => string,
): Map<string, string[]> {
	const others = new Map<string, string[]>();
	for (const group of synonyms.map((words) => words.split(' ').map(form)))
		for (const word of group)
			others.set(word, [...(others.get(word) ?? []), ...group.filter((other) => other !== word)]);
	return others;
}
