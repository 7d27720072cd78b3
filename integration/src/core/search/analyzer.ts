import { wordsOf } from './words.ts';

/** Takes the endings off a word, so that its forms compare as one. */
export type Stemmer = (word: string) => string;

/** Turns texts into terms, alike at build and at query time. */
export interface Analyzer {
	/** Terms in the order of the text, with repetitions. */
	terms(text: string): string[];
	/** The term of one word. */
	term(word: string): string;
}

/** Makes the analyzer of a language; without a stemmer, words stay as they are. */
export function analyzerWith(stem: Stemmer | undefined): Analyzer {
	// Few words make most of every text.
	const known = new Map<string, string>();
	const term = (word: string): string => {
		let found = known.get(word);
		if (found === undefined) {
			found = folded(stem === undefined || !STEMMABLE.test(word) ? word : stem(word));
			known.set(word, found);
		}
		return found;
	};
	return {
		term,
		terms: (text) =>
			wordsOf(text).map((word) => (word.whole ? folded(word.text) : term(word.text))),
	};
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
