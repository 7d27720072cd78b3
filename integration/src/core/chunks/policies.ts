import { CitableError } from '../errors.ts';
import { fixedChar, headingAware, paragraph } from './baselines.ts';
import { defaultBounds } from './bounds.ts';
import { fixedToken } from './fixed-token.ts';
import type { ChunkPolicy } from './policy.ts';
import { structure, type StructureOptions } from './structure.ts';

/** How each policy is written, with its defaults. */
const forms = {
	structure: 'structure:minimum=48,preferred=128-384,hardLimit=800',
	paragraph: 'paragraph',
	'fixed-char': 'fixed-char:80',
	'heading-aware': 'heading-aware:220',
	'fixed-token': 'fixed-token:256,32',
} as const;

/**
 * Makes the policy that a text names: `structure`, `structure:hardLimit=500`, `fixed-char:80`,
 * `paragraph`, `heading-aware:220`, `fixed-token:256,32`.
 *
 * @throws {CitableError} `unknown-policy` where no policy has the name, `invalid-bounds` where its
 * numbers make no sense.
 */
export function policyFrom(spec: string): ChunkPolicy {
	const colon = spec.indexOf(':');
	const name = colon < 0 ? spec : spec.slice(0, colon);
	const parts = colon < 0 ? [] : spec.slice(colon + 1).split(',');
	switch (name) {
		case 'structure':
			return structure(structureOptions(spec, parts));
		case 'paragraph':
			numbersOf(spec, parts, 0);
			return paragraph();
		case 'fixed-char':
			return fixedChar(numbersOf(spec, parts, 1)[0] ?? 80);
		case 'heading-aware':
			return headingAware(numbersOf(spec, parts, 1)[0] ?? 220);
		case 'fixed-token': {
			const [size = 256, overlap = 0] = numbersOf(spec, parts, 2);
			if (overlap >= size) throw refused(spec, 'the overlap must be smaller than the window');
			return fixedToken(size, overlap);
		}
		default:
			throw new CitableError('unknown-policy', {
				policy: spec,
				policies: Object.values(forms).join(', '),
			});
	}
}

/** The text that names a policy, from what a generation records of it: what `policyFrom` takes. */
export function specOf({ name, options }: Pick<ChunkPolicy, 'name' | 'options'>): string {
	const { minimum, preferredLow, preferredHigh, hardLimit, headingPath } = options;
	const parts =
		name === 'structure'
			? [
					`minimum=${String(minimum)}`,
					`preferred=${String(preferredLow)}-${String(preferredHigh)}`,
					`hardLimit=${String(hardLimit)}`,
					`headingPath=${String(headingPath === true)}`,
				]
			: ['size', 'overlap'].flatMap((key) => options[key] ?? []);
	return parts.length === 0 ? name : `${name}:${parts.join(',')}`;
}

function structureOptions(spec: string, parts: readonly string[]): StructureOptions {
	let options: StructureOptions = {};
	for (const part of parts) {
		const [key = '', value = ''] = part.split('=', 2).map((side) => side.trim());
		switch (key) {
			case 'minimum':
			case 'hardLimit':
				options = { ...options, [key]: numberOf(spec, value) };
				break;
			case 'preferred': {
				const [low, high] = value.split('-', 2);
				if (low === undefined || high === undefined)
					throw refused(spec, `preferred is a range such as ${defaultBounds.preferred.join('-')}`);
				options = { ...options, preferred: [numberOf(spec, low), numberOf(spec, high)] };
				break;
			}
			case 'headingPath':
				if (value !== 'true' && value !== 'false')
					throw refused(spec, 'headingPath is true or false');
				options = { ...options, headingPath: value === 'true' };
				break;
			default:
				throw refused(
					spec,
					`“${part}” is none of minimum=, preferred=, hardLimit= and headingPath=`,
				);
		}
	}
	return options;
}

function numbersOf(spec: string, parts: readonly string[], most: number): number[] {
	if (parts.length > most) {
		const count = most === 0 ? 'no numbers' : most === 1 ? 'one number' : `up to ${most} numbers`;
		throw refused(spec, `it takes ${count}`);
	}
	return parts.map((part, place) => numberOf(spec, part, place === 0 ? 1 : 0));
}

function numberOf(spec: string, text: string, least = 1): number {
	const value = Number(text);
	if (text.trim() === '' || !Number.isSafeInteger(value) || value < least)
		throw refused(spec, `“${text}” is no whole number from ${least}`);
	return value;
}

function refused(spec: string, reason: string): CitableError {
	return new CitableError('invalid-bounds', { reason: `in “${spec}”, ${reason}` });
}
