import { realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
	CitableError,
	configure,
	digest,
	type Configuration,
	type Generation,
	type GenerationOptions,
	type Progress,
} from '../core/index.ts';
import { BuildCache } from '../node/build-cache.ts';
import { parserFor } from '../node/parsers.ts';
import { fileReader } from '../node/content-folder.ts';
import { documentsFor, withSearchFiles } from '../node/search-files.ts';
import { makeGeneration } from '../node/make-generation.ts';
import { pageAddress } from './addresses.ts';
import { closest } from './closest.ts';
import { nothingEarlier, readEarlier, type Earlier } from './earlier-documents.ts';
import {
	documentsOf,
	optionsFor,
	provenancePath,
	type Collection,
	type Documents,
} from './documents.ts';
import { pages } from './pages/pages.ts';
import { recordRevisions, type BuildDocuments } from './revisions.ts';
import type { Settings } from './settings.ts';
import type { Site } from './site.ts';

/** A generation of the site's collections, with what its making brought to light. */
export interface SiteBuild {
	readonly generation: Generation;
	readonly documents: Documents;
	/** What is kept of earlier generations; in a build only. */
	readonly earlier: Earlier;
	readonly site: Site;
	readonly settings: Settings;
	readonly milliseconds: number;
	/** What documents came to, for the next build. */
	readonly cache: BuildCache;
}

/** Who is told what the workshop does. */
export interface Foreman {
	/** Told every few seconds how far a long build has come. */
	readonly progress: (progress: Progress) => void;
	/** Called for each generation before it is handed out; throws where it must not be. */
	readonly report: (build: SiteBuild) => void;
}

/**
 * Makes the generation of a site when it is first asked for, once a build. The development server
 * asks again and again, and gets a new one when a file has changed.
 */
export class Workshop {
	/** What the routes show. */
	readonly pages = pages;
	private last: { key: string; build: Promise<SiteBuild> } | undefined;
	private done: SiteBuild | undefined;
	private readonly settings: Settings;
	private readonly site: () => Site;
	private readonly foreman: Foreman;
	private cache: BuildCache | undefined;
	private configuration: Configuration | undefined;

	/** @param site Called when the configuration of the site is known. */
	constructor(settings: Settings, site: () => Site, foreman: Foreman) {
		this.settings = settings;
		this.site = site;
		this.foreman = foreman;
	}

	/** The last generation that was made, if any was. */
	get current(): SiteBuild | undefined {
		return this.done;
	}

	/**
	 * The collections of the site that the settings do not leave out.
	 *
	 * @throws {CitableError} `invalid-options` where the settings name a collection that there is not:
	 * a slip in a name must not let into the index what was to be left out.
	 */
	wanted(collections: readonly string[]): string[] {
		for (const name of Object.keys(this.settings.collections)) {
			if (name === '*' || collections.includes(name)) continue;
			const near = closest(name, collections);
			throw new CitableError('invalid-options', {
				reason: `collections.${name}: the site has no collection ${name}.`,
				correction:
					near === undefined
						? `Collections here are ${collections.join(', ') || 'none'}.`
						: `Did you mean collections.${near}?`,
			});
		}
		return collections.filter((name) => optionsFor(name, this.settings) !== false);
	}

	/** The generation of what the collections hold now. */
	build(collections: readonly Collection[]): Promise<SiteBuild> {
		const site = this.site();
		const key = site.command === 'build' ? '' : keyOf(collections, site);
		if (this.last?.key === key) return this.last.build;
		const build = this.make(collections, site);
		this.last = { key, build };
		build.catch(() => {
			if (this.last?.build === build) this.last = undefined;
		});
		return build;
	}

	private async make(collections: readonly Collection[], site: Site): Promise<SiteBuild> {
		const { settings } = this;
		const { provenance, audience } = settings;
		this.configuration ??= await configurationOf(settings, site);
		// Each audience has a cache of its own, since a build forgets what it did not ask for.
		this.cache ??= new BuildCache(join(site.cacheDir, digest(audience).slice(0, 8)));
		const started = performance.now();
		const documents = documentsOf(collections, settings, site);
		const options: GenerationOptions = {
			...this.commonOptions(documents, site),
			accept: settings.accept,
			store: this.cache,
			documents:
				provenance !== false || settings.searchPages !== undefined
					? 'records'
					: documentsFor(settings.search, 'heads'),
			search: settings.search,
			...(settings.commit === undefined ? {} : { commit: settings.commit }),
		};
		const built = await makeGeneration(
			site.root,
			documents.inputs,
			this.configuration,
			options,
			this.foreman.progress,
		);
		const generation = await withSearchFiles(built, settings.search, site.cacheDir);
		const milliseconds = performance.now() - started;
		const { cache } = this;
		const made = {
			generation,
			documents,
			earlier: nothingEarlier,
			site,
			settings,
			milliseconds,
			cache,
		};
		this.foreman.report(made);
		const build =
			site.command !== 'build' || settings.history === undefined
				? made
				: {
						...made,
						earlier: await this.earlier(made, collections, this.configuration),
					};
		this.done = build;
		return build;
	}

	/** What is kept of earlier generations, those built again from git among them. */
	private async earlier(
		{ generation, site, settings }: SiteBuild,
		collections: readonly Collection[],
		configuration: Configuration,
	): Promise<Earlier> {
		const build: BuildDocuments = (then, from, commit, accept) =>
			makeGeneration(from.root, then.inputs, configuration, {
				...this.commonOptions(then, from),
				accept,
				commit,
				documents: 'heads',
				search: false,
			});
		const missing = await recordRevisions(settings, site, generation, collections, build);
		const earlier = await readEarlier(settings, site, generation, configuration);
		return { ...earlier, lost: [...missing, ...earlier.lost] };
	}

	/** What every generation of the site is built under. */
	private commonOptions(documents: Documents, site: Site): GenerationOptions {
		const { provenance, audience, anchors } = this.settings;
		return {
			audience,
			anchors,
			corpusFindings: documents.findings,
			readFile: fileReader(realpathSync(site.root)),
			...(provenance === false
				? {}
				: {
						provenanceOf: ({ collection, entry }) =>
							pageAddress(site, `${provenance}${provenancePath(site, collection, entry)}`),
					}),
		};
	}
}

async function configurationOf(settings: Settings, site: Site): Promise<Configuration> {
	return configure({
		parser: await parserFor(settings.parser, site.processor),
		policy: settings.policy,
		adapters: settings.presets,
		callouts: settings.callouts,
		syntax: site.syntax,
		severities: settings.findings,
		governance: settings.governance,
		...(settings.scopes === undefined ? {} : { scopes: settings.scopes }),
	});
}

/** Changes when an entry comes, goes or changes, by what the file system says. */
function keyOf(collections: readonly Collection[], site: Site): string {
	return JSON.stringify(
		collections.map(({ name, entries }) => [
			name,
			entries.map(({ id, filePath = '', data }) => {
				const stats = statSync(join(site.root, filePath), { throwIfNoEntry: false });
				return [id, filePath, stats?.mtimeMs, stats?.size, data['draft']];
			}),
		]),
	);
}

/** Where routes find the workshop: they run in the process of the hooks, but bundled on their own. */
export const WORKSHOP = Symbol.for('astro-citable:workshop');
