/** A place in a text as people name it. */
export interface Position {
	/** 1-based. LF, CRLF and a lone CR each end one line. */
	readonly line: number;
	/** 1-based, in UTF-16 code units; a tab counts as one. */
	readonly column: number;
}

/** The offset at which each line of a text starts; the first is always 0. */
export type LineIndex = readonly number[];

/** Indexes the lines of a text. LF, CRLF and a lone CR each end exactly one line. */
export function lineIndex(text: string): LineIndex {
	const starts = [0];
	if (!text.includes('\r')) {
		// Most texts: to look for LF alone takes a fraction of the time.
		for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
		return starts;
	}
	for (let at = 0; at < text.length; at++) {
		const unit = text.charCodeAt(at);
		if (unit === 10 || (unit === 13 && text.charCodeAt(at + 1) !== 10)) starts.push(at + 1);
	}
	return starts;
}

/** Line and column of an offset. An offset at the very end belongs to the last line. */
export function positionAt(lines: LineIndex, offset: number): Position {
	const line = lineAt(lines, offset);
	return { line, column: offset - (lines[line - 1] ?? 0) + 1 };
}

/** The 1-based line that holds an offset. */
export function lineAt(lines: LineIndex, offset: number): number {
	let low = 0;
	let high = lines.length - 1;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if ((lines[middle] ?? 0) <= offset) low = middle;
		else high = middle - 1;
	}
	return low + 1;
}

/** The line on which a non-empty span ends: that of its last unit, not of the unit behind it. */
export function lastLineOf(
	lines: LineIndex,
	span: { readonly start: number; readonly end: number },
): number {
	return lineAt(lines, Math.max(span.start, span.end - 1));
}
