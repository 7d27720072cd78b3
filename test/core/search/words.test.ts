import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyzerFor } from '../../../integration/src/core/search/stemmers.ts';
import { COMPOUND, eachCompound, wordsOf } from '../../../integration/src/core/search/words.ts';

const words = (text: string): string[] => wordsOf(text).map((word) => word.text);

describe('words', () => {
	it.each([
		['resolveRetryPolicy', ['resolveretrypolicy', 'resolve', 'retry', 'policy']],
		['parseHTMLElement', ['parsehtmlelement', 'parse', 'html', 'element']],
		['--no-verify', ['no-verify', 'no', 'verify']],
		['astro:content', ['astro:content', 'astro', 'content']],
		['24/7', ['24/7', '24', '7']],
		['v1.2', ['v1.2', 'v1', '2']],
		['snake_case', ['snake_case', 'snake', 'case']],
		['@scope/package', ['scope/package', 'scope', 'package']],
		['It doesn’t stop.', ['it', 'doesn', 'stop']],
		['a/very/long/path/to.md', ['a', 'very', 'long', 'path', 'to', 'md']],
		['naïve café', ['naïve', 'café']],
		['', []],
		['… — ()', []],
	])('of %j', (text, expected) => {
		expect(words(text)).toEqual(expected);
	});

	it('are pairs of characters where there are no spaces', () => {
		expect(words('検索する')).toEqual(['検索', '索す', 'する']);
		expect(words('Astroの検索')).toEqual(['astro', 'の検', '検索']);
		expect(words('字')).toEqual(['字']);
		expect(words('ค้นหา')).toContain('ค้');
	});

	it('are the same however the text is composed', () => {
		const text = 'Übersicht über Ａｓｔｒｏ ﬁles が';
		expect(words(text.normalize('NFD'))).toEqual(words(text));
		expect(words(text)).toContain('astro');
	});

	it('never hold white space, which parts terms in search files', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (text) => {
				for (const word of words(text)) expect(word).not.toMatch(/\s|^$/u);
			}),
		);
	});
});

describe('an analyzer', () => {
	it('takes endings off, but not off identifiers', () => {
		const english = analyzerFor('en-GB');
		expect(english.terms('deploying deployed deploys')).toEqual(['deploi', 'deploi', 'deploi']);
		expect(english.terms('trailingSlash')[0]).toBe('trailingslash');
		expect(analyzerFor('de').terms('Häuser Haus')).toEqual(['haus', 'haus']);
		expect(analyzerFor('xx').terms('deploying')).toEqual(['deploying']);
	});

	it('forgets accents of Latin letters only', () => {
		const plain = analyzerFor('xx');
		expect(plain.terms('über café')).toEqual(['uber', 'cafe']);
		expect(plain.terms('й')).toEqual(['й']);
		expect(plain.terms('がく')).toEqual(['がく']);
	});

	it('takes texts without a language for English', () => {
		expect(analyzerFor('und').terms('queues')).toEqual(analyzerFor('en').terms('queue'));
	});

	it('gives terms without white space in every language', () => {
		const languages = ['en', 'de', 'tr', 'ru', 'ar', 'hi', 'ja', 'el', 'ta', 'ne', 'sr', 'lt'];
		fc.assert(
			fc.property(
				fc.constantFrom(...languages),
				fc.string({ unit: 'grapheme', maxLength: 30 }),
				(language, text) => {
					for (const term of analyzerFor(language).terms(text)) expect(term).not.toMatch(/\s/u);
				},
			),
		);
	});
});

describe('compounds', () => {
	it('are those of the pattern, ASCII or not', () => {
		const piece = fc.constantFrom(
			...['a', 'Word', '_x', '$', '1', '-', '.', '/', ':', '@', '+', "'", '’', ' ', '\n', '\r\n'],
			...['é', 'e', '\u0301', 'ﬁ', '漢', '👩‍👧', '＠', '\u00a0', '\0', '\x7f'],
		);
		fc.assert(
			fc.property(
				fc.oneof(
					fc.array(piece).map((all) => all.join('')),
					fc.string({ unit: 'binary' }),
				),
				(text) => {
					const compounds: string[] = [];
					eachCompound(text, (line, start, end) => compounds.push(line.slice(start, end)));
					expect(compounds).toEqual(text.normalize('NFKC').match(COMPOUND) ?? []);
				},
			),
			{ numRuns: 5_000 },
		);
	});
});
