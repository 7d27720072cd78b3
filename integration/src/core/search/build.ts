import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { Document } from '../document.ts';
import { hash } from '../digest.ts';
import type { GenerationManifest } from '../format/files.ts';
import type { IndexedDocument } from '../indexed-document.ts';
import type { Analyzer } from './analyzer.ts';
import { termsOfDocument } from './document-terms.ts';
import { SEARCH_VERSION } from './engine.ts';
import { englishSynonyms } from './english.ts';
import { primaryLanguage } from './language.ts';
import type { PostingsStore } from './postings.ts';
import { ShardDraft, type DocumentTerms } from './shard-draft.ts';
import type { PartContent, ShardContent } from './shard.ts';
import { analyzerFor } from './stemmers.ts';
import { stopWordsFor } from './stop-words.ts';

/** One search file: the chunks of one language. */
export interface SearchShard {
	readonly entry: GenerationManifest['search'][number];
	readonly content: string;
	/** Files of which the search file names the digests. */
	readonly parts: readonly { readonly file: string; readonly content: string }[];
}

interface Draft {
	readonly draft: ShardDraft;
	readonly analyzer: Analyzer;
	/** As terms. */
	readonly stop: ReadonlySet<string>;
}

/** Gathers what is searched of all chunks, one search file a language. */
export class SearchBuilder {
	private readonly drafts = new Map<string, Draft>();
	private readonly synonyms: readonly (readonly string[])[];

	/** @param synonyms Groups of words that stand for one another, beside those of a language. */
	constructor(synonyms: readonly (readonly string[])[] = []) {
		this.synonyms = synonyms;
	}

	/** Reads the terms of a document. */
	read(indexed: IndexedDocument): DocumentTerms {
		const { analyzer, stop } = this.draftFor(indexed.document.language ?? 'und');
		return termsOfDocument(indexed, analyzer, stop);
	}

	/** Adds the terms of a document. Documents come by ascending key. */
	add(document: Document, terms: DocumentTerms): void {
		this.draftFor(document.language ?? 'und').draft.addDocument(document, terms);
	}

	/**
	 * By language, so that the order of documents makes no difference.
	 *
	 * @param store Where an earlier build left its postings, and this one leaves its own.
	 */
	shards(store?: PostingsStore): SearchShard[] {
		const digits = digitsOf([...this.drafts.values()].flatMap(({ draft }) => draft.keys));
		return [...this.drafts]
			.sort(([a], [b]) => (a < b ? -1 : 1))
			.map(([language, { draft, analyzer, stop }]) => {
				const synonyms = [...languageSynonyms(language), ...this.synonyms];
				const parts: { file: string; content: string }[] = [];
				const content = JSON.stringify(
					draft.content(
						language,
						digits,
						[...stop].sort(),
						synonyms.map((group) => [
							...new Set(group.map((word) => analyzer.term(word.toLowerCase()))),
						]),
						store?.findPostings(language),
						(part) => {
							const text = JSON.stringify(part);
							const file = hash(text);
							parts.push({ file, content: text });
							return file;
						},
						(postings) => {
							store?.keepPostings(language, postings);
						},
					),
				);
				const entry = {
					engine: 'minisearch',
					version: SEARCH_VERSION,
					language,
					documents: draft.documentCount,
					chunks: draft.chunkCount,
					file: hash(content),
					bytes: utf8ToBytes(content).length,
				};
				return { entry, content, parts };
			});
	}

	private draftFor(language: string): Draft {
		let draft = this.drafts.get(language);
		if (draft === undefined) {
			const analyzer = analyzerFor(language);
			const stop = new Set(stopWordsFor(language).map((word) => analyzer.term(word)));
			draft = { draft: new ShardDraft(), analyzer, stop };
			this.drafts.set(language, draft);
		}
		return draft;
	}
}

/** Groups of words that a language uses for one another in technical writing. */
export function languageSynonyms(language: string): readonly (readonly string[])[] {
	return primaryLanguage(language) === 'en' ? englishSynonyms : [];
}

/** Twelve hexadecimal digits are the most that a number holds exactly. */
const MOST_DIGITS = 12;

/** How many first digits tell keys apart; they are the digits of a hash. */
function digitsOf(keys: readonly string[]): number {
	for (let digits = 4; digits < MOST_DIGITS; digits++)
		if (new Set(keys.map((key) => key.slice(0, digits))).size === keys.length) return digits;
	return MOST_DIGITS;
}

/**
 * The words that a search file holds, as the check for withheld text reads them. The rest of the file
 * is encoded numbers, which spell words by chance.
 */
export function wordsOfShard(content: string): string {
	const file = JSON.parse(content) as ShardContent | PartContent;
	// The terms at which parts start are in the parts.
	return 'parts' in file ? '' : file.terms;
}

/** The terms that search makes of a text: they stand in search files though no source holds them. */
export function termsOf(text: string, language: string | undefined): string {
	return analyzerFor(language ?? 'und')
		.terms(text)
		.join(' ');
}
