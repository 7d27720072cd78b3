/** A slice of a text keeps the whole text in memory; what is long kept is better a text of its own. */
export function ownText(slice: string): string {
	// Short slices are copies anyway. What is joined is copied when it is cut.
	return slice.length < 13 ? slice : ` ${slice}`.slice(1);
}
