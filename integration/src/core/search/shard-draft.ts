import { FORMAT_VERSION } from '../format/version.ts';
import { ownText } from '../own-text.ts';
import { decodeNumbers, encodeNumbers } from '../varints.ts';
import { filterNames, type FilterName, type FilterValues } from './filters.ts';
import {
	postingsOf,
	type KeptPostings,
	type TermedDocument,
	type WrittenPostings,
} from './postings.ts';
import type { FilterColumn, PartContent, Postings, ShardContent, ShardHead } from './shard.ts';

/** What is searched of a document. */
export interface DocumentTerms {
	/** Terms of each chunk, repetitions counted. */
	readonly lengths: string;
	/** How many chunks in a row stand under the same outermost heading. */
	readonly runs: string;
	/** Digest of its postings. */
	readonly digest: string;
	/** Its terms in any order, and the chunks that hold them, of which its first is the first. */
	readonly postings: () => Postings;
}

/** A shard of this many characters of postings is one file; a part of a larger one has about as many as this. */
const WHOLE = 64_000;
const PART = 8_000;

/** The chunks of one language before they are written. */
export class ShardDraft {
	private readonly documents: (TermedDocument & {
		readonly key: string;
		readonly values: FilterValues;
	})[] = [];
	private readonly lengths: string[] = [];
	private readonly runs: string[] = [];
	chunkCount = 0;

	/** Keys of the documents, ascending. */
	get keys(): readonly string[] {
		return this.documents.map(({ key }) => key);
	}

	get documentCount(): number {
		return this.documents.length;
	}

	/** Adds a document. They come by ascending key. */
	addDocument(
		document: { readonly key: string } & FilterValues,
		{ lengths, runs, digest, postings }: DocumentTerms,
	): void {
		const { key } = document;
		const chunks = decodeNumbers(lengths).length;
		this.documents.push({
			key,
			values: document,
			name: `${key} ${digest}`,
			chunks,
			terms: postings,
		});
		this.lengths.push(ownText(lengths));
		this.runs.push(ownText(runs));
		this.chunkCount += chunks;
	}

	/**
	 * What is written: the search file, and the parts that it names.
	 *
	 * @param digits How many digits of the keys tell all documents apart.
	 * @param synonyms Groups of terms; what no chunk holds can be asked for, but is found by the
	 * others only.
	 * @param earlier Postings that an earlier build left.
	 * @param file Takes the content of a part, and says by which digest it is found again.
	 * @param keep Takes the postings for the next build, where they are not those of the earlier one.
	 */
	content(
		language: string,
		digits: number,
		stop: readonly string[],
		synonyms: readonly (readonly string[])[],
		earlier: KeptPostings | undefined,
		file: (part: PartContent) => string,
		keep: (postings: KeptPostings) => void,
	): ShardContent {
		const written = postingsOf(this.documents, earlier);
		const all = written.between(0, written.terms.length);
		if (!this.isOf(earlier)) {
			const documents = this.documents.map(({ name, chunks }) => ({ name, chunks }));
			keep({ documents, postings: all });
		}
		const parts = partsOf(written);
		return {
			format: FORMAT_VERSION,
			language,
			documents: encodeNumbers(differences(this.keys.map((key) => startOf(key, digits)))),
			digits,
			...filtersOf(this.documents.map(({ values }) => values)),
			chunks: encodeNumbers(this.documents.map(({ chunks }) => chunks)),
			runs: this.runs.join(''),
			lengths: this.lengths.join(''),
			stop: stop.join(' '),
			synonyms: synonyms
				.filter((group) => group.some((term) => written.has(term)))
				.map((group) => group.join(' ')),
			...(parts.length === 1
				? all
				: {
						parts: parts.map(([from, to]) => ({
							first: written.terms[from] ?? '',
							file: file({ format: FORMAT_VERSION, ...written.between(from, to) }),
						})),
					}),
		};
	}

	/** Whether postings are those of the very documents. */
	private isOf(postings: KeptPostings | undefined): boolean {
		return (
			postings?.documents.length === this.documents.length &&
			this.documents.every(({ name }, at) => name === postings.documents[at]?.name)
		);
	}
}

/** Runs of terms whose postings make a file of a fair size; a single one where all of them do. */
function partsOf(written: WrittenPostings): [from: number, to: number][] {
	const { length } = written.terms;
	const sizes = written.terms.map((_, at) => written.sizeOf(at));
	if (sizes.reduce((sum, size) => sum + size, Math.max(0, length - 1)) <= WHOLE)
		return [[0, length]];
	const parts: [number, number][] = [];
	let from = 0;
	let size = 0;
	sizes.forEach((own, at) => {
		if (at > from && size + own > PART) {
			parts.push([from, at]);
			from = at;
			size = 0;
		}
		size += own;
	});
	return [...parts, [from, length]];
}

/** The values of documents, one column for each filter that any document has a value for. */
function filtersOf(documents: readonly FilterValues[]): Pick<ShardHead, 'filters'> {
	const filters: Partial<Record<FilterName, FilterColumn>> = {};
	for (const name of filterNames) {
		const values = [...new Set(documents.flatMap(({ [name]: value }) => value ?? []))].sort();
		if (values.length === 0) continue;
		const of = documents.map(({ [name]: value }) => values.indexOf(value ?? '') + 1);
		filters[name] = { values, of: encodeNumbers(of) };
	}
	return Object.keys(filters).length === 0 ? {} : { filters };
}

function startOf(key: string, digits: number): number {
	return Number.parseInt(key.slice(0, digits), 16);
}

function* differences(ascending: readonly number[]): Generator<number> {
	let last = 0;
	for (const number of ascending) {
		yield number - last;
		last = number;
	}
}
