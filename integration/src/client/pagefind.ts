import { CitableError } from '../core/errors.ts';
import type { EngineHit, EngineOptions, SearchEngine } from '../core/search/engine.ts';
import type { PagefindNotes } from '../core/search/pagefind-records.ts';
import { wordsOf } from '../core/search/words.ts';
import { loadFrom, type Load } from './index-files.ts';

/** What `pagefind.js` exports, as far as it is used. */
interface PagefindModule {
	createInstance(options: { basePath: string; noWorker: boolean }): PagefindInstance;
}

interface PagefindInstance {
	init(): Promise<void>;
	search(word: string): Promise<{ results: PagefindResult[] }>;
}

interface PagefindResult {
	readonly id: string;
	readonly score: number;
	data(): Promise<{ raw_url?: string; url: string }>;
}

/** What a synonym counts beside the word itself. */
const SYNONYM = 0.5;
/** How much more a chunk counts that matches the whole query. */
const COVERAGE = 1;
/** A word that more than this share of the chunks hold is searched without its synonyms. */
const COMMON = 0.02;

/**
 * Opens a Pagefind index that `pagefindFiles` made, in browsers and in Node.
 *
 * @param source The address of its folder, or how to read its files.
 * @throws {CitableError} `search-missing` where there is no such index.
 */
export async function openPagefind(
	source: string | URL | { readonly load: Load },
): Promise<SearchEngine> {
	const address = typeof source === 'object' && 'load' in source ? undefined : String(source);
	const base = address?.replace(/\/*$/, '/');
	const load = typeof source === 'object' && 'load' in source ? source.load : loadFrom(base ?? '');
	const [notes, module] = await Promise.all([notesOf(load), moduleOf(base, load)]);
	const instance = module.createInstance({ basePath: base ?? '/', noWorker: base === undefined });
	await instance.init();
	return new PagefindEngine(instance, notes);
}

async function notesOf(load: Load): Promise<PagefindNotes> {
	try {
		return JSON.parse(new TextDecoder().decode(await load('citable.json'))) as PagefindNotes;
	} catch (cause) {
		throw new CitableError('search-missing', { what: 'Pagefind' }, { cause });
	}
}

let instances = 0;

/**
 * Pagefind's own code. Where files are not fetched from an address it is run from its text, with a
 * `fetch` of its own that reads them.
 */
async function moduleOf(base: string | undefined, load: Load): Promise<PagefindModule> {
	if (base !== undefined)
		return (await import(/* @vite-ignore */ `${base}pagefind.js`)) as PagefindModule;
	const code = new TextDecoder().decode(await load('pagefind.js'));
	const name = `citablePagefind${String(instances++)}`;
	(globalThis as Record<string, unknown>)[name] = async (url: string): Promise<Response> =>
		new Response(new Uint8Array(await load(url.replace(/^\/|\?.*$/g, ''))));
	const text = `const fetch = globalThis.${name};\n${code}`;
	return (await import(
		/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(text)}`
	)) as PagefindModule;
}

/**
 * Finds chunks with Pagefind, word by word: Pagefind itself finds only what holds every word, which
 * hardly any text does for a question. The words of a chunk are added up, each by how rare it is.
 */
class PagefindEngine implements SearchEngine {
	readonly name = 'pagefind';
	private readonly instance: PagefindInstance;
	private readonly notes: PagefindNotes;
	private readonly stop: ReadonlySet<string>;
	private readonly synonyms = new Map<string, string[]>();

	constructor(instance: PagefindInstance, notes: PagefindNotes) {
		this.instance = instance;
		this.notes = notes;
		this.stop = new Set(notes.stop);
		for (const group of notes.synonyms) {
			for (const word of group) {
				const others = group.filter((other) => other !== word);
				this.synonyms.set(word, [...(this.synonyms.get(word) ?? []), ...others]);
			}
		}
	}

	async search(query: string, { limit, accept }: EngineOptions): Promise<EngineHit[]> {
		const concepts = await Promise.all(this.wordsOf(query).map((word) => this.conceptOf(word)));
		const total = concepts.reduce((sum, { rarity }) => sum + rarity, 0);
		const sums = new Map<string, { result: PagefindResult; own: number; covered: number }>();
		for (const { scores, rarity } of concepts) {
			for (const [id, { score, result }] of scores) {
				const sum = sums.get(id) ?? { result, own: 0, covered: 0 };
				sum.own += score;
				sum.covered += Math.min(rarity, score);
				sums.set(id, sum);
			}
		}
		const ranked = [...sums.values()]
			.map(({ result, own, covered }) => {
				const coverage = total === 0 ? 0 : covered / total;
				return { result, coverage, score: own * (1 + COVERAGE * coverage) };
			})
			.sort((a, b) => b.score - a.score || (a.result.id < b.result.id ? -1 : 1));
		const hits: EngineHit[] = [];
		for (let at = 0; at < ranked.length && hits.length < limit; at += limit) {
			const loaded = await Promise.all(
				ranked.slice(at, at + limit).map(async ({ result, coverage, score }) => {
					const { raw_url, url } = await result.data();
					const [, document = '', order = ''] = (raw_url ?? url).split('/');
					const matches = Object.fromEntries(
						concepts.flatMap(({ word, scores }) => {
							const term = scores.get(result.id)?.term;
							return term === undefined ? [] : [[word, [term]]];
						}),
					);
					return { document, order: Number(order), score, matches, coverage };
				}),
			);
			for (const hit of loaded)
				if (hits.length < limit && (accept?.(hit.document) ?? true)) hits.push(hit);
		}
		return hits;
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

	private async conceptOf(word: string): Promise<Concept> {
		const scores: Concept['scores'] = new Map();
		const take = async (term: string, weight: number): Promise<number> => {
			const { results } = await this.instance.search(term);
			const best = results[0]?.score ?? 0;
			const rarity = this.rarityOf(results.length);
			for (const result of results) {
				const score = weight * rarity * Math.sqrt(result.score / best);
				if (score > (scores.get(result.id)?.score ?? 0))
					scores.set(result.id, { score, result, term });
			}
			return results.length;
		};
		const held = await take(word, 1);
		if (held <= COMMON * this.notes.chunks)
			for (const synonym of this.synonyms.get(word) ?? []) await take(synonym, SYNONYM);
		return { word, scores, rarity: this.rarityOf(scores.size) };
	}

	private rarityOf(held: number): number {
		return Math.log(1 + (this.notes.chunks - held + 0.5) / (held + 0.5));
	}
}

interface Concept {
	readonly word: string;
	readonly scores: Map<string, { score: number; result: PagefindResult; term: string }>;
	readonly rarity: number;
}
