/** How many numbers its vectors have. */
export const DIMENSION = 192;

/**
 * An embedder that needs no model: the runs of three to five characters of a text, hashed and
 * projected by random signs. Texts are near each other when they share many runs, so inflected,
 * misspelt and compound words find each other. The same text has the same vector everywhere.
 */
export function embedRuns(texts: readonly string[]): Float64Array[] {
	return texts.map((text) => {
		const vector = new Float64Array(DIMENSION);
		for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
			const framed = ` ${word} `;
			for (let length = 3; length <= 5; length++)
				for (let at = 0; at + length <= framed.length; at++)
					project(framed.slice(at, at + length), vector);
		}
		return vector;
	});
}

function project(run: string, vector: Float64Array): void {
	let state = 2166136261;
	for (const character of run) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619);
	for (let at = 0; at < vector.length; at++) {
		state = (Math.imul(state, 1664525) + 1013904223) | 0;
		vector[at] = (vector[at] ?? 0) + (state < 0 ? -1 : 1);
	}
}

/** The cosine of two vectors, by the definition; 0 where one has no direction. */
export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
	const [unitA, unitB] = [unit(a), unit(b)];
	return unitA.reduce((sum, number, at) => sum + number * (unitB[at] ?? 0), 0);
}

function unit(vector: ArrayLike<number>): number[] {
	const numbers = Array.from(vector);
	const length = Math.hypot(...numbers);
	return numbers.map((number) => (length === 0 ? 0 : number / length));
}
