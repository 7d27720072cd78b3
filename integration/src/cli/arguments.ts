import { InvalidArgumentError } from 'commander';

/** Reads an argument that is a whole number. */
export function wholeNumber(text: string): number {
	if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It is a whole number.');
	return Number(text);
}
