import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	postingsOf,
	type KeptPostings,
	type TermedDocument,
} from '../../../integration/src/core/search/postings.ts';
import { decodeNumbers, encodeNumbers } from '../../../integration/src/core/varints.ts';

/** How often each chunk of a document says each term. */
type Said = readonly Readonly<Record<string, number>>[];

const word = fc.constantFrom('a', 'bb', 'café', 'kanal', 'constructor', 'z');
const said: fc.Arbitrary<Said> = fc.array(fc.dictionary(word, fc.integer({ min: 1, max: 99 })), {
	maxLength: 60,
});

function documentOf(name: string, chunks: Said): TermedDocument {
	const terms = [...new Set(chunks.flatMap((chunk) => Object.keys(chunk)))];
	const lists = terms.map((term) =>
		chunks.flatMap((chunk, at) => (Object.hasOwn(chunk, term) ? [at] : [])),
	);
	return {
		name,
		chunks: chunks.length,
		terms: () => ({
			terms: terms.join(' '),
			counts: encodeNumbers(lists.map((list) => list.length)),
			skips: encodeNumbers(lists.flatMap(skipsOf)),
			repeats: encodeNumbers(
				lists.flatMap((list, at) => list.map((chunk) => chunks[chunk]![terms[at]!]! - 1)),
			),
		}),
	};
}

const skipsOf = (list: readonly number[]) =>
	list.map((chunk, at) => chunk - (at === 0 ? 0 : list[at - 1]! + 1));

/** What is said by all, found the plain way. */
function expected(documents: readonly Said[]) {
	const chunks = documents.flat();
	return [...new Set(chunks.flatMap((chunk) => Object.keys(chunk)))].sort().map((term) => ({
		term,
		held: chunks.flatMap((chunk, at) =>
			Object.hasOwn(chunk, term) ? [[at, chunk[term]! - 1]] : [],
		),
	}));
}

function read({ terms, counts, skips, repeats }: KeptPostings['postings']) {
	const [skipped, repeated] = [decodeNumbers(skips), decodeNumbers(repeats)];
	return terms === ''
		? []
		: terms.split(' ').map((term, at) => {
				const count = decodeNumbers(counts)[at]!;
				let chunk = -1;
				return {
					term,
					held: Array.from({ length: count }, () => [
						(chunk += skipped.shift()! + 1),
						repeated.shift()!,
					]),
				};
			});
}

const all = (documents: readonly TermedDocument[], earlier?: KeptPostings) => {
	const written = postingsOf(documents, earlier);
	for (const term of ['a', 'none', 'z'])
		expect(written.has(term)).toBe(written.terms.includes(term));
	return written.between(0, written.terms.length);
};

describe('the postings of documents', () => {
	it('say which chunks hold each term, whatever an earlier build left', () => {
		fc.assert(
			fc.property(
				fc.array(fc.tuple(said, fc.constantFrom('both', 'gone', 'new')), { maxLength: 9 }),
				(drawn) => {
					const documents = drawn.map(([chunks, when], at) => ({
						chunks,
						when,
						document: documentOf(`document ${at}`, chunks),
					}));
					const before = documents.flatMap(({ when, document }) =>
						when === 'new' ? [] : [document],
					);
					const now = documents.filter(({ when }) => when !== 'gone');
					const kept = { documents: before, postings: all(before) };
					const postings = all(now.map(({ document }) => document));
					expect(read(postings)).toEqual(expected(now.map(({ chunks }) => chunks)));
					expect(
						all(
							now.map(({ document }) => document),
							kept,
						),
					).toEqual(postings);
				},
			),
		);
	});

	it('are read of no document that an earlier build read', () => {
		const documents = [documentOf('one', [{ a: 1 }]), documentOf('two', [{ a: 2, bb: 1 }])];
		const kept = { documents, postings: all(documents) };
		const unread = documents.map((document) => ({
			...document,
			terms: () => expect.fail('It was read.'),
		}));
		expect(all(unread, kept)).toEqual(kept.postings);
	});
});
