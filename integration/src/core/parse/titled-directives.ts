import type { Root } from 'mdast';
import type { Span } from '../spans.ts';

/** `:::name Title`, as Docusaurus writes it: a title without brackets, which no directive parser takes. */
const TITLED = /^([ \t>]*:{3,}[^\s\p{P}\p{S}](?:[\w-]|[^\s\p{P}\p{S}])*(?<![-_]))[ \t]+[^\s[{].*$/u;

/**
 * Reads a tree again with the titles of directives that are titled without brackets blanked out, so
 * that the blocks parse. Offsets stay as they are; the titles are read from the source.
 */
export function withTitledDirectives(
	text: string,
	first: Root,
	parse: (text: string) => Root,
): Root {
	const refused = new Set<number>();
	let root = first;
	let read = text;
	for (;;) {
		const titles = titlesIn(read, root).filter(({ start }) => !refused.has(start));
		if (titles.length === 0) return root;
		const blanked = blank(read, titles);
		let next: Root;
		try {
			next = parse(blanked);
		} catch {
			// With these blocks the file would be none; without them it is one, with text for them.
			return root;
		}
		const left = new Set(unreadLines(blanked, next).map(({ end }) => end));
		const unread = titles.filter(({ end }) => left.has(end));
		if (unread.length === 0) {
			root = next;
			read = blanked;
		}
		for (const { start } of unread) refused.add(start);
	}
}

/** The titles on lines that no directive came of. */
function titlesIn(text: string, root: Root): Span[] {
	return unreadLines(text, root).flatMap(({ start, end }) => {
		const opening = TITLED.exec(text.slice(start, end))?.[1];
		return opening === undefined ? [] : [{ start: start + opening.length, end }];
	});
}

function blank(text: string, spans: readonly Span[]): string {
	let result = '';
	let from = 0;
	for (const { start, end } of spans) {
		result += text.slice(from, start) + ' '.repeat(end - start);
		from = end;
	}
	return result + text.slice(from);
}

/** The lines of paragraphs that start like a directive: had they been read, they would be none. */
function unreadLines(text: string, root: Root): Span[] {
	const lines: Span[] = [];
	const pending: Root['children'][number][] = [...root.children].reverse();
	for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
		if (node.type !== 'paragraph') {
			if ('children' in node) for (const child of [...node.children].reverse()) pending.push(child);
			continue;
		}
		const from = node.position?.start.offset ?? 0;
		const paragraph = text.slice(from, node.position?.end.offset ?? 0);
		for (const match of paragraph.matchAll(/(?:^|(?<=[\r\n]))[ \t>]*:{3}[^\r\n]*/g)) {
			const start = from + match.index;
			lines.push({ start, end: start + match[0].length });
		}
	}
	return lines;
}
