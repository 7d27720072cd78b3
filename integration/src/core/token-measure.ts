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
	/** Where a piece starts, the tokens before it and one more; 0 elsewhere. */
	const sums = new Int32Array(text.length);
	let sum = 0;
	for (let start = 0; start < text.length;) {
		const end = pieces.endOf(text, start);
		sums[start] = sum + 1;
		sum += pieces.count(text, start, end);
		start = end;
	}

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
		let tail = end;
		while (tail > start && isSpace(text, tail - 1)) tail--;
		if (tail === start || isLow(text, start)) return countAlone(text.slice(start, end));
		// Pieces that start before the last word of the slice are the same in it as in the text.
		do tail--;
		while (sums[tail] === 0);
		let count = 0;
		let at = start;
		while (at < tail) {
			const before = sums[at] ?? 0;
			if (before > 0) return count + (sums[tail] ?? 0) - before + countAlone(text.slice(tail, end));
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
