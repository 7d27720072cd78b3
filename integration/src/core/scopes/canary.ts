/** The longest run of words that is looked for. */
const LONGEST = 8;

/** Text that an audience may not read. */
export interface Withheld {
	/** Where it stands: a file, and the block in it. */
	readonly place: string;
	readonly text: string;
}

/** Withheld words that were found. */
export interface Leak {
	readonly words: string;
	/** Where the words stand. */
	readonly place: string;
}

/** How many runs a canary names. */
const MOST_SHOWN = 5;

/** Finds text that an audience may not read in what it gets. */
export interface Canary {
	/** Runs of withheld words that occur in a text, up to five of them. */
	find(text: string): Leak[];
}

/**
 * Makes a canary from what is withheld: for each place, the shortest run of words that open text
 * does not hold. Words that open text holds anyway give nothing away.
 *
 * @param open - What the audience may read, as texts; and what else the checked files say anyway.
 * @param shortest - How many words a run has at least.
 */
export function makeCanary(
	withheld: readonly Withheld[],
	open: readonly string[],
	shortest = 1,
): Canary {
	const runs = new Set<string>();
	const texts = withheld.map(({ place, text }) => ({ place, words: wordsOf(text) }));
	for (const { words } of texts) eachRun(words, (run) => runs.add(run));
	if (runs.size === 0) return { find: () => [] };
	const known = new Set<string>();
	for (const text of open) {
		eachRun(wordsOf(text), (run) => {
			if (runs.has(run)) known.add(run);
		});
		// Search splits identifiers, so their parts are open too.
		for (const part of text.match(/\p{Lu}?\p{Ll}+|\p{Lu}+/gu) ?? []) {
			const word = part.toLowerCase();
			if (runs.has(word)) known.add(word);
		}
	}
	const telling = new Map<string, string>();
	for (const { place, words } of texts) {
		for (let at = 0; at < words.length; at++) {
			for (let length = shortest; length <= LONGEST && at + length <= words.length; length++) {
				const run = words.slice(at, at + length).join(' ');
				// Numbers alone are everywhere: offsets, counts, dates.
				if (known.has(run) || !/\p{L}/u.test(run)) continue;
				if (!telling.has(run)) telling.set(run, place);
				break;
			}
		}
	}
	return {
		find(text) {
			const found = new Map<string, string>();
			eachRun(wordsOf(text), (run) => {
				const place = telling.get(run);
				if (place !== undefined) found.set(run, place);
				return found.size >= MOST_SHOWN;
			});
			return [...found].map(([words, place]) => ({ words, place }));
		},
	};
}

/** Words in lower case; what JSON and HTML escape does not hide them. */
function wordsOf(text: string): string[] {
	return (
		text
			.replace(/\\[bfnrt"\\/]|&(?:lt|gt|amp|quot|#\d+|#x[\da-f]+);/gi, ' ')
			.toLowerCase()
			.match(/[\p{L}\p{N}]+/gu) ?? []
	);
}

/** Calls back with each run of up to LONGEST words, until told to stop. */
function eachRun(words: readonly string[], callback: (run: string) => unknown): void {
	for (let at = 0; at < words.length; at++) {
		let run = '';
		for (let length = 0; length < LONGEST && at + length < words.length; length++) {
			run = length === 0 ? (words[at] ?? '') : `${run} ${words[at + length] ?? ''}`;
			if (callback(run) === true) return;
		}
	}
}
