import { describePreset, type Configuration } from './configuration.ts';
import { digest } from './digest.ts';
import type { DocumentInput } from './document.ts';
import { expansionRules } from './expansion-rules.ts';
import { FORMAT_VERSION } from './format/version.ts';
import type { KeptRecord, RecordStore } from './record-store.ts';
import { REPRESENTATION_VERSION } from './representations.ts';
import { SEARCH_VERSION } from './search/engine.ts';
import type { KeptPostings, PostingsStore } from './search/postings.ts';
import { PACKAGE_VERSION } from './version.ts';

/** Version of the form in which documents are remembered. */
const CACHE_VERSION = 5;

/** What of documents records hold. */
export interface RecordOptions {
	/** Whether their terms. */
	readonly search: boolean;
	/** Whether all of them, to be read again as they were indexed. */
	readonly whole: boolean;
}

/** What documents came to in an earlier build, by all that shaped them. */
export class DocumentCache implements PostingsStore {
	private readonly store: RecordStore;
	private readonly configuration: string;
	/** Documents taken from the earlier build. */
	hits = 0;
	/** Documents that had to be read. */
	misses = 0;

	constructor(store: RecordStore, configuration: Configuration, options: RecordOptions) {
		const { parser, adapters, governance, severities, tokenizer } = configuration;
		this.store = store;
		this.configuration = digest({
			cache: CACHE_VERSION,
			package: PACKAGE_VERSION,
			format: FORMAT_VERSION,
			representation: REPRESENTATION_VERSION,
			expansion: expansionRules,
			search: options.search ? SEARCH_VERSION : false,
			whole: options.whole,
			parser: { name: parser.name, version: parser.version },
			adapters: adapters.presets.map(describePreset),
			tokenizer: { name: tokenizer.name, version: tokenizer.version },
			governance,
			severities,
			chunking: configuration.chunking,
		});
	}

	/**
	 * The record of a document, made where there is none.
	 */
	recordOf(
		input: DocumentInput,
		revision: string,
		cuts: readonly number[],
		make: () => string,
	): KeptRecord {
		const key = this.keyOf(input, revision, cuts);
		const known = key === undefined ? undefined : this.store.find(key);
		if (known !== undefined) {
			this.hits++;
			return known;
		}
		this.misses++;
		return this.store.keep(make(), key);
	}

	findPostings(language: string): KeptPostings | undefined {
		if (!this.store.lasts) return undefined;
		const known = this.store.find(this.postingsKey(language));
		if (known === undefined) return undefined;
		const [documents = '', terms = '', counts = '', skips = '', repeats = ''] = known.lines(0, 5);
		return {
			documents: JSON.parse(documents) as KeptPostings['documents'],
			postings: { terms, counts, skips, repeats },
		};
	}

	keepPostings(language: string, { documents, postings }: KeptPostings): void {
		if (!this.store.lasts) return;
		const { terms, counts, skips, repeats } = postings;
		const lines = [JSON.stringify(documents), terms, counts, skips, repeats];
		this.store.keep(lines.join('\n'), this.postingsKey(language));
	}

	private postingsKey(language: string): string {
		return digest([this.configuration, 'postings', language]);
	}

	/** The name under which a document is remembered; undefined where it cannot be. */
	private keyOf(
		input: DocumentInput,
		revision: string,
		cuts: readonly number[],
	): string | undefined {
		const { collection, entry, path, url, provenance, language, data } = input;
		try {
			const given = [collection, entry, path, url, provenance, language].map(
				(text) => text ?? null,
			);
			// Dates and other values of a site's schema count as JSON has them.
			const fields: unknown = data === undefined ? null : JSON.parse(JSON.stringify(data));
			return digest([this.configuration, revision, given, fields, cuts]);
		} catch {
			return undefined;
		}
	}
}
