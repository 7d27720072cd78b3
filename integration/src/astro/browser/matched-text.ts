/** A run of text, and whether it is one of the words that were searched for. */
export interface TextRun {
	readonly text: string;
	readonly matched: boolean;
}

/** Cuts text into runs at the words that led to it; a word is matched from its start. */
export function matchedRuns(text: string, words: readonly string[]): TextRun[] {
	const pattern = patternOf(words);
	if (pattern === undefined) return [{ text, matched: false }];
	const runs: TextRun[] = [];
	let at = 0;
	for (const found of text.matchAll(pattern)) {
		if (found.index > at) runs.push({ text: text.slice(at, found.index), matched: false });
		runs.push({ text: found[0], matched: true });
		at = found.index + found[0].length;
	}
	if (at < text.length) runs.push({ text: text.slice(at), matched: false });
	return runs;
}

/** A piece of a text around the first words that led to it, cut between words. */
export function snippetOf(text: string, words: readonly string[], length: number): string {
	const plain = text.replace(/\s+/g, ' ').trim();
	if (plain.length <= length) return plain;
	const first = patternOf(words)?.exec(plain)?.index ?? 0;
	const from = first < length * 0.7 ? 0 : plain.lastIndexOf(' ', first - length * 0.3) + 1;
	const to = plain.lastIndexOf(' ', from + length);
	const end = to > from ? to : from + length;
	return `${from > 0 ? '… ' : ''}${plain.slice(from, end)}${end < plain.length ? ' …' : ''}`;
}

function patternOf(words: readonly string[]): RegExp | undefined {
	const escaped = words
		.filter((word) => word.length > 1)
		.sort((a, b) => b.length - a.length)
		.map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
	if (escaped.length === 0) return undefined;
	// Scripts without spaces have no start of a word to speak of.
	return new RegExp(
		`(?<![\\p{Script=Latin}\\p{N}])(?:${escaped.join('|')})[\\p{Script=Latin}\\p{N}]*`,
		'giu',
	);
}
