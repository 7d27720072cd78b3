import { realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
	buildGeneration,
	CitableError,
	configure,
	type Configuration,
	type Generation,
} from '../core/index.ts';
import { parserFor } from '../node/parsers.ts';
import { fileReader } from '../node/content-folder.ts';
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
}

/**
 * Makes the generation of a site when it is first asked for, once a build. The development server
 * asks again and again, and gets a new one when a file has changed.
 */
export class Workshop {
	/** What the routes show. */
	readonly pages = pages;
	private last: { key: string; build: SiteBuild } | undefined;
	private readonly settings: Settings;
	private readonly site: () => Site;
	private readonly report: (build: SiteBuild) => void;
	private configuration: Configuration | undefined;
	private earlier: Promise<Earlier> | undefined;

	/**
	 * @param site Called when the configuration of the site is known.
	 * @param report Called for each generation before it is handed out; throws where it must not be.
	 */
	constructor(settings: Settings, site: () => Site, report: (build: SiteBuild) => void) {
		this.settings = settings;
		this.site = site;
		this.report = report;
	}

	/** The last generation that was made, if any was. */
	get current(): SiteBuild | undefined {
		return this.last?.build;
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
	async build(collections: readonly Collection[]): Promise<SiteBuild> {
		const site = this.site();
		this.configuration ??= await configurationOf(this.settings, site);
		const made = this.made(collections, site, this.configuration);
		if (site.command !== 'build' || this.settings.history === undefined) return made;
		this.earlier ??= readEarlier(this.settings, site, made.generation, this.configuration);
		const build = { ...made, earlier: await this.earlier };
		if (this.last !== undefined) this.last = { ...this.last, build };
		return build;
	}

	private made(
		collections: readonly Collection[],
		site: Site,
		configuration: Configuration,
	): SiteBuild {
		if (site.command === 'build' && this.last !== undefined) return this.last.build;
		const key = site.command === 'build' ? '' : keyOf(collections, site);
		if (this.last?.key === key) return this.last.build;
		const started = performance.now();
		const { provenance } = this.settings;
		const documents = documentsOf(collections, this.settings, site);
		const generation = buildGeneration(documents.inputs, configuration, {
			accept: this.settings.accept,
			audience: this.settings.audience,
			corpusFindings: documents.findings,
			readFile: fileReader(realpathSync(site.root)),
			...(provenance === false
				? {}
				: {
						provenanceOf: ({ collection, entry }) =>
							pageAddress(site, `${provenance}${provenancePath(site, collection, entry)}`),
					}),
			search: this.settings.search,
			anchors: this.settings.anchors,
			...(this.settings.commit === undefined ? {} : { commit: this.settings.commit }),
		});
		const milliseconds = performance.now() - started;
		const build = {
			generation,
			documents,
			earlier: nothingEarlier,
			site,
			settings: this.settings,
			milliseconds,
		};
		this.report(build);
		this.last = { key, build };
		return build;
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
