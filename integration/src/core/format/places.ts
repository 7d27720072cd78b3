import type { NodeType } from '../nodes/node.ts';

/**
 * Where the next thing of a document is expected, by the syntax that stands at a place of its source.
 * A file says only how far off the real place is, which is nearly always 0. The patterns need not be
 * right, but they are part of the format: within a version of it they never change.
 */

type Patterns = Readonly<Partial<Record<NodeType, RegExp>>>;

/** What opens a node, up to its first text. */
const beforeText: Patterns = {
	heading: /#*[ \t]*/y,
	link: /\[|<[^>]{0,999}>/y,
	component: /<[^<>]{0,999}?\s(?:title|label|caption|description|text|alt)="|<[^>]{0,999}>/y,
	html: /<[^<>]{0,999}?\s(?:title|caption|alt)="|<[^>]{0,999}>/y,
	callout: /:*[\w-]*\[?/y,
	image: /!\[/y,
};

/** What stands between two things of a node, before a text. */
const betweenTexts: Patterns = {
	component: /"\s+[\w-]+="/y,
	html: /"\s+[\w-]+="/y,
};

/** What opens a node, up to the first node in it. */
const beforeNode: Patterns = {
	listItem: /(?:[-+*]|\d+[.)])[ \t]*(?:\[[ xX]\][ \t]*)?/y,
	blockquote: /(?:>[ \t]*)+/y,
	component: /<[^>]{0,999}>/y,
	html: /<[^>]{0,999}>/y,
	callout: /:+[^\r\n]*|<[^>]{0,999}>/y,
	directive: /:+[^\r\n]*/y,
	tableRow: /\|/y,
};

/** What stands between two things of a node, before a node. */
const betweenNodes: Patterns = {
	component: /"[^<>]{0,999}>/y,
	html: /"[^<>]{0,999}>/y,
	callout: /\]/y,
	tableRow: /[ \t]*\|/y,
};

/** What closes a node, behind the last thing in it. */
const closing: Patterns = {
	link: /\]\([^)\r\n]*\)|\]\[[^\]\r\n]*\]|<\/[^>]{0,999}>|\]/y,
	image: /\]\([^)\r\n]*\)|\]\[[^\]\r\n]*\]|\]/y,
	code: /\r?\n?[ \t>]*(?:`{3,}|~{3,})/y,
	math: /\r?\n?[ \t>]*\${2,}|\$/y,
	component: /\s*<\/[^>]{0,999}>|<[^>]{0,999}>|[^<>]{0,999}\/>/y,
	html: /\s*<\/[^>]{0,999}>|<[^>]{0,999}>|[^<>]{0,999}\/>/y,
	callout: /\s*(?::{3,}|<\/[^>]{0,999}>)/y,
	directive: /\s*:{3,}/y,
	tableRow: /[ \t]*\|/y,
	thematicBreak: /[^\r\n]+/y,
};

/** What opens a document. */
const PREAMBLE = /(?:\ufeff?---\r?\n[^]*?\n---)?(?:\s*(?:import|export) [^\r\n]*)*/y;
/** Marks of emphasis and code. */
const MARKS = /[*_~`\\]*/y;
const BLANK = /[ \t\r\n]*/y;
const LINE = /[^\r\n]*(?:\r\n|\r|\n)?/y;

/** All of them, for the page that describes the format. */
export const placePatterns = {
	beforeText,
	betweenTexts,
	beforeNode,
	betweenNodes,
	closing,
	document: { preamble: PREAMBLE, marks: MARKS, blank: BLANK, line: LINE },
} as const;

/** Types that are made of lines. */
const LINES: ReadonlySet<NodeType> = new Set(['code', 'math']);
/** Types that hold nodes in a line of text. */
const INLINE: ReadonlySet<NodeType> = new Set(['link', 'image']);

/** The innermost open node; undefined at the top level. */
export type Holder = { readonly type: NodeType; readonly start: number } | undefined;

/** What stands at the place from which the next thing is looked for. */
export type Before = 'opening' | 'text' | 'closing';

/** Answers, for one source, where things are expected. */
export class Places {
	private readonly text: string;

	constructor(text: string) {
		this.text = text;
	}

	/** Where a node of a type opens. */
	node(type: NodeType, at: number, holder: Holder, before: Before): number {
		const first = before === 'opening';
		if (INLINE.has(type) || holder?.type === 'paragraph') return first ? this.behindMarks(at) : at;
		if (holder === undefined) return this.behindBlank(at === 0 ? this.behind(PREAMBLE, at) : at);
		return this.behindBlank(this.behind((first ? beforeNode : betweenNodes)[holder.type], at));
	}

	/** Where a text starts. */
	textOf(at: number, holder: Holder, before: Before): number {
		const first = before === 'opening';
		if (holder !== undefined && LINES.has(holder.type))
			return (first ? this.behind(LINE, at) : at) + this.column(holder.start);
		if (before === 'closing') return at;
		const patterns = first ? beforeText : betweenTexts;
		return this.behindMarks(holder === undefined ? at : this.behind(patterns[holder.type], at));
	}

	/** Where the innermost open node closes. */
	endOf(holder: NonNullable<Holder>, at: number): number {
		const place = LINES.has(holder.type) ? at : this.behindMarks(at);
		return this.behind(closing[holder.type], place);
	}

	/** Code units between the start of a line and a place in it. */
	private column(at: number): number {
		let start = at;
		while (start > 0 && LINE_ENDS.indexOf(this.text.charAt(start - 1)) < 0) start--;
		return at - start;
	}

	private behindBlank(at: number): number {
		return isIn(BLANKS, this.text, at) ? this.behind(BLANK, at) : at;
	}

	private behindMarks(at: number): number {
		return isIn(MARKED, this.text, at) ? this.behind(MARKS, at) : at;
	}

	private behind(pattern: RegExp | undefined, at: number): number {
		if (pattern === undefined) return at;
		pattern.lastIndex = at;
		return pattern.test(this.text) ? pattern.lastIndex : at;
	}
}

/**
 * Counts the length of a text in units at which texts tend to end, in place of code units. A length
 * of `3 * n` ends before the unit that follows `n` others, `3 * n + 1` behind the unit number `n`;
 * where it ends at none, `3 * n + 2` is `n` code units.
 */
export class Lengths {
	private readonly text: string;

	constructor(text: string) {
		this.text = text;
	}

	encode(holder: Holder, start: number, end: number): number {
		const { text } = this;
		const stops = stopsIn(holder);
		let count = 0;
		for (let at = start; at < end; at++) count += stops[text.charCodeAt(at)] ?? 0;
		if (end === text.length || stops[text.charCodeAt(end)] === 1) return 3 * count;
		if (count > 0 && stops[text.charCodeAt(end - 1)] === 1) return 3 * count + 1;
		return 3 * (end - start) + 2;
	}

	/** Where the text ends. */
	decode(holder: Holder, start: number, length: number): number {
		const { text } = this;
		const count = Math.floor(length / 3);
		if (length % 3 === 2) return start + count;
		const stops = stopsIn(holder);
		let left = count - (length % 3);
		let at = start;
		while (at < text.length && (stops[text.charCodeAt(at)] !== 1 || left-- > 0)) at++;
		return at + (length % 3);
	}
}

const LINE_ENDS = '\r\n';
const SYNTAX = `${LINE_ENDS}*_\`[]<{\\&`;
const inLines = tableOf(LINE_ENDS);
const inTags = tableOf(`${SYNTAX}"`);
const inText = tableOf(SYNTAX);

const BLANKS = tableOf(' \t\r\n');
const MARKED = tableOf('*_~`\\');

function isIn(units: Uint8Array, text: string, at: number): boolean {
	return units[text.charCodeAt(at)] === 1;
}

function tableOf(units: string): Uint8Array {
	const table = new Uint8Array(128);
	for (const unit of units) table[unit.charCodeAt(0)] = 1;
	return table;
}

function stopsIn(holder: Holder): Uint8Array {
	if (holder === undefined) return inText;
	if (LINES.has(holder.type)) return inLines;
	return holder.type === 'component' || holder.type === 'html' ? inTags : inText;
}
