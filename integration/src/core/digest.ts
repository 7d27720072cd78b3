import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import canonicalize from 'canonicalize';

/** Canonical JSON of a value (RFC 8785): the same value gives the same text on any machine. */
export function canonicalJson(value: unknown): string {
	const json = canonicalize(value);
	if (json === undefined) throw new TypeError('The value has no JSON form.');
	return json;
}

/** SHA-256 of bytes, or of the UTF-8 form of a text, as 64 lower-case hexadecimal digits. */
export function hash(content: Uint8Array | string): string {
	return bytesToHex(sha256(typeof content === 'string' ? utf8ToBytes(content) : content));
}

/** SHA-256 of the canonical JSON of a value, as 64 lower-case hexadecimal digits. */
export function digest(value: unknown): string {
	return hash(canonicalJson(value));
}
