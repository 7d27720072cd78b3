import type { Root } from 'mdast';

/** `:::name Title`, as Docusaurus writes it: a title without brackets, which no directive parser takes. */
const TITLED = /^([ \t>]*:{3,}[^\s[{:]+)([ \t]+)([^\s[{].*)$/;

/**
 * Blanks out the titles of directives that are titled without brackets, so that the block parses.
 * Offsets stay as they are; the title is read from the source.
 *
 * @returns undefined where the tree holds no such line.
 */
export function withoutTitles(text: string, root: Root): string | undefined {
	let result = '';
	let from = 0;
	for (const line of unreadLines(text, root)) {
		const match = TITLED.exec(text.slice(line.start, line.end));
		if (match === null) continue;
		const [, opening = '', ,] = match;
		const at = line.start + opening.length;
		result += text.slice(from, at) + ' '.repeat(line.end - at);
		from = line.end;
	}
	return from === 0 ? undefined : result + text.slice(from);
}

/** The lines of paragraphs that start like a directive: had they been read, they would be none. */
function unreadLines(text: string, root: Root): { start: number; end: number }[] {
	const lines: { start: number; end: number }[] = [];
	const pending: Root['children'][number][] = [...root.children].reverse();
	for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
		if (node.type !== 'paragraph') {
			if ('children' in node) pending.push(...[...node.children].reverse());
			continue;
		}
		let start = node.position?.start.offset ?? 0;
		const end = node.position?.end.offset ?? 0;
		while (start < end) {
			const rest = text.slice(start, end);
			const length = /[\r\n]/.exec(rest)?.index ?? rest.length;
			if (/^[ \t>]*:{3}/.test(rest)) lines.push({ start, end: start + length });
			start += length + 1;
		}
	}
	return lines;
}
