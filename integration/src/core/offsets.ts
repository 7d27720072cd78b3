/**
 * Exact conversions between UTF-16 code units, UTF-8 bytes and Unicode code points.
 *
 * A table holds one entry for each run of characters that take more than one byte, so plain ASCII
 * costs nothing and a page of prose a few dozen numbers. The table is published with each document:
 * readers in Python (code points), Rust or Go (bytes) convert any offset without this package.
 */
export interface OffsetTable {
	/** UTF-16 offset of the start of each run of characters of equal width. */
	readonly utf16: readonly number[];
	/** UTF-8 bytes of one character in that run: 1, 2, 3 or 4 (4: two UTF-16 units, one code point). */
	readonly width: readonly number[];
}

/** The units an offset can be counted in. */
export type OffsetUnit = 'utf16' | 'utf8' | 'codepoint';

/** Makes the table of a text. A lone surrogate, which strict UTF-8 never yields, counts as three bytes. */
export function offsetTable(text: string): OffsetTable {
	const utf16: number[] = [];
	const width: number[] = [];
	let current = 1;
	for (let at = 0; at < text.length; at++) {
		const unit = text.charCodeAt(at);
		if (unit < 0x80 && current === 1) continue;
		const pair = unit >= 0xd800 && unit < 0xdc00 && isLow(text.charCodeAt(at + 1));
		const bytes = unit < 0x80 ? 1 : unit < 0x800 ? 2 : pair ? 4 : 3;
		if (bytes !== current) {
			utf16.push(at);
			width.push(bytes);
			current = bytes;
		}
		if (pair) at++;
	}
	return { utf16, width };
}

/**
 * Converts an offset from one unit to another. An offset inside a character (the middle of a
 * surrogate pair, a continuation byte) converts to the start of that character.
 */
export function convertOffset(
	table: OffsetTable,
	offset: number,
	from: OffsetUnit,
	to: OffsetUnit,
): number {
	if (from === to) return offset;
	let fromBase = 0;
	let toBase = 0;
	let width = 1;
	let base = 0;
	for (let run = 0; run < table.utf16.length; run++) {
		const start = table.utf16[run] ?? 0;
		const characters = (start - base) / perCharacter('utf16', width);
		const length = characters * perCharacter(from, width);
		if (offset < fromBase + length) break;
		fromBase += length;
		toBase += characters * perCharacter(to, width);
		base = start;
		width = table.width[run] ?? 1;
	}
	const characters = Math.floor((offset - fromBase) / perCharacter(from, width));
	return toBase + characters * perCharacter(to, width);
}

function perCharacter(unit: OffsetUnit, width: number): number {
	if (unit === 'utf8') return width;
	return unit === 'utf16' && width === 4 ? 2 : 1;
}

function isLow(unit: number): boolean {
	return unit >= 0xdc00 && unit < 0xe000;
}
