import { digest } from '../digest.ts';
import type { IndexedDocument } from '../indexed-document.ts';
import { representationsOf } from '../representations.ts';
import { SliceTable } from '../slice-table.ts';
import { encodeNumbers } from '../varints.ts';
import type { Analyzer } from './analyzer.ts';
import type { DocumentTerms } from './shard-draft.ts';
import type { Postings } from './shard.ts';
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
	/** Numbers of terms, in the order in which they were met. */
	const numbers = new Map<string, number>();
	const numberOf = (term: string): number => {
		let number = numbers.get(term);
		if (number === undefined) numbers.set(term, (number = numbers.size));
		return number;
	};
	/** Of each compound of running text, the terms that count. */
	const known = new SliceTable((compound) => {
		const counting: number[] = [];
		for (const term of analyzer.termsOf(compound))
			if (!stop.has(term)) counting.push(numberOf(term));
		return counting;
	});
	const chunks: number[][] = [];
	const runs: number[] = [];
	let heading: string | undefined;
	let titles: string | undefined;
	let about: readonly number[] = [];
	for (const { title, headings, text, code, facts, alt } of representationsOf(indexed)) {
		// Chunks under the same headings stand one behind the other.
		const above = [title, ...headings, description].join('\n');
		// A heading of stop words alone can be asked for; in running text they are only weight.
		if (above !== titles) about = analyzer.terms(above).map(numberOf);
		titles = above;
		const terms = [...about];
		for (const part of [text, code, facts, alt])
			eachCompound(part, (line, start, end) => {
				for (const term of known.get(line, start, end)) terms.push(term);
			});
		chunks.push(terms);
		const [outermost = ''] = headings;
		if (outermost === heading) runs.push((runs.pop() ?? 0) + 1);
		else runs.push(1);
		heading = outermost;
	}
	const written = postingsOf(chunks, [...numbers.keys()]);
	return {
		lengths: encodeNumbers(chunks.map(({ length }) => length)),
		runs: encodeNumbers(runs),
		digest: digest(written),
		postings: () => written,
	};
}

/**
 * The chunks that hold each term, one term behind the other.
 *
 * @param chunks The terms of each chunk, by number, with repetitions.
 * @param terms All terms.
 */
function postingsOf(chunks: readonly (readonly number[])[], terms: readonly string[]): Postings {
	const counts = new Uint32Array(terms.length);
	/** The last chunk that held each term, from 1. */
	const last = new Uint32Array(terms.length);
	chunks.forEach((held, chunk) => {
		for (const term of held) {
			if (last[term] !== chunk + 1) counts[term] = (counts[term] ?? 0) + 1;
			last[term] = chunk + 1;
		}
	});
	/** Where the next chunk of each term is put. */
	const next = new Uint32Array(terms.length);
	let total = 0;
	counts.forEach((count, term) => {
		next[term] = total;
		total += count;
	});
	last.fill(0);
	const skips = new Uint32Array(total);
	const repeats = new Uint32Array(total);
	chunks.forEach((held, chunk) => {
		for (const term of held) {
			const at = next[term] ?? 0;
			const before = last[term] ?? 0;
			if (before === chunk + 1) repeats[at - 1] = (repeats[at - 1] ?? 0) + 1;
			else {
				skips[at] = chunk - before;
				next[term] = at + 1;
				last[term] = chunk + 1;
			}
		}
	});
	return {
		counts: encodeNumbers(counts),
		repeats: encodeNumbers(repeats),
		skips: encodeNumbers(skips),
		terms: terms.join(' '),
	};
}
