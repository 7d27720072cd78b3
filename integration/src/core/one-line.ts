/** A text on one line: each run of white space as one blank, and none at the ends. */
export function onOneLine(text: string): string {
	// Nearly all white space is one blank already, so only what is not is looked for.
	return text.replace(/[^\S ]\s*| \s+/g, ' ').trim();
}
