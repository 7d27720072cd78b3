/** Length of the line ending at an offset: 0 where there is none, 2 for CRLF. */
export function lineEndAt(text: string, at: number): number {
	const unit = text.charCodeAt(at);
	if (unit === 10) return 1;
	if (unit !== 13) return 0;
	return text.charCodeAt(at + 1) === 10 ? 2 : 1;
}

/** Length of the line ending that ends at an offset. */
export function lineEndBefore(text: string, at: number): number {
	const unit = text.charCodeAt(at - 1);
	if (unit === 13) return 1;
	if (unit !== 10) return 0;
	return text.charCodeAt(at - 2) === 13 ? 2 : 1;
}

/** Where the line that holds an offset ends, no further than a limit. */
export function endOfLine(text: string, from: number, limit: number): number {
	for (let at = from; at < limit; at++) {
		const unit = text.charCodeAt(at);
		if (unit === 10 || unit === 13) return at;
	}
	return Math.max(from, limit);
}

/** Where the line that ends at an offset starts, no further back than a limit. */
export function startOfLine(text: string, from: number, limit: number): number {
	let at = from;
	while (at > limit && lineEndBefore(text, at) === 0) at--;
	return at;
}
