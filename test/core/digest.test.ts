import { createHash } from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, digest, hash } from '../../integration/src/core/digest.ts';

describe('canonical JSON', () => {
	it('is what the reference implementation of RFC 8785 writes', () => {
		fc.assert(
			fc.property(fc.jsonValue(), (value) => {
				expect(canonicalJson(value)).toBe(canonicalize(value));
			}),
		);
	});

	it('takes the text of an escape for what it is', () => {
		expect(canonicalJson('\\ud800 \\\\udfff')).toBe('"\\\\ud800 \\\\\\\\udfff"');
	});

	it('sorts keys by code units, numbers among them', () => {
		expect(canonicalJson({ b: 1, '9': 2, '10': [undefined, { d: undefined, c: 'ü' }] })).toBe(
			'{"10":[null,{"c":"ü"}],"9":2,"b":1}',
		);
	});

	it.each([undefined, NaN, [Infinity], { a: Symbol.iterator }, ['\ud800'], { 'a\udc00': 1 }])(
		'refuses %o',
		(value) => {
			expect(() => canonicalJson(value)).toThrow(TypeError);
		},
	);
});

describe('hashes', () => {
	it('are SHA-256 of the UTF-8 form, with and without the hash of the platform', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (text) => {
				const bytes = utf8ToBytes(text);
				expect(hash(text)).toBe(createHash('sha256').update(bytes).digest('hex'));
				expect(hash(bytes)).toBe(bytesToHex(sha256(bytes)));
			}),
		);
		expect(digest({ b: 1, a: 2 })).toBe(hash('{"a":2,"b":1}'));
	});
});
