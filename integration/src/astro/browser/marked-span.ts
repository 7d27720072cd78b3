import type { SourceText } from './source-text.ts';

/** Reads `#char=start,end` (RFC 5147), counted in UTF-16 code units; either side may be left out. */
export function spanFromFragment(
	fragment: string,
	length: number,
): { start: number; end: number } | undefined {
	const found = /^#?char=(\d*),(\d*)(?:;|$)/.exec(fragment);
	if (found === null) return undefined;
	const start = found[1] === '' ? 0 : Number(found[1]);
	const end = found[2] === '' ? length : Number(found[2]);
	return start < end && end <= length ? { start, end } : undefined;
}

/** Marks one span of a source at a time. */
export class MarkedSpan {
	private readonly source: SourceText;
	private marks: HTMLElement[] = [];

	constructor(source: SourceText) {
		this.source = source;
	}

	/** Marks a span in place of the one before; gives the first mark. */
	show(start: number, end: number): HTMLElement | undefined {
		this.clear();
		for (const part of this.source.parts(start, end)) {
			const range = document.createRange();
			range.setStart(part.node, part.start);
			range.setEnd(part.node, part.end);
			const mark = document.createElement('mark');
			range.surroundContents(mark);
			this.marks.push(mark);
		}
		return this.marks[0];
	}

	/** Takes the mark away and leaves the page as it was. */
	clear(): void {
		for (const mark of this.marks) {
			const parent = mark.parentNode;
			mark.replaceWith(...mark.childNodes);
			parent?.normalize();
		}
		this.marks = [];
	}
}
