import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Canonical JSON of a value (RFC 8785): the same value gives the same text on any machine. */
export function canonicalJson(value: unknown): string {
	if (value === undefined) throw new TypeError('The value has no JSON form.');
	return write(value);
}

/** SHA-256 of bytes, or of the UTF-8 form of a text, as 64 lower-case hexadecimal digits. */
export function hash(content: Uint8Array | string): string {
	if (native !== undefined) return native('sha256', content, 'hex');
	return bytesToHex(sha256(typeof content === 'string' ? utf8ToBytes(content) : content));
}

/** SHA-256 of the canonical JSON of a value, as 64 lower-case hexadecimal digits. */
export function digest(value: unknown): string {
	return hash(canonicalJson(value));
}

type NativeHash = (algorithm: 'sha256', content: Uint8Array | string, encoding: 'hex') => string;

/**
 * The platform's own hash, many times as fast, where it has one that answers at once: that of
 * browsers does not.
 */
const native = (
	globalThis as {
		process?: { getBuiltinModule?: (name: 'node:crypto') => { hash?: NativeHash } | undefined };
	}
).process?.getBuiltinModule?.('node:crypto')?.hash;

/**
 * Writes scalars as JavaScript does, which is what RFC 8785 asks for, and the properties of objects
 * in the order of their UTF-16 code units.
 */
function write(value: unknown): string {
	if (isInOrder(value)) return wellFormed(JSON.stringify(value));
	if (typeof value !== 'object' || value === null)
		throw new TypeError('The value has no JSON form.');
	if (Array.isArray(value))
		return `[${value.map((item) => (item === undefined ? 'null' : write(item))).join(',')}]`;
	const properties: string[] = [];
	for (const key of sortedKeys(value)) {
		const item = (value as Readonly<Record<string, unknown>>)[key];
		if (item !== undefined) properties.push(`${write(key)}:${write(item)}`);
	}
	// Joined at once: what is put together piece by piece takes twice the memory while it is kept.
	return `{${properties.join(',')}}`;
}

/**
 * Whether JavaScript itself writes a value as canonical JSON, in a fraction of the time: all of it has
 * a JSON form, and all properties are in order already.
 */
function isInOrder(value: unknown): boolean {
	if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true;
	if (typeof value === 'number') return Number.isFinite(value);
	if (Array.isArray(value)) {
		for (const item of value as readonly unknown[])
			if (item !== undefined && !isInOrder(item)) return false;
		return true;
	}
	if (typeof value !== 'object' || 'toJSON' in value) return false;
	let before: string | undefined;
	for (const key in value) {
		if (before !== undefined && before >= key) return false;
		before = key;
		const item = (value as Readonly<Record<string, unknown>>)[key];
		if (item !== undefined && !isInOrder(item)) return false;
	}
	return true;
}

function sortedKeys(value: object): string[] {
	const keys = Object.keys(value);
	const sorted = keys.every((key, at) => at === 0 || (keys[at - 1] ?? '') < key);
	return sorted ? keys : keys.sort();
}

/** RFC 8785 refuses half a character, which JavaScript writes as an escape. */
function wellFormed(json: string): string {
	if (json.includes('\\ud') && /(?<!\\)(?:\\\\)*\\ud[89a-f]/.test(json))
		throw new TypeError('Half a character has no canonical JSON form.');
	return json;
}
