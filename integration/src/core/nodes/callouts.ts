import type { Blockquote, BlockContent, DefinitionContent, Paragraph } from 'mdast';
import type { CalloutSeverity } from './node.ts';
import { BLOCKS, type Between, type NodeReader } from './reader.ts';

/** The names that Starlight, Docusaurus and GitHub give their callouts. Case does not matter. */
const severities: Readonly<Record<string, CalloutSeverity>> = {
	note: 'note',
	info: 'note',
	tip: 'tip',
	important: 'important',
	warning: 'warning',
	caution: 'warning',
	danger: 'danger',
	details: 'details',
};

/** Names that GitHub reads in `> [!NAME]`. */
const alerts: Readonly<Record<string, CalloutSeverity>> = {
	note: 'note',
	tip: 'tip',
	important: 'important',
	warning: 'warning',
	caution: 'danger',
};

/** The severity of a directive or component name; undefined where the name means no callout. */
export function calloutSeverity(
	name: string,
	more: Readonly<Record<string, CalloutSeverity>> = {},
): CalloutSeverity | undefined {
	const lower = name.toLowerCase();
	return own(more, name) ?? own(more, lower) ?? own(severities, lower);
}

function own<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
	return Object.hasOwn(table, key) ? table[key] : undefined;
}

const ALERT: Between = { kind: 'marker', first: /^[\s>]*\[![a-z]+\][\s>]*$/i };

/** Reads a quotation; one that starts with an alert mark is a callout. */
export function readBlockquote(
	reader: NodeReader,
	node: Blockquote,
	start: number,
	end: number,
	parent: number,
): number {
	const alert = githubAlert(node, reader.text, reader.shift);
	if (alert === undefined)
		return reader.container('blockquote', start, end, parent, {}, node.children, BLOCKS);
	const { severity, name } = alert;
	return reader.container('callout', start, end, parent, { severity, name }, alert.children, ALERT);
}

interface Alert {
	readonly severity: CalloutSeverity;
	readonly name: string;
	/** The blocks without the mark. */
	readonly children: readonly (BlockContent | DefinitionContent)[];
}

/** Reads `> [!NOTE]`: a quotation whose first line is the mark alone. */
function githubAlert(node: Blockquote, source: string, shift: number): Alert | undefined {
	const [first, ...rest] = node.children;
	if (first?.type !== 'paragraph') return undefined;
	const [text, ...more] = first.children;
	if (text?.type !== 'text' || text.position === undefined) return undefined;
	const mark = /^\[!([a-z]+)\][ \t]*(?:\r\n|[\r\n]|$)/i.exec(text.value);
	const name = mark?.[1] ?? '';
	const severity = own(alerts, name.toLowerCase());
	if (mark === null || severity === undefined) return undefined;
	const value = text.value.slice(mark[0].length);
	// The mark alone, then another block: GitHub still reads it. The mark before a tag or link: it does not.
	if (value === '') {
		if (more.length > 0) return undefined;
		return { severity, name, children: rest };
	}
	let offset = (text.position.start.offset ?? 0) + mark[0].length;
	while (/[ \t>]/.test(source.charAt(offset + shift))) offset++;
	const start = { ...text.position.start, offset };
	const body: Paragraph = {
		...first,
		children: [{ ...text, value, position: { ...text.position, start } }, ...more],
		...(first.position === undefined ? {} : { position: { ...first.position, start } }),
	};
	return { severity, name, children: [body, ...rest] };
}
