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

/** Writes numbers below 2^32 as `encodeNumbers` does, where there are too many for lists of them. */
export class NumberWriter {
	private units = new Uint8Array(1024);
	/** Characters that are written. */
	length = 0;

	write(number: number): void {
		this.reserve(1);
		this.length = put(this.units, this.length, number);
	}

	/** Writes the numbers from one place of a list to another. */
	writeAll(numbers: Uint32Array, from: number, to: number): void {
		this.reserve(to - from);
		const { units } = this;
		let { length } = this;
		for (let at = from; at < to; at++) length = put(units, length, numbers[at] ?? 0);
		this.length = length;
	}

	/** Writes of ascending numbers how many are skipped since the one before, and before the first. */
	writeSkips(numbers: Uint32Array, from: number, to: number): void {
		this.reserve(to - from);
		const { units } = this;
		let { length } = this;
		let next = 0;
		for (let at = from; at < to; at++) {
			const number = numbers[at] ?? 0;
			length = put(units, length, number - next);
			next = number + 1;
		}
		this.length = length;
	}

	/** What is written between two places. */
	slice(start: number, end: number): string {
		return new TextDecoder().decode(this.units.subarray(start, end));
	}

	private reserve(numbers: number): void {
		const needed = this.length + MOST_DIGITS * numbers;
		if (needed <= this.units.length) return;
		const units = new Uint8Array(2 * needed);
		units.set(this.units.subarray(0, this.length));
		this.units = units;
	}
}

/** Digits of a number below 2^32, at most. */
const MOST_DIGITS = 7;

/** Puts the digits of a number into a list, and says where they end. */
function put(units: Uint8Array, start: number, number: number): number {
	let at = start;
	let rest = number;
	for (; rest > 31; rest >>>= 5) units[at++] = UNITS[(rest & 31) | 32] ?? 0;
	units[at++] = UNITS[rest] ?? 0;
	return at;
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
