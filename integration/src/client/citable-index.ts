import { CitableError } from '../core/errors.ts';
import {
	paths,
	type Catalog,
	type CatalogEntry,
	type DocumentFile,
	type Duplicates,
	type ExpansionManifest,
	type FidelityFile,
	type GenerationManifest,
} from '../core/format/files.ts';
import { decodeContent } from '../core/format/content.ts';
import { readFidelity, type FidelityReport } from '../core/format/fidelity-file.ts';
import { duplicatesOfV1, type DocumentFileV1, type FidelityFileV1 } from '../core/format/v1.ts';
import { documentKeyOf } from '../core/identity.ts';
import type { EngineHit, EngineOptions } from '../core/search/engine.ts';
import { fused } from '../core/search/fusion.ts';
import type { Embed } from '../core/search/vectors.ts';
import { contains, type Span } from '../core/spans.ts';
import { judge, textsOf, type Answerability, type AnswerabilityOptions } from './answerability.ts';
import { citationOf, type Citation } from './citation.ts';
import { DocumentView, type Chunk, type Node } from './document-view.ts';
import type { Evidence } from './evidence.ts';
import { expandSeeds, type ExpandOptions } from './expand.ts';
import { find, type Hit, type Searchable, type SearchOptions, type SearchResult } from './find.ts';
import { IndexFiles, loadFrom, type Load } from './index-files.ts';
import { SearchFiles } from './search.ts';
import type { WordsHeld } from './seed-parts.ts';
import { spanOf, type Selector } from './selectors.ts';
import { VectorFiles } from './vectors.ts';
import { verifyCitation, type Verification, type VerifyOptions } from './verify.ts';

/** A span of a document, which is named by its id or by the id of any of its parts. */
export interface Place extends Span {
	readonly document: string;
}

/** Where an index is read from. */
export interface OpenOptions {
	/** Reads a file by its path inside the index; by default it is fetched. */
	readonly load?: Load;
	/** How messages name the index; its address by default. */
	readonly name?: string;
	/** A retained generation to open in place of the current one. */
	readonly generation?: string;
	/**
	 * Makes the vector of a query, by the model that made those of the index: searches are then semantic
	 * as well.
	 */
	readonly embed?: Embed;
	/** The name of that model, to be compared with the one that the index names. */
	readonly model?: string;
}

/**
 * Opens an index.
 *
 * @param source The address of the folder that holds `current.json`, or how to read its files.
 * @throws {CitableError} `index-not-found`, `unknown-generation`, `file-missing`, `file-altered`,
 * `format-unknown`, `format-invalid`, `embedding-mismatch`.
 */
export async function open(
	source: string | URL | (OpenOptions & { readonly load: Load }),
	options: OpenOptions = {},
): Promise<CitableIndex> {
	let given = options;
	let address: string | undefined;
	if (typeof source === 'string' || source instanceof URL) address = folderOf(String(source));
	else given = source;
	const load = given.load ?? loadFrom(address ?? '');
	const files = new IndexFiles(load, given.name ?? address ?? 'the given folder');
	const { generation: current, retained } = await files.pointer();
	const generation = given.generation ?? current;
	if (!retained.includes(generation))
		throw new CitableError('unknown-generation', {
			id: generation,
			retained: retained.join(', '),
		});
	const { embed, model } = given;
	return CitableIndex.read(files, { generation, current, retained, address, embed, model });
}

/** What the pointer and the caller say of an opened index. */
interface Opening {
	readonly generation: string;
	readonly current: string;
	readonly retained: readonly string[];
	readonly address: string | undefined;
	readonly embed: Embed | undefined;
	readonly model: string | undefined;
}

/** One generation of an index, opened. Files are loaded when they are first needed. */
export class CitableIndex {
	/** Id of the opened generation. */
	readonly generation: string;
	/** Id of the current generation. */
	readonly current: string;
	/** All generations that can be opened, the current one among them. */
	readonly retained: readonly string[];
	readonly manifest: GenerationManifest;
	readonly expansion: ExpansionManifest;
	private readonly files: IndexFiles;
	private readonly opening: Opening;
	private readonly searchFiles: SearchFiles;
	private readonly vectorFiles: VectorFiles | undefined;
	private readonly views = new Map<string, Promise<DocumentView>>();

	private constructor(
		files: IndexFiles,
		opening: Opening,
		manifest: GenerationManifest,
		expansion: ExpansionManifest,
	) {
		this.files = files;
		this.opening = opening;
		this.generation = opening.generation;
		this.current = opening.current;
		this.retained = opening.retained;
		this.manifest = manifest;
		this.expansion = expansion;
		const isCurrent = opening.generation === opening.current;
		this.searchFiles = new SearchFiles(files, manifest.search, isCurrent);
		const { embed, model } = opening;
		const { vectors } = manifest;
		// Of earlier generations no vectors are kept.
		this.vectorFiles =
			embed === undefined || vectors === undefined || !isCurrent
				? undefined
				: new VectorFiles(files, vectors, embed, model);
	}

	/** @internal */
	static async read(files: IndexFiles, opening: Opening): Promise<CitableIndex> {
		const { generation } = opening;
		const manifest = await files.json<GenerationManifest>(paths.generation(generation), generation);
		const expansion = await files.json<ExpansionManifest>(
			paths.expansion(manifest.expansion),
			manifest.expansion,
		);
		return new CitableIndex(files, opening, manifest, expansion);
	}

	/** Another retained generation of the same index. */
	async open(generation: string): Promise<CitableIndex> {
		if (generation === this.generation) return this;
		if (!this.retained.includes(generation))
			throw new CitableError('unknown-generation', {
				id: generation,
				retained: this.retained.join(', '),
			});
		return CitableIndex.read(this.files, { ...this.opening, generation });
	}

	/** All documents, by ascending key. This loads every page of the catalog. */
	async documents(): Promise<CatalogEntry[]> {
		const pages = await Promise.all(this.manifest.catalog.map((page) => this.catalog(page)));
		return pages.flatMap((page) => page.documents);
	}

	/**
	 * A document by its id (`collection/entry`), or by the id of any of its parts.
	 *
	 * @throws {CitableError} `unknown-document`.
	 */
	async document(id: string): Promise<CatalogEntry> {
		const key = documentKeyOf(id);
		const entry =
			key === undefined
				? (await this.documents()).find((document) => document.id === id)
				: await this.entryOf(key);
		if (entry === undefined) throw new CitableError('unknown-document', { id });
		return entry;
	}

	/**
	 * A chunk by its id.
	 *
	 * @throws {CitableError} `unknown-chunk`.
	 */
	async chunk(id: string): Promise<Chunk> {
		const view = await this.viewOf(id);
		const order = view?.orderOf(id) ?? -1;
		if (view === undefined || order < 0) throw new CitableError('unknown-chunk', { id });
		return view.chunk(order);
	}

	/**
	 * A node by its id.
	 *
	 * @throws {CitableError} `unknown-node`.
	 */
	async node(id: string): Promise<Node> {
		const view = await this.viewOf(id);
		const index = view?.nodeIndexOf(id) ?? -1;
		if (view === undefined || index < 0) throw new CitableError('unknown-node', { id });
		return view.node(index);
	}

	/**
	 * The exact text of a source by its revision.
	 *
	 * @throws {CitableError} `unknown-revision`.
	 */
	async source(revision: string): Promise<string> {
		const entry = (await this.documents()).find((document) => document.revision === revision);
		if (entry === undefined) throw new CitableError('unknown-revision', { revision });
		return this.files.text(entry.source, entry.revision);
	}

	/** A document with its nodes, chunks and text, by its catalog entry or the id of any part. */
	async view(of: CatalogEntry | string): Promise<DocumentView> {
		const entry = typeof of === 'string' ? await this.document(of) : of;
		const known = this.views.get(entry.key);
		if (known !== undefined) return known;
		const loading = this.load(entry);
		this.views.set(entry.key, loading);
		loading.catch(() => this.views.delete(entry.key));
		return loading;
	}

	private async load(entry: CatalogEntry): Promise<DocumentView> {
		const path = paths.document(entry.file);
		const [file, text] = await Promise.all([
			this.files.json<DocumentFile | DocumentFileV1>(path, entry.file),
			this.files.text(entry.source, entry.revision),
		]);
		const content = understood(path, () => decodeContent(file, text));
		return new DocumentView(entry, content, text, this.manifest.chunking.configuration);
	}

	/** Lets go of a document, for those who go through all of a large index. */
	forget(entry: CatalogEntry): void {
		this.views.delete(entry.key);
		this.files.forget(paths.document(entry.file));
		this.files.forget(entry.source);
	}

	/** What could not be fully trusted when this generation was built. */
	async fidelity(): Promise<FidelityReport> {
		const path = paths.fidelity(this.generation);
		const file = await this.files.json<FidelityFile | FidelityFileV1>(path, this.manifest.fidelity);
		return understood(path, () => readFidelity(file));
	}

	/**
	 * Finds chunks, best first: the hits of `find`.
	 *
	 * @throws {CitableError} `invalid-query`, `search-missing`, `invalid-intent`, and of an index with
	 * vectors `embedding-failed`, `embedding-invalid`, `embedding-mismatch`.
	 */
	async search(query: string, options: SearchOptions = {}): Promise<Hit[]> {
		return [...(await this.find(query, options)).hits];
	}

	/**
	 * Finds chunks, best first, and says which documents match but do not hold by the intent.
	 *
	 * @throws {CitableError} What `search` throws.
	 */
	find(query: string, options: SearchOptions = {}): Promise<SearchResult> {
		const { engine, language, semantic } = options;
		const { vectorFiles } = this;
		if (semantic === true && vectorFiles === undefined)
			throw new CitableError('search-missing', {
				what:
					this.opening.embed === undefined
						? 'meanings, or it was opened without `embed`'
						: 'meanings: it was built without `embed`',
			});
		const words = async (asked: string, how: EngineOptions): Promise<readonly EngineHit[]> => {
			if (typeof engine !== 'object')
				return this.searchFiles.search(asked, { language, engine }, how);
			const found = await engine.search(asked, how);
			return found.map((hit, at) => ({ ranks: { [engine.name]: at + 1 }, ...hit }));
		};
		const index: Searchable = {
			engine:
				vectorFiles === undefined || semantic === false
					? words
					: (asked, how) => bothWays(asked, language, how, words, vectorFiles),
			entryOf: this.entryOf.bind(this),
			document: this.document.bind(this),
			view: this.view.bind(this),
			twinsOf: this.twinsOf.bind(this),
		};
		return find(index, query, options);
	}

	/**
	 * Makes evidence of hits or chunk ids, best first.
	 *
	 * @throws {CitableError} `invalid-seeds`, `duplicate-seed`, `unknown-chunk`, `invalid-radius`,
	 * `invalid-budget`.
	 */
	async expand(
		seeds: readonly (string | Pick<Hit, 'chunkId'>)[],
		options: ExpandOptions = {},
	): Promise<Evidence> {
		const ids = seeds.map(chunkIdOf);
		const views = new Set<DocumentView>();
		// A seed that no document holds is refused with the others.
		for (const view of await Promise.all(ids.map((id) => this.viewOf(id))))
			if (view !== undefined) views.add(view);
		const { generation, expansion: rules } = this;
		const { query, budget } = options;
		const wordsHeld =
			query === undefined || budget === undefined
				? undefined
				: await this.wordsHeld(query, [...views]);
		const context = { generation, rules, ...(wordsHeld === undefined ? {} : { wordsHeld }) };
		return expandSeeds(context, ids, [...views], options);
	}

	/**
	 * Makes the citation of a chunk, of a span of a document, or of a quote inside either.
	 *
	 * @throws {CitableError} `unknown-chunk`, `invalid-span`, `span-outside-chunk`, `quote-not-found`.
	 */
	async cite(
		of: string | Pick<Hit, 'chunkId'> | Place,
		options: { readonly quote?: string; readonly span?: Span; readonly evidence?: string } = {},
	): Promise<Citation> {
		let view: DocumentView;
		let within: Span;
		if (isPlace(of)) {
			view = await this.view(of.document);
			within = of;
		} else {
			const chunk = await this.chunk(chunkIdOf(of));
			view = await this.view(chunk.id);
			within = chunk;
			if (options.span !== undefined && !contains(chunk, options.span)) {
				const { start, end } = options.span;
				throw new CitableError('span-outside-chunk', {
					id: chunk.id,
					span: `${String(start)} to ${String(end)}`,
				});
			}
		}
		let span = options.span ?? within;
		if (options.quote !== undefined) {
			const [found] = view.visible.locate(options.quote, span);
			if (found === undefined) {
				throw new CitableError('quote-not-found', {
					quote: options.quote,
					where: view.description.path,
				});
			}
			span = found;
		}
		return citationOf(view, span, {
			generation: this.generation,
			resolve: (path) => this.resolve(path),
			anchors: this.manifest.anchors === true,
			...(options.evidence === undefined ? {} : { evidence: options.evidence }),
		});
	}

	/**
	 * Says what the evidence does not establish: words of the question that it does not hold, context
	 * that claims on it need, documents that do not hold. Structure and words decide; whether the
	 * evidence answers is for a reader.
	 *
	 * @throws {CitableError} `search-missing`, `invalid-intent`.
	 */
	async answerability(
		question: string,
		evidence: Evidence,
		options: AnswerabilityOptions = {},
	): Promise<Answerability> {
		const [first] = evidence.units;
		const language = first === undefined ? undefined : languageOf({ description: first.document });
		const texts = evidence.units.flatMap(textsOf);
		const words = await this.searchFiles.wordsIn(question, language, texts);
		return judge(this, evidence, words, options);
	}

	/**
	 * The span of a document that a selector names: of the Web Annotation model, or an address with
	 * `#char=start,end` or a text directive.
	 *
	 * @throws {CitableError} `unknown-document`, `quote-not-found`, `invalid-span`.
	 */
	async locate(document: string, selectors: Selector | readonly Selector[]): Promise<Place> {
		return { document, ...spanOf(await this.view(document), selectors) };
	}

	/**
	 * Checks a citation against the revision that it names, and against what holds now.
	 *
	 * @throws {CitableError} `invalid-citation` where the value is no citation, or contradicts itself.
	 */
	verify(citation: unknown, options: VerifyOptions = {}): Promise<Verification> {
		return verifyCitation(this, citation, options);
	}

	/** The address of a page of the site from its path; the path itself where the index has no address. */
	resolve(path: string): string {
		const { address } = this.opening;
		return address !== undefined && /^[a-z][a-z\d+.-]*:/i.test(address)
			? new URL(path, address).href
			: path;
	}

	private async twinsOf(chunkId: string): Promise<readonly string[]> {
		const key = documentKeyOf(chunkId);
		const entry = key === undefined ? undefined : await this.entryOf(key);
		const duplicates = entry?.duplicates ?? duplicatesOfV1(this.manifest);
		if (duplicates === undefined) return [];
		const { groups } = await this.files.json<Duplicates>(paths.duplicates(duplicates), duplicates);
		return groups.find((ids) => ids.includes(chunkId)) ?? [];
	}

	/** Counts the words of a question that spans hold; undefined where the index has no search files. */
	private async wordsHeld(
		query: string,
		views: readonly DocumentView[],
	): Promise<WordsHeld | undefined> {
		if (this.manifest.search.length === 0) return undefined;
		const languages = new Set(views.map(languageOf));
		const counters = new Map(
			await Promise.all(
				[...languages].map(
					async (language) =>
						[language, await this.searchFiles.wordCounter(query, language)] as const,
				),
			),
		);
		return (view, { start, end }) =>
			counters.get(languageOf(view))?.(view.text.slice(start, end)) ?? 0;
	}

	private async viewOf(id: string): Promise<DocumentView | undefined> {
		const key = documentKeyOf(id);
		const entry = key === undefined ? undefined : await this.entryOf(key);
		return entry === undefined ? undefined : this.view(entry);
	}

	/**
	 * The document of a key, or of its first digits, if there is one; only the page of the catalog that
	 * would list it is loaded.
	 */
	async entryOf(key: string): Promise<CatalogEntry | undefined> {
		const last = key.padEnd(16, 'f');
		const page = this.manifest.catalog.findLast(({ first }) => first <= last);
		if (page === undefined) return undefined;
		return (await this.catalog(page)).documents.find((entry) => entry.key.startsWith(key));
	}

	private catalog(page: GenerationManifest['catalog'][number]): Promise<Catalog> {
		return this.files.json(paths.catalog(page.digest), page.digest);
	}
}

/** How many hits of each way to search are fused, at least. */
const FUSED = 50;

/** Hits by words and by meaning as one list. */
async function bothWays(
	query: string,
	language: string | undefined,
	how: EngineOptions,
	words: (query: string, how: EngineOptions) => Promise<readonly EngineHit[]>,
	vectors: VectorFiles,
): Promise<readonly EngineHit[]> {
	const deep = { ...how, limit: Math.max(how.limit, FUSED) };
	const [byWords, byMeaning] = await Promise.all([
		words(query, deep),
		vectors.search(query, language, deep),
	]);
	const [name = 'words'] = Object.keys(byWords[0]?.ranks ?? {});
	return fused({ [name]: byWords, vectors: byMeaning }).slice(0, how.limit);
}

/** The address of a folder, with the slash at its end; `current.json` may be named too. */
function folderOf(url: string): string {
	const folder = url.replace(/[?#].*$/s, '').replace(/current\.json$/, '');
	return folder.endsWith('/') ? folder : `${folder}/`;
}

function languageOf({ description }: Pick<DocumentView, 'description'>): string {
	return description.language ?? 'und';
}

/** What is read of a file; one that contradicts itself is refused. */
function understood<Read>(path: string, read: () => Read): Read {
	try {
		return read();
	} catch (cause) {
		if (!(cause instanceof RangeError)) throw cause;
		throw new CitableError('format-invalid', { path, reason: cause.message }, { cause });
	}
}

/** Without a hit, `hits[0]` is undefined, whatever its type says. */
function chunkIdOf(seed: string | Pick<Hit, 'chunkId'> | undefined): string {
	return typeof seed === 'string' ? seed : String(seed?.chunkId);
}

function isPlace(of: string | Pick<Hit, 'chunkId'> | Place): of is Place {
	return typeof of === 'object' && 'document' in of && !('chunkId' in of);
}
