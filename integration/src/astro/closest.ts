/** The known name that differs from what was written by a slip of up to two letters. */
export function closest(written: string, known: readonly string[]): string | undefined {
	let best: string | undefined;
	let least = 3;
	for (const name of known) {
		const distance = editDistance(written.toLowerCase(), name.toLowerCase());
		if (distance < least) {
			least = distance;
			best = name;
		}
	}
	return best;
}

function editDistance(a: string, b: string): number {
	let row = Array.from({ length: b.length + 1 }, (_, at) => at);
	for (let i = 1; i <= a.length; i++) {
		const next = [i];
		for (let j = 1; j <= b.length; j++) {
			const same = a.charAt(i - 1) === b.charAt(j - 1) ? 0 : 1;
			next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same));
		}
		row = next;
	}
	return row.at(-1) ?? 0;
}
