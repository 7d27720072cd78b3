import { SliceTable } from '../slice-table.ts';
import { eachCompound, wordsOfCompound } from './words.ts';

/** Takes the endings off a word, so that its forms compare as one. */
export type Stemmer = (word: string) => string;

/** Turns texts into terms, alike at build and at query time. */
export interface Analyzer {
	/** Terms in the order of the text, with repetitions. */
	terms(text: string): string[];
	/**
	 * The same, compound by compound. For a compound that was met before it is the same list, as long as
	 * it is remembered.
	 */
	compounds(text: string): (readonly string[])[];
	/** The term of one word. */
	term(word: string): string;
}

/** Makes the analyzer of a language; without a stemmer, words stay as they are. */
export function analyzerWith(stem: Stemmer | undefined): Analyzer {
	const known = new SliceTable((word) =>
		folded(stem === undefined || !STEMMABLE.test(word) ? word : stem(word)),
	);
	const term = (word: string): string => known.get(word, 0, word.length);
	const termsOfCompound = new SliceTable((compound): readonly string[] =>
		wordsOfCompound(compound).map(({ text, whole }) => (whole ? folded(text) : term(text))),
	);
	const compounds = (text: string): (readonly string[])[] => {
		const lists: (readonly string[])[] = [];
		eachCompound(text, (line, start, end) => lists.push(termsOfCompound.get(line, start, end)));
		return lists;
	};
	return { term, compounds, terms: (text) => compounds(text).flat() };
}

/** Numbers and words with digits have no endings. */
const STEMMABLE = /^[\p{L}\p{M}]{3,}$/u;

/** Latin letters without their accents: `über` is found by `uber`. Other scripts keep their marks. */
function folded(word: string): string {
	return /^\p{ASCII}*$/u.test(word)
		? word
		: word
				.normalize('NFD')
				.replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
				.normalize('NFC');
}
