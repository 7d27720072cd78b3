import { ownText } from '../own-text.ts';
import { eachCompound, wordsOfCompound } from './words.ts';

/** Takes the endings off a word, so that its forms compare as one. */
export type Stemmer = (word: string) => string;

/** Turns texts into terms, alike at build and at query time. */
export interface Analyzer {
	/** Terms in the order of the text, with repetitions. */
	terms(text: string): string[];
	/** Terms of one compound. */
	termsOf(compound: string): readonly string[];
	/** The term of one word. */
	term(word: string): string;
}

/** How many words and compounds are remembered; few make most of every text. */
const LIMIT = 100_000;

/** Makes the analyzer of a language; without a stemmer, words stay as they are. */
export function analyzerWith(stem: Stemmer | undefined): Analyzer {
	const term = remembering((word) =>
		folded(stem === undefined || !STEMMABLE.test(word) ? word : stem(word)),
	);
	const termsOf = remembering((compound): readonly string[] =>
		wordsOfCompound(compound).map(({ text, whole }) => (whole ? folded(text) : term(text))),
	);
	return {
		term,
		termsOf,
		terms: (text) => {
			const terms: string[] = [];
			eachCompound(text, (line, start, end) => terms.push(...termsOf(line.slice(start, end))));
			return terms;
		},
	};
}

/** Works out the value of each text once, as long as there are not too many of them. */
function remembering<Value>(make: (text: string) => Value): (text: string) => Value {
	const known = new Map<string, Value>();
	return (text) => {
		let value = known.get(text);
		if (value === undefined) {
			value = make(text);
			if (known.size >= LIMIT) known.clear();
			known.set(ownText(text), value);
		}
		return value;
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
