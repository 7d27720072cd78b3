import type { Analyzer } from './analyzer.ts';
import { wordsOf } from './words.ts';

/** What is known of words: which say nothing, and which stand for one another, as terms. */
export interface KnownTerms {
	readonly stop: ReadonlySet<string>;
	readonly synonyms: ReadonlyMap<string, readonly string[]>;
}

/** Words of a query, told apart. */
export interface QueryWords {
	readonly found: readonly string[];
	readonly missing: readonly string[];
}

/** Which words of a query some texts hold, themselves, in another form or by a synonym. */
export function wordsIn(
	query: string,
	texts: readonly string[],
	analyzer: Analyzer,
	{ stop, synonyms }: KnownTerms,
): QueryWords {
	const held = new Set(texts.flatMap((text) => analyzer.terms(text)));
	const found: string[] = [];
	const missing: string[] = [];
	const asked = new Map<string, string>();
	for (const { text, whole } of wordsOf(query)) {
		const term = whole ? text : analyzer.term(text);
		if (!asked.has(term)) asked.set(term, text);
	}
	for (const [term, word] of asked) {
		if (stop.has(term)) continue;
		const forms = [term, ...(synonyms.get(term) ?? [])];
		(forms.some((form) => held.has(form)) ? found : missing).push(word);
	}
	return { found, missing };
}
