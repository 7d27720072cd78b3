/** Scripts that are written without spaces, or whose words carry particles: cut into pairs. */
const UNSPACED =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]+/gu;

/** Words and the compounds that technical writing makes of them: `astro:content`, `24/7`, `v1.2`. */
export const COMPOUND = /[\p{L}\p{N}\p{M}_$]+(?:[-./:@+'’][\p{L}\p{N}\p{M}_$]+)*/gu;

/** What an ASCII character is to `COMPOUND`: nothing, a part of a word, or what joins words. */
const IN_WORD = 1;
const JOINING = 2;
const kinds = Uint8Array.from({ length: 128 }, (_, unit) => {
	const character = String.fromCharCode(unit);
	if (/[\w$]/.test(character)) return IN_WORD;
	return /[-./:@+']/.test(character) ? JOINING : 0;
});

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
	eachCompound(text, (line, start, end) => words.push(...wordsOfCompound(line.slice(start, end))));
	return words;
}

/** Takes the compound that stands at a span of a text. */
type VisitCompound = (text: string, start: number, end: number) => void;

/** Goes through the compounds of a text, in order. Lines are read one by one, since most hold nothing but ASCII. */
export function eachCompound(text: string, visit: VisitCompound): void {
	for (let start = 0; start < text.length;) {
		const found = text.indexOf('\n', start);
		const end = found < 0 ? text.length : found + 1;
		if (isAscii(text, start, end)) eachAsciiCompound(text, start, end, visit);
		else
			for (const [compound] of text.slice(start, end).normalize('NFKC').matchAll(COMPOUND))
				visit(compound, 0, compound.length);
		start = end;
	}
}

function isAscii(text: string, start: number, end: number): boolean {
	for (let at = start; at < end; at++) if (text.charCodeAt(at) > 127) return false;
	return true;
}

/** Follows `COMPOUND` by hand, in a fraction of the time. */
function eachAsciiCompound(text: string, start: number, end: number, visit: VisitCompound): void {
	for (let at = start; at < end; at++) {
		if (kinds[text.charCodeAt(at)] !== IN_WORD) continue;
		const from = at;
		let behind = ++at;
		for (; at < end; at++) {
			const kind = kinds[text.charCodeAt(at)];
			if (kind === IN_WORD) behind = at + 1;
			else if (kind !== JOINING || behind < at) break;
		}
		visit(text, from, behind);
		at = behind;
	}
}

/** The words of one compound; see {@link wordsOf}. */
export function wordsOfCompound(compound: string): Word[] {
	const words: Word[] = [];
	const parts = compound.split(/[^\p{L}\p{N}\p{M}]+/u).filter((part) => part !== '');
	const clipped = /['’]/.test(compound) ? parts.filter((part) => !CLITICS.has(part)) : parts;
	if (clipped.length === parts.length && parts.length > 1 && parts.length <= MOST_PARTS)
		words.push({ text: compound.toLowerCase(), whole: true });
	for (const part of clipped) addPart(words, part);
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
