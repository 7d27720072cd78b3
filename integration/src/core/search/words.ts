/** Scripts that are written without spaces, or whose words carry particles: cut into pairs. */
const UNSPACED =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]+/gu;

/** Words and the compounds that technical writing makes of them: `astro:content`, `24/7`, `v1.2`. */
const COMPOUND = /[\p{L}\p{N}\p{M}_$]+(?:[-./:@+'’][\p{L}\p{N}\p{M}_$]+)*/gu;

/** Longer compounds are addresses and paths: nobody types them whole. */
const MOST_PARTS = 4;

/** What English hangs on to words by an apostrophe. */
const CLITICS = new Set(['s', 't', 'd', 'm', 'll', 're', 've']);

/** A word as it stands, in lower case. */
export interface Word {
	readonly text: string;
	/** Whole identifiers and compounds, and pairs of characters, are compared as they are. */
	readonly whole: boolean;
}

/**
 * Cuts a text into words, in order. Identifiers and compounds give themselves and their parts:
 * `resolveRetryPolicy` also `resolve`, `retry` and `policy`. Scripts without spaces give each pair of
 * neighbouring characters, which every JavaScript engine does alike; a dictionary would differ from
 * engine to engine, and an index is the same on every machine.
 */
export function wordsOf(text: string): Word[] {
	const words: Word[] = [];
	for (const [compound] of text.normalize('NFKC').matchAll(COMPOUND)) {
		const parts = compound.split(/[^\p{L}\p{N}\p{M}]+/u).filter((part) => part !== '');
		const clipped = /['’]/.test(compound) ? parts.filter((part) => !CLITICS.has(part)) : parts;
		if (clipped.length === parts.length && parts.length > 1 && parts.length <= MOST_PARTS)
			words.push({ text: compound.toLowerCase(), whole: true });
		for (const part of clipped) addPart(words, part);
	}
	return words;
}

function addPart(words: Word[], part: string): void {
	let from = 0;
	for (const match of part.matchAll(UNSPACED)) {
		if (match.index > from) addIdentifier(words, part.slice(from, match.index));
		addPairs(words, match[0]);
		from = match.index + match[0].length;
	}
	if (from < part.length) addIdentifier(words, part.slice(from));
}

function addIdentifier(words: Word[], identifier: string): void {
	const humps = identifier
		.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
		.replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
		.split(' ');
	if (humps.length > 1) words.push({ text: identifier.toLowerCase(), whole: true });
	for (const hump of humps) words.push({ text: hump.toLowerCase(), whole: false });
}

function addPairs(words: Word[], run: string): void {
	const characters = Array.from(run);
	if (characters.length === 1) words.push({ text: run, whole: true });
	for (let at = 1; at < characters.length; at++)
		words.push({ text: (characters[at - 1] ?? '') + (characters[at] ?? ''), whole: true });
}
