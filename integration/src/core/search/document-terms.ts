import { digest } from '../digest.ts';
import type { IndexedDocument } from '../indexed-document.ts';
import { representationsOf } from '../representations.ts';
import { SliceTable } from '../slice-table.ts';
import { encodeNumbers } from '../varints.ts';
import type { Analyzer } from './analyzer.ts';
import type { DocumentTerms } from './shard-draft.ts';
import { eachCompound } from './words.ts';

/**
 * Reads the terms of a document.
 *
 * @param stop Terms of words that say nothing in running text.
 */
export function termsOfDocument(
	indexed: IndexedDocument,
	analyzer: Analyzer,
	stop: ReadonlySet<string>,
): DocumentTerms {
	const { description = '' } = indexed.document;
	const postings = new Map<string, TermPostings>();
	const postingsOf = (term: string): TermPostings => {
		let own = postings.get(term);
		if (own === undefined) postings.set(term, (own = new TermPostings()));
		return own;
	};
	/** Of each compound of running text, the postings that it counts in. */
	const known = new SliceTable((compound): readonly TermPostings[] =>
		analyzer
			.termsOf(compound)
			.filter((term) => !stop.has(term))
			.map(postingsOf),
	);
	const lengths: number[] = [];
	const runs: number[] = [];
	let heading: string | undefined;
	let titles: string | undefined;
	let about: readonly TermPostings[] = [];
	for (const { title, headings, text, code, facts, alt } of representationsOf(indexed)) {
		const chunk = lengths.length;
		// Chunks under the same headings stand one behind the other.
		const above = [title, ...headings, description].join('\n');
		// A heading of stop words alone can be asked for; in running text they are only weight.
		if (above !== titles) about = analyzer.terms(above).map(postingsOf);
		titles = above;
		for (const one of about) one.add(chunk);
		let length = about.length;
		for (const part of [text, code, facts, alt])
			eachCompound(part, (line, start, end) => {
				const own = known.get(line, start, end);
				for (const one of own) one.add(chunk);
				length += own.length;
			});
		lengths.push(length);
		const [outermost = ''] = headings;
		if (outermost === heading) runs.push((runs.pop() ?? 0) + 1);
		else runs.push(1);
		heading = outermost;
	}
	const lists = [...postings.values()];
	const written = {
		counts: encodeNumbers(lists.map(({ skips }) => skips.length)),
		repeats: encodeNumbers(lists.flatMap(({ repeats }) => repeats)),
		skips: encodeNumbers(lists.flatMap(({ skips }) => skips)),
		terms: [...postings.keys()].join(' '),
	};
	return {
		lengths: encodeNumbers(lengths),
		runs: encodeNumbers(runs),
		digest: digest(written),
		postings: () => written,
	};
}

/** The chunks of a document that hold one term. They are added in order. */
class TermPostings {
	/** How many chunks are skipped since the one before. */
	readonly skips: number[] = [];
	private readonly times: number[] = [];
	private last = -1;
	private repeated = 0;

	add(chunk: number): void {
		if (chunk === this.last) {
			this.repeated++;
			return;
		}
		if (this.last >= 0) this.times.push(this.repeated);
		this.skips.push(chunk - this.last - 1);
		this.last = chunk;
		this.repeated = 0;
	}

	/** How often each holds the term beyond the first time. */
	get repeats(): readonly number[] {
		return [...this.times, this.repeated];
	}
}
