/** Counts the tokens of slices of one text. */
export type TokenMeasure = (start: number, end: number) => number;

/**
 * Measures a text whose tokenizer first cuts it into pieces (words, mostly) and then encodes each
 * piece by itself. The text is cut once; a slice differs from it only at its two ends, so its count
 * is a difference of sums, exactly the count of the slice alone.
 *
 * @param split Cuts a text into pieces without gaps; what a piece is may depend on what follows it
 * only in that white space looks at the character behind it.
 * @param countPiece Tokens of one piece.
 */
export function measureTokens(
	text: string,
	split: RegExp,
	countPiece: (piece: string) => number,
): TokenMeasure {
	const starts: number[] = [];
	const sums: number[] = [0];
	let sum = 0;
	split.lastIndex = 0;
	for (let piece = split.exec(text); piece !== null; piece = split.exec(text)) {
		starts.push(piece.index);
		sum += countPiece(piece[0]);
		sums.push(sum);
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
		split.lastIndex = 0;
		for (let piece = split.exec(slice); piece !== null; piece = split.exec(slice))
			count += countPiece(piece[0]);
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
			split.lastIndex = at;
			const match = split.exec(text);
			if (match === null) break;
			count += countPiece(match[0]);
			at += match[0].length;
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
