const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_';
const UNITS = Uint8Array.from(DIGITS, (digit) => digit.charCodeAt(0));
const VALUES = Uint8Array.from({ length: 128 }, (_, unit) =>
	DIGITS.indexOf(String.fromCharCode(unit)),
);
const NONE = 255;

/**
 * Whole numbers as text: five bits a character, the sixth says that more follow. As JSON this is
 * half of the same numbers in decimals, and compresses about as well as bytes do.
 */
export function encodeNumbers(numbers: Iterable<number>): string {
	let text = '';
	let units: number[] = [];
	for (const number of numbers) {
		let rest = number;
		while (rest > 31) {
			units.push(UNITS[(rest & 31) | 32] ?? 0);
			rest = Math.floor(rest / 32);
		}
		units.push(UNITS[rest] ?? 0);
		// Put together a thousand at a time: a text that grows unit by unit takes many times the memory.
		if (units.length > 1000) {
			text += String.fromCharCode(...units);
			units = [];
		}
	}
	return text + String.fromCharCode(...units);
}

/** Writes numbers as `encodeNumbers` does, one by one, where there are too many for lists of them. */
export class NumberWriter {
	private units = new Uint8Array(1024);
	/** Characters that are written. */
	length = 0;

	write(number: number): void {
		// No number that is exact takes more than eleven digits.
		if (this.length + 11 > this.units.length) this.grow();
		if (number < 32) {
			this.units[this.length++] = UNITS[number] ?? 0;
			return;
		}
		let rest = number;
		while (rest > 31) {
			this.units[this.length++] = UNITS[(rest & 31) | 32] ?? 0;
			rest = Math.floor(rest / 32);
		}
		this.units[this.length++] = UNITS[rest] ?? 0;
	}

	/** What is written between two places. */
	slice(start: number, end: number): string {
		return new TextDecoder().decode(this.units.subarray(start, end));
	}

	private grow(): void {
		const units = new Uint8Array(2 * this.units.length);
		units.set(this.units);
		this.units = units;
	}
}

/** Numbers of which some are below 0: `2 * n` stands for `n`, and `2 * n - 1` for `-n`. */
export function encodeSigned(numbers: readonly number[]): string {
	return encodeNumbers(numbers.map((number) => (number < 0 ? -2 * number - 1 : 2 * number)));
}

/** @throws {RangeError} where the text is no list of numbers. */
export function decodeNumbers(text: string): number[] {
	const numbers: number[] = [];
	let number = 0;
	let scale = 1;
	for (let at = 0; at < text.length; at++) {
		const value = valueAt(text, at);
		number += (value & 31) * scale;
		scale *= 32;
		if (value < 32) {
			numbers.push(number);
			number = 0;
			scale = 1;
		}
	}
	if (scale !== 1) throw new RangeError('The last number is cut off.');
	return numbers;
}

/**
 * Numbers below 2^31, of which there are too many for a list.
 *
 * @throws {RangeError} where the text is no list of numbers.
 */
export function decodeSmall(text: string): Uint32Array {
	const numbers = new Uint32Array(text.length);
	let count = 0;
	let number = 0;
	let shift = 0;
	for (let at = 0; at < text.length; at++) {
		const value = valueAt(text, at);
		number |= (value & 31) << shift;
		shift += 5;
		if (value < 32) {
			numbers[count++] = number;
			number = 0;
			shift = 0;
		}
	}
	if (shift !== 0) throw new RangeError('The last number is cut off.');
	return numbers.subarray(0, count);
}

function valueAt(text: string, at: number): number {
	const value = VALUES[text.charCodeAt(at)] ?? NONE;
	if (value === NONE) throw new RangeError(`${text.charAt(at)} is no digit.`);
	return value;
}

/** @throws {RangeError} where the text is no list of numbers. */
export function decodeSigned(text: string): number[] {
	return decodeNumbers(text).map((number) => (number % 2 === 1 ? -(number + 1) / 2 : number / 2));
}
