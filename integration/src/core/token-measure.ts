/** Counts the tokens of slices of one text. */
export type TokenMeasure = (start: number, end: number) => number;

/** How a tokenizer cuts a text into pieces (words, mostly), each of which it encodes by itself. */
export interface Pieces {
	/**
	 * Where the piece that starts at an offset ends. That may depend on what follows only in that
	 * white space looks at the character behind it.
	 */
	endOf(text: string, start: number): number;
	/** Tokens of one piece. */
	count(text: string, start: number, end: number): number;
}

/**
 * Measures a text. It is cut once; a slice differs from it only at its two ends, so its count is a
 * difference of sums, exactly the count of the slice alone.
 */
export function measureTokens(text: string, pieces: Pieces): TokenMeasure {
	const starts: number[] = [];
	const sums: number[] = [0];
	let sum = 0;
	for (let start = 0; start < text.length;) {
		const end = pieces.endOf(text, start);
		starts.push(start);
		sum += pieces.count(text, start, end);
		sums.push(sum);
		start = end;
	}

	/** Place of the last piece that starts at or before an offset. */
	const pieceAt = (offset: number): number => {
		let low = 0;
		let high = starts.length - 1;
		while (low < high) {
			const middle = (low + high + 1) >> 1;
			if ((starts[middle] ?? 0) <= offset) low = middle;
			else high = middle - 1;
		}
		return low;
	};
	const countAlone = (slice: string): number => {
		let count = 0;
		for (let start = 0; start < slice.length;) {
			const end = pieces.endOf(slice, start);
			count += pieces.count(slice, start, end);
			start = end;
		}
		return count;
	};

	return (start, end) => {
		if (start === 0 && end === text.length) return sum;
		let words = end;
		while (words > start && isSpace(text, words - 1)) words--;
		if (words === start || isLow(text, start)) return countAlone(text.slice(start, end));
		// Pieces that start before the last word of the slice are the same in it as in the text.
		const last = pieceAt(words - 1);
		const tail = starts[last] ?? 0;
		let count = 0;
		let at = start;
		for (let piece = pieceAt(at); at < tail; piece = pieceAt(at)) {
			if (starts[piece] === at)
				return count + (sums[last] ?? 0) - (sums[piece] ?? 0) + countAlone(text.slice(tail, end));
			const next = pieces.endOf(text, at);
			count += pieces.count(text, at, next);
			at = next;
		}
		return at === tail
			? count + countAlone(text.slice(tail, end))
			: countAlone(text.slice(start, end));
	};
}

function isSpace(text: string, at: number): boolean {
	return /\s/.test(text.charAt(at));
}

/** Whether an offset is in the middle of a character. */
function isLow(text: string, at: number): boolean {
	const unit = text.charCodeAt(at);
	return unit >= 0xdc00 && unit < 0xe000;
}
