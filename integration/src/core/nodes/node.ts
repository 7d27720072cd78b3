import type { Span } from '../spans.ts';

/** Severities of callouts. Every dialect's names are mapped to these. */
export const calloutSeverities = [
	'note',
	'tip',
	'important',
	'warning',
	'danger',
	'details',
] as const;

export type CalloutSeverity = (typeof calloutSeverities)[number];

/** What a node of each type says beside its span. All values are as authored; nothing is made up. */
export interface NodeAttributes {
	readonly heading: {
		/** 1 to 6. */
		readonly depth: number;
		/** What a reader sees, without markup and explicit id. */
		readonly title: string;
		/** The fragment under which the site renders the heading. */
		readonly slug: string;
		/** True where the title depends on an expression, so that the slug is a guess. */
		readonly dynamic?: true;
	};
	readonly paragraph: NoAttributes;
	readonly list: { readonly ordered: boolean; readonly first?: number; readonly tight: boolean };
	readonly listItem: {
		/** The mark as written: `-`, `*`, `3.`, `3)`. */
		readonly marker: string;
		/** State of a task item. */
		readonly checked?: boolean;
	};
	readonly table: { readonly columns: readonly string[] };
	readonly tableRow: { readonly header?: true };
	/** `column` counts from 0. */
	readonly tableCell: { readonly column: number };
	readonly code: {
		readonly language?: string;
		/** The rest of the info string as written. */
		readonly meta?: string;
		readonly title?: string;
	};
	readonly math: { readonly display: boolean };
	readonly blockquote: NoAttributes;
	readonly callout: {
		readonly severity: CalloutSeverity;
		/** The name as written: `note`, `CAUTION`, `Aside`. */
		readonly name: string;
		readonly title?: string;
	};
	/** A `:::name` or `::name` block that is no callout. */
	readonly directive: { readonly name: string };
	readonly thematicBreak: NoAttributes;
	/** Raw HTML of a Markdown file: a run of it, or an element in it that is a block. */
	readonly html: {
		/** Name of the element. */
		readonly name?: string;
	};
	readonly component: {
		/** Name as written, members with dots; empty for a fragment. */
		readonly name: string;
		/** What the adapter says it is; `unknown` where no adapter knows it. */
		readonly kind: string;
		readonly title?: string;
		readonly url?: string;
		/** Path of the file whose content it shows, as the import names it. */
		readonly target?: string;
	};
	/** `{…}` whose value is not known from the source. */
	readonly expression: NoAttributes;
	readonly footnoteDefinition: { readonly label: string };
	readonly footnoteReference: { readonly label: string };
	readonly link: { readonly url: string; readonly title?: string };
	readonly image: {
		readonly url: string;
		readonly alt: string;
		readonly title?: string;
		/** True where the alternative text depends on an expression. */
		readonly dynamic?: true;
	};
}

export type NoAttributes = Readonly<Record<string, never>>;

/** The kinds of authored units. */
export type NodeType = keyof NodeAttributes;

/** An authored unit with its span in one source revision. */
export type AuthoredNode<Type extends NodeType = NodeType> = {
	readonly [T in Type]: Span & {
		readonly type: T;
		/** Place in authored order: parents before children, children in order. */
		readonly index: number;
		/** `index` of the parent; -1 at the top level. */
		readonly parent: number;
		/** Place among the children of the parent, from 0. */
		readonly ordinal: number;
		readonly attributes: NodeAttributes[T];
	};
}[Type];

/**
 * A piece of the source that readers see, cut so that it either is its own value or is replaced as
 * a whole: `&amp;` is one segment with the value `&`, the words around it are others without.
 */
export interface Segment extends Span {
	/** What readers see, where it is not the slice. */
	readonly value?: string;
}

/** What the text of a leaf is. */
export type LeafKind =
	'text' | 'code' | 'math' | 'html' | 'attribute' | 'alt' | 'break' | 'expression';

/** A run of text that readers see. Leaves never overlap. */
export interface Leaf extends Span {
	readonly kind: LeafKind;
	/** `index` of the innermost node that holds it; -1 at the top level. */
	readonly node: number;
	/** In source order. What lies between two segments of a leaf is syntax (an escape, a `>`). */
	readonly segments: readonly Segment[];
}

/** What text that is not for readers is for. */
export type SyntaxKind =
	/** White space between blocks. */
	| 'blank'
	/** Emphasis marks, list marks, `>`, `#`, pipes, brackets, escapes. */
	| 'marker'
	/** The lines that open and close code, math and directives, with their info strings. */
	| 'fence'
	/** Tags of HTML elements and components, with the attributes that readers do not see. */
	| 'tag'
	/** Where a link or image leads, and link definitions. */
	| 'destination'
	| 'frontmatter'
	/** Imports and exports. */
	| 'esm'
	| 'comment';

/** A run of text that belongs to no leaf. */
export interface Syntax extends Span {
	readonly kind: SyntaxKind;
}

/** What readers see of a leaf. */
export function valueOf(text: string, leaf: Leaf): string {
	let value = '';
	for (const segment of leaf.segments)
		value += segment.value ?? text.slice(segment.start, segment.end);
	return value;
}
