import GithubSlugger from 'github-slugger';
import type * as mdast from 'mdast';
import type { ContainerDirective, LeafDirective, TextDirective } from 'mdast-util-directive';
import type { InlineMath, Math } from 'mdast-util-math';
import type { MdxFlowExpression, MdxTextExpression } from 'mdast-util-mdx-expression';
import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx-jsx';
import type { MdxjsEsm } from 'mdast-util-mdxjs-esm';
import type { AdapterRegistry } from '../adapters/adapter.ts';
import type { Code, Details } from '../codes.ts';
import { excerpt, findingAt, type Finding } from '../findings.ts';
import { lineAt } from '../lines.ts';
import type { ParsedSource } from '../parse/parser.ts';
import type { Source } from '../source.ts';
import type { Span } from '../spans.ts';
import { calloutSeverity, githubAlert } from './callouts.ts';
import { readComponent } from './components.ts';
import { explicitId, type ExplicitId } from './heading-ids.ts';
import { readHtml } from './html.ts';
import { importsOf, literalText } from './script.ts';
import { align, alignLines, type Reading } from './segments.ts';
import {
	valueOf,
	type AuthoredNode,
	type Leaf,
	type LeafKind,
	type NodeAttributes,
	type NodeType,
	type Segment,
	type Syntax,
	type SyntaxKind,
} from './node.ts';

/** Everything that an author wrote in one source, in order. */
export interface AuthoredTree {
	readonly nodes: readonly AuthoredNode[];
	/** Sorted by start, disjoint. */
	readonly leaves: readonly Leaf[];
	/** Sorted by start, disjoint, and disjoint from the leaves. */
	readonly syntax: readonly Syntax[];
	readonly findings: readonly Finding[];
	readonly frontmatter?: Frontmatter;
	/** Local names of the file's imports. */
	readonly imports: Imports;
	/** Link definitions, by normalised label. */
	readonly definitions: ReadonlyMap<string, Destination>;
}

export interface Frontmatter {
	readonly kind: 'yaml' | 'toml';
	/** The text between the fences. */
	readonly value: string;
	readonly span: Span;
}

export interface Destination {
	readonly url: string;
	readonly title?: string;
}

export type Imports = Map<string, { exported: string; from: string; span: Span }>;

/** What readers of nodes need to know of the site. */
export interface ReadOptions {
	readonly adapters: AdapterRegistry;
	/** Directive names beyond the known ones, with the severity each stands for. */
	readonly callouts: Readonly<Record<string, NodeAttributes['callout']['severity']>>;
}

export type MdxExpression = MdxFlowExpression | MdxTextExpression;
export type MdxElement = MdxJsxFlowElement | MdxJsxTextElement;
type Directive = ContainerDirective | LeafDirective | TextDirective;
type MdastNode =
	| mdast.RootContent
	| Directive
	| Math
	| InlineMath
	| MdxExpression
	| MdxElement
	| MdxjsEsm
	| { type: 'toml'; value: string; position?: mdast.Root['position'] };

/** What stands between the children of a container: the kind of it, and what it may look like. */
interface Between {
	readonly kind: SyntaxKind;
	readonly first?: RegExp;
	readonly middle?: RegExp;
	readonly last?: RegExp;
}

/** Marks that may stand in front of any continued line. */
const PREFIX = /^[\s>]*$/;
const BLOCKS: Between = { kind: 'marker' };
/** A task's box is before its paragraph, but for a box that a full-width space follows. */
const PARAGRAPH: Between = { kind: 'marker', first: /^(?:\[[ \txX]\])?[\s>]*$/ };

/** Reads the tree of a source into nodes, leaves and syntax. Every unit of the source is in one of them. */
export function readNodes(source: Source, parsed: ParsedSource, options: ReadOptions): AuthoredTree {
	return new NodeReader(source, parsed.shift, options).read(parsed.root);
}

/**
 * Walks mdast once. Each `visit…` takes charge of a whole mdast node: it adds nodes, leaves and
 * syntax for every unit of its span and returns where that span ends.
 */
export class NodeReader {
	readonly nodes: AuthoredNode[] = [];
	readonly leaves: Leaf[] = [];
	readonly syntax: Syntax[] = [];
	readonly findings: Finding[] = [];
	readonly imports: Imports = new Map();
	readonly definitions = new Map<string, Destination>();
	readonly source: Source;
	readonly text: string;
	readonly shift: number;
	readonly options: ReadOptions;
	private readonly slugger = new GithubSlugger();
	private readonly childCounts = new Map<number, number>();
	private frontmatter: Frontmatter | undefined;

	constructor(source: Source, shift: number, options: ReadOptions) {
		this.source = source;
		this.text = source.text;
		this.shift = shift;
		this.options = options;
	}

	read(root: mdast.Root): AuthoredTree {
		this.collectDefinitions(root);
		if (this.shift > 0) this.addSyntax('marker', 0, this.shift);
		this.visitChildren(root.children, this.shift, this.text.length, -1, BLOCKS);
		this.leaves.sort(byStart);
		this.syntax.sort(byStart);
		return {
			nodes: this.nodes,
			leaves: this.leaves,
			syntax: this.syntax,
			findings: this.findings,
			...(this.frontmatter === undefined ? {} : { frontmatter: this.frontmatter }),
			imports: this.imports,
			definitions: this.definitions,
		};
	}

	// Building blocks, used by the readers of components and HTML too

	add<Type extends NodeType>(
		type: Type,
		start: number,
		end: number,
		parent: number,
		attributes: NodeAttributes[Type],
	): AuthoredNode<Type> {
		const ordinal = this.childCounts.get(parent) ?? 0;
		this.childCounts.set(parent, ordinal + 1);
		const node = { type, start, end, index: this.nodes.length, parent, ordinal, attributes };
		this.nodes.push(node as unknown as AuthoredNode);
		return node as unknown as AuthoredNode<Type>;
	}

	addSyntax(kind: SyntaxKind, start: number, end: number): void {
		if (start < end) this.syntax.push({ kind, start, end });
	}

	addLeaf(
		kind: LeafKind,
		start: number,
		end: number,
		node: number,
		segments: readonly Segment[] = [{ start, end }],
	): void {
		if (start < end) this.leaves.push({ kind, start, end, node, segments });
	}

	/** Adds a leaf whose value came through a reading that changes text. */
	addAligned(
		kind: LeafKind,
		start: number,
		end: number,
		node: number,
		value: string,
		reading: Reading,
	): void {
		if (start >= end) return;
		const segments = align(this.text, start, end, value, reading);
		if (segments === undefined) this.report('text-unmapped', { start, end });
		this.addLeaf(kind, start, end, node, segments ?? [{ start, end, value }]);
	}

	report(code: Code, span: Span, details: Details = {}): void {
		this.findings.push(findingAt(this.source, code, span, details));
	}

	startOf(node: { position?: mdast.Root['position'] }): number {
		return (node.position?.start.offset ?? 0) + this.shift;
	}

	endOf(node: { position?: mdast.Root['position'] }): number {
		return (node.position?.end.offset ?? 0) + this.shift;
	}

	/** The end of a range without the white space at its end, which belongs to no node. */
	trimmedEnd(start: number, end: number): number {
		let to = end;
		while (to > start && isWhiteSpace(this.text.charCodeAt(to - 1))) to--;
		return to;
	}

	/** What readers see of a node that was just read. */
	visibleFrom(firstLeaf: number): string {
		let value = '';
		for (let index = firstLeaf; index < this.leaves.length; index++) {
			const leaf = this.leaves[index];
			if (leaf !== undefined) value += valueOf(this.text, leaf);
		}
		return value;
	}

	/** Visits children in order and accounts for all that lies before, between and after them. */
	visitChildren(
		children: readonly MdastNode[],
		start: number,
		end: number,
		parent: number,
		between: Between,
	): number {
		let from = start;
		let pattern = between.first ?? PREFIX;
		for (const child of children) {
			const childStart = this.startOf(child);
			if (childStart < from) continue;
			this.between(from, childStart, between.kind, pattern);
			from = this.visit(child, parent);
			pattern = between.middle ?? PREFIX;
		}
		const last = children.length === 0 ? (between.first ?? between.last) : between.last;
		this.between(from, end, between.kind, last ?? PREFIX);
		return Math.max(from, end);
	}

	/**
	 * Adds a block with its children. Where a block ends is not to be trusted near blank lines: it
	 * ends with its last child, or where its text ends.
	 */
	container<Type extends NodeType>(
		type: Type,
		start: number,
		end: number,
		parent: number,
		attributes: NodeAttributes[Type],
		children: readonly MdastNode[],
		between: Between,
	): number {
		const trimmed = this.trimmedEnd(start, end);
		const node = this.add(type, start, trimmed, parent, attributes);
		const to = this.visitChildren(children, start, trimmed, node.index, between);
		(node as { end: number }).end = to;
		return to;
	}

	/** Accounts for a run outside all children: blanks, and syntax that looks as it should there. */
	between(start: number, end: number, kind: SyntaxKind, pattern: RegExp): void {
		let from = start;
		while (from < end && isWhiteSpace(this.text.charCodeAt(from))) from++;
		this.addSyntax('blank', start, from);
		if (from >= end) return;
		const to = this.trimmedEnd(from, end);
		if (!pattern.test(this.text.slice(from, to))) {
			this.report('text-lost', { start: from, end: to }, { length: to - from, excerpt: excerpt(this.text, { start: from, end: to }) });
		}
		this.addSyntax(kind, from, to);
		this.addSyntax('blank', to, end);
	}

	visit(node: MdastNode, parent: number): number {
		const start = this.startOf(node);
		const end = this.endOf(node);
		switch (node.type) {
			case 'yaml':
			case 'toml':
				this.frontmatter = { kind: node.type, value: node.value, span: { start, end } };
				this.addSyntax('frontmatter', start, end);
				return end;
			case 'mdxjsEsm':
				return this.visitEsm(node, start, end);
			case 'paragraph':
				return this.visitParagraph(node, start, end, parent);
			case 'heading':
				return this.visitHeading(node, start, end, parent);
			case 'text':
				this.addAligned('text', start, end, parent, node.value, 'markdown');
				return end;
			case 'emphasis':
			case 'strong':
			case 'delete':
				this.visitChildren(node.children, start, end, parent, { kind: 'marker', first: /^[*_~]+$/, last: /^[*_~]+$/ });
				return end;
			case 'inlineCode':
				return this.visitInlineCode(node, start, end, parent);
			case 'break':
				this.addLeaf('break', start, end, parent, [{ start, end, value: '\n' }]);
				return end;
			case 'link':
			case 'linkReference':
				return this.visitLink(node, start, end, parent);
			case 'image':
			case 'imageReference':
				return this.visitImage(node, start, end, parent);
			case 'footnoteReference':
				this.add('footnoteReference', start, end, parent, { label: node.label ?? node.identifier });
				this.addSyntax('marker', start, end);
				return end;
			case 'footnoteDefinition':
				return this.container(node.type, start, end, parent, { label: node.label ?? node.identifier }, node.children, {
					kind: 'marker',
					first: /^\[\^[^]*\]:[\s>]*$/,
				});
			case 'definition':
				this.addSyntax('destination', start, end);
				return end;
			case 'list': {
				const tight = node.spread !== true && node.children.every((item) => item.spread !== true);
				const first = typeof node.start === 'number' ? { first: node.start } : {};
				const attributes = { ordered: node.ordered === true, ...first, tight };
				return this.container('list', start, end, parent, attributes, node.children, BLOCKS);
			}
			case 'listItem':
				return this.visitListItem(node, start, end, parent);
			case 'blockquote':
				return this.visitBlockquote(node, start, end, parent);
			case 'table':
				return this.visitTable(node, start, end, parent);
			case 'code':
				return this.visitCode(node, start, end, parent);
			case 'math': {
				const { index } = this.add('math', start, end, parent, { display: true });
				this.fenced('math', start, end, index, node.value);
				return end;
			}
			case 'inlineMath': {
				const { index } = this.add('math', start, end, parent, { display: false });
				this.delimited('math', start, end, index, node.value, '$', 'markdown');
				return end;
			}
			case 'thematicBreak':
				this.add('thematicBreak', start, end, parent, {});
				this.addSyntax('marker', start, end);
				return end;
			case 'html':
				return readHtml(this, node.value, start, end, parent);
			case 'containerDirective':
			case 'leafDirective':
			case 'textDirective':
				return this.visitDirective(node, start, end, parent);
			case 'mdxFlowExpression':
			case 'mdxTextExpression':
				return this.visitExpression(node, start, end, parent);
			case 'mdxJsxFlowElement':
			case 'mdxJsxTextElement':
				return readComponent(this, node, start, end, parent);
			default:
				// A node that no version of the parser is known to make is kept as the text it stands for.
				this.addLeaf('text', start, end, parent);
				return end;
		}
	}

	private visitEsm(node: MdxjsEsm, start: number, end: number): number {
		const to = this.trimmedEnd(start, end);
		for (const found of importsOf(node.data?.estree)) {
			this.imports.set(found.local, { exported: found.exported, from: found.from, span: { start, end: to } });
		}
		this.addSyntax('esm', start, to);
		return to;
	}

	private visitParagraph(node: mdast.Paragraph, start: number, end: number, parent: number): number {
		// MDX renders elements that stand alone without a paragraph around them.
		if (this.source.format === 'mdx' && node.children.some(isMdx) && node.children.every(isMdxOrBlank)) {
			const alone = node.children.filter((child) => child.type !== 'text') as MdastNode[];
			this.visitChildren(alone, start, end, parent, BLOCKS);
			return end;
		}
		return this.container('paragraph', start, end, parent, {}, node.children as MdastNode[], PARAGRAPH);
	}

	private visitHeading(node: mdast.Heading, start: number, end: number, parent: number): number {
		const to = this.trimmedEnd(start, end);
		const explicit = explicitId(this.text, start, to, node, this.shift);
		const place = this.nodes.length;
		const firstLeaf = this.leaves.length;
		const attributes = { depth: node.depth, title: '', slug: '' };
		const { index } = this.add('heading', start, to, parent, attributes);
		const children = explicit === undefined ? node.children : withoutId(node.children, explicit, this);
		const contentEnd = explicit?.start ?? to;
		this.visitChildren(children as MdastNode[], start, contentEnd, index, {
			kind: 'marker',
			first: /^#{1,6}$|^[\s>]*[=-]*$/,
			last: /^[\s>]*(#+|[=-]+)$/,
		});
		if (explicit !== undefined) {
			this.addSyntax('marker', explicit.start, explicit.end);
			this.between(explicit.end, to, 'marker', /^[\s>]*(#+|[=-]+)$/);
		}
		const title = this.visibleFrom(firstLeaf);
		const dynamic = this.nodes.slice(place).some((found) => found.type === 'expression');
		const shown = title.replace(/\s+/g, ' ').trim();
		Object.assign(attributes, {
			title: shown,
			slug: explicit?.id ?? this.slugger.slug(title),
			...(dynamic ? { dynamic: true } : {}),
		});
		if (dynamic && explicit === undefined) this.report('heading-dynamic', { start, end: to }, { title: shown });
		return to;
	}

	private visitInlineCode(node: mdast.InlineCode, start: number, end: number, parent: number): number {
		this.delimited('code', start, end, parent, node.value, '`', 'code');
		return end;
	}

	/** A span between two equal runs of a mark, with one blank cut on both sides. */
	private delimited(
		kind: LeafKind,
		start: number,
		end: number,
		node: number,
		value: string,
		mark: string,
		reading: Reading,
	): void {
		let marks = 0;
		while (this.text.charAt(start + marks) === mark) marks++;
		let from = start + marks;
		let to = end - marks;
		// The blanks that were cut are found by what the value lacks.
		const inner = this.text.slice(from, to);
		if (/^\s/.test(inner) && !/^\s/.test(value)) from++;
		if (/\s$/.test(inner) && !/\s$/.test(value)) to--;
		this.addSyntax('marker', start, from);
		this.addAligned(kind, from, to, node, value, reading);
		this.addSyntax('marker', to, end);
	}

	private visitLink(
		node: mdast.Link | mdast.LinkReference,
		start: number,
		end: number,
		parent: number,
	): number {
		const destination = node.type === 'link' ? destinationOf(node) : this.definitions.get(node.identifier);
		const { index } = this.add('link', start, end, parent, destination ?? { url: '' });
		this.visitChildren(node.children as MdastNode[], start, end, index, {
			kind: 'destination',
			first: /^[[<]/,
			last: /^[\])>]/,
		});
		return end;
	}

	private visitImage(
		node: mdast.Image | mdast.ImageReference,
		start: number,
		end: number,
		parent: number,
	): number {
		const destination = node.type === 'image' ? destinationOf(node) : this.definitions.get(node.identifier);
		const alt = node.alt ?? '';
		const { index } = this.add('image', start, end, parent, { ...(destination ?? { url: '' }), alt });
		const from = start + 2;
		const to = closingBracket(this.text, from, end);
		this.addSyntax('marker', start, from);
		const segments = alt === '' ? undefined : align(this.text, from, to, alt, 'markdown');
		if (alt === '') this.addSyntax('marker', from, to);
		else this.addLeaf('alt', from, to, index, segments ?? [{ start: from, end: to, value: alt }]);
		this.addSyntax('destination', to, end);
		return end;
	}

	private visitListItem(node: mdast.ListItem, start: number, end: number, parent: number): number {
		const marker = /^(?:[-+*]|\d+[.)])/.exec(this.text.slice(start, start + 12))?.[0] ?? '';
		const checked = typeof node.checked === 'boolean' ? { checked: node.checked } : {};
		return this.container('listItem', start, end, parent, { marker, ...checked }, node.children, {
			kind: 'marker',
			first: /^(?:[-+*]|\d+[.)])[\s>]*(?:\[[ \txX]\])?[\s>]*$/,
		});
	}

	private visitBlockquote(node: mdast.Blockquote, start: number, end: number, parent: number): number {
		const alert = githubAlert(node, this.text, this.shift);
		if (alert === undefined) return this.container('blockquote', start, end, parent, {}, node.children, BLOCKS);
		const { severity, name } = alert;
		return this.container('callout', start, end, parent, { severity, name }, alert.children, {
			kind: 'marker',
			first: /^[\s>]*\[![a-z]+\][\s>]*$/i,
		});
	}

	private visitTable(node: mdast.Table, start: number, end: number, parent: number): number {
		const to = this.trimmedEnd(start, end);
		const columns: string[] = [];
		const table = this.add('table', start, to, parent, { columns });
		let from = start;
		node.children.forEach((row, number) => {
			const rowStart = this.startOf(row);
			const rowEnd = this.trimmedEnd(rowStart, this.endOf(row));
			this.between(from, rowStart, 'marker', /^[\s>|:-]*$/);
			const { index } = this.add('tableRow', rowStart, rowEnd, table.index, number === 0 ? { header: true } : {});
			let at = rowStart;
			row.children.forEach((cell, column) => {
				const inner = this.cellContent(cell);
				this.between(at, inner.start, 'marker', /^[\s|]*$/);
				const firstLeaf = this.leaves.length;
				const { index: cellIndex } = this.add('tableCell', inner.start, inner.end, index, { column });
				this.visitChildren(cell.children as MdastNode[], inner.start, inner.end, cellIndex, BLOCKS);
				if (number === 0) columns.push(this.visibleFrom(firstLeaf).trim());
				at = inner.end;
			});
			this.between(at, rowEnd, 'marker', /^[\s|]*$/);
			if (number > 0 && row.children.length > columns.length) {
				this.report('table-irregular', { start: rowStart, end: rowEnd }, { cells: row.children.length, columns: columns.length });
			}
			from = rowEnd;
		});
		this.between(from, to, 'marker', /^[\s>|:-]*$/);
		return to;
	}

	/** A cell without its pipes and padding; an empty cell keeps the padding, so that it has a place. */
	private cellContent(cell: mdast.TableCell): Span {
		const first = cell.children[0];
		const last = cell.children.at(-1);
		if (first !== undefined && last !== undefined) return { start: this.startOf(first), end: this.endOf(last) };
		let start = this.startOf(cell);
		const end = this.endOf(cell);
		if (this.text.charAt(start) === '|') start++;
		const closed = this.text.charAt(end - 1) === '|' && end - 1 >= start ? end - 1 : end;
		return { start: Math.min(start, closed), end: closed };
	}

	private visitCode(node: mdast.Code, start: number, end: number, parent: number): number {
		const title = /\btitle=(?:"([^"]*)"|'([^']*)')/.exec(node.meta ?? '');
		const { index } = this.add('code', start, end, parent, {
			...(node.lang == null ? {} : { language: node.lang }),
			...(node.meta == null ? {} : { meta: node.meta }),
			...(title === null ? {} : { title: title[1] ?? title[2] ?? '' }),
		});
		if (/^(?:`{3}|~{3})/.test(this.text.slice(start, start + 3))) {
			this.fenced('code', start, end, index, node.value);
		} else {
			this.block('code', start, end, index, node.value);
		}
		return end;
	}

	/** A block between a line that opens and a line that closes it. */
	private fenced(kind: 'code' | 'math', start: number, end: number, node: number, value: string): void {
		const mark = /^(`{3,}|~{3,}|\${2,})/.exec(this.text.slice(start, end))?.[0] ?? '';
		const opened = lineEnd(this.text, start, end);
		const closing = startOfLastLine(this.text, start, end);
		const lastLine = this.text.slice(closing, end).replace(/^[\s>]*/, '').trimEnd();
		const closes = closing > opened && lastLine.startsWith(mark) && lastLine === mark.charAt(0).repeat(lastLine.length);
		if (!closes) {
			this.report('fence-unclosed', { start, end: opened }, { line: lineAt(this.source.lines, start), fence: mark });
		}
		const from = Math.min(end, opened + lineBreakLength(this.text, opened));
		const to = closes ? Math.max(from, closing - lineBreakLengthBefore(this.text, closing)) : end;
		this.addSyntax('fence', start, from);
		this.block(kind, from, to, node, value);
		this.addSyntax('fence', Math.max(from, to), end);
	}

	/** The lines of a block, each freed of its indentation. */
	private block(kind: 'code' | 'math', start: number, end: number, node: number, value: string): void {
		if (value === '') {
			this.addSyntax('blank', start, end);
			return;
		}
		const segments = alignLines(this.text, start, end, value);
		if (segments === undefined) this.report('text-unmapped', { start, end });
		this.addLeaf(kind, start, end, node, segments ?? [{ start, end, value }]);
	}

	private visitDirective(node: Directive, start: number, end: number, parent: number): number {
		const to = this.trimmedEnd(start, end);
		const opened = lineEnd(this.text, start, to);
		const severity = node.type === 'containerDirective' ? calloutSeverity(node.name, this.options.callouts) : undefined;
		const attributes: { severity?: string; name: string; title?: string } =
			severity === undefined ? { name: node.name } : { severity, name: node.name };
		const added =
			severity === undefined
				? this.add('directive', start, to, parent, attributes)
				: this.add('callout', start, to, parent, attributes as NodeAttributes['callout']);
		const { index } = added;
		if (node.type !== 'containerDirective') {
			this.visitChildren(node.children as MdastNode[], start, to, index, { kind: 'fence', first: /^:{1,2}[\w-]/, last: /^[\]{]/ });
			return to;
		}
		if (severity === undefined) this.report('directive-unknown', { start, end: opened }, { name: node.name });
		const mark = /^:{3,}/.exec(this.text.slice(start, opened))?.[0] ?? ':::';
		const lastLine = this.text.slice(startOfLastLine(this.text, start, to), to).replace(/^[\s>]*/, '');
		if (!/^:{3,}$/.test(lastLine) || startOfLastLine(this.text, start, to) <= opened) {
			this.report('directive-unclosed', { start, end: opened }, { line: lineAt(this.source.lines, start), fence: mark });
		}
		const [label] = node.children;
		let children: readonly MdastNode[] = node.children;
		let from = start;
		if (label?.type === 'paragraph' && label.data?.directiveLabel === true) {
			// The label is the title: its text belongs to the callout itself.
			const first = label.children[0];
			const last = label.children.at(-1);
			const firstLeaf = this.leaves.length;
			children = node.children.slice(1);
			if (first !== undefined && last !== undefined) {
				this.between(start, this.startOf(first), 'fence', /^:{3,}[\w-]+\[$/);
				this.visitChildren(label.children as MdastNode[], this.startOf(first), this.endOf(last), index, BLOCKS);
				from = this.endOf(last);
				attributes.title = this.visibleFrom(firstLeaf).trim();
			}
		}
		const closed = this.visitChildren(children, from, to, index, {
			kind: 'fence',
			first: /^(?::{3,}[\w-]|[\]{])[^]*$/,
			last: /^[\s>]*:{3,}$/,
		});
		(added as { end: number }).end = closed;
		return closed;
	}

	visitExpression(node: MdxExpression, start: number, end: number, parent: number): number {
		const literal = literalText(node.data?.estree);
		if (literal === undefined) {
			const { index } = this.add('expression', start, end, parent, {});
			this.addLeaf('expression', start, end, index);
			this.report('expression-dynamic', { start, end }, { excerpt: excerpt(this.text, { start, end }) });
			return end;
		}
		if (literal === 'comment') {
			this.addSyntax('comment', start, end);
			return end;
		}
		const from = literal.start + this.shift;
		const to = literal.end + this.shift;
		this.addSyntax('marker', start, from);
		this.addAligned('text', from, to, parent, literal.value, 'script');
		this.addSyntax('marker', to, end);
		return end;
	}

	private collectDefinitions(node: mdast.Root | mdast.RootContent): void {
		if (node.type === 'definition') {
			if (!this.definitions.has(node.identifier)) this.definitions.set(node.identifier, destinationOf(node));
		} else if ('children' in node) {
			for (const child of node.children) this.collectDefinitions(child);
		}
	}
}

function destinationOf({ url, title }: { url: string; title?: string | null | undefined }): Destination {
	return title == null ? { url } : { url, title };
}

/** Cuts the explicit id off the last text of a heading. */
function withoutId(children: readonly mdast.PhrasingContent[], id: ExplicitId, reader: NodeReader): mdast.PhrasingContent[] {
	const kept: mdast.PhrasingContent[] = [];
	for (const child of children) {
		if (reader.startOf(child) >= id.start) continue;
		if (reader.endOf(child) <= id.start || child.type !== 'text' || child.position === undefined) {
			kept.push(child);
			continue;
		}
		const end = { ...child.position.end, offset: id.start - reader.shift };
		kept.push({ ...child, value: child.value.slice(0, child.value.lastIndexOf('{')).trimEnd(), position: { ...child.position, end } });
	}
	return kept;
}

/** Where the label that starts at an offset closes. */
function closingBracket(text: string, start: number, end: number): number {
	let depth = 0;
	for (let at = start; at < end; at++) {
		const unit = text.charAt(at);
		if (unit === '\\') at++;
		else if (unit === '[') depth++;
		else if (unit === ']' && depth-- === 0) return at;
	}
	return end;
}

function isMdx(node: mdast.PhrasingContent | MdastNode): boolean {
	return node.type === 'mdxJsxTextElement' || node.type === 'mdxTextExpression';
}

function isMdxOrBlank(node: mdast.PhrasingContent): boolean {
	return isMdx(node) || (node.type === 'text' && /^[\t\r\n ]*$/.test(node.value));
}

/** Where the line that holds an offset ends. */
function lineEnd(text: string, start: number, limit: number): number {
	let at = start;
	while (at < limit && text.charCodeAt(at) !== 10 && text.charCodeAt(at) !== 13) at++;
	return at;
}

function startOfLastLine(text: string, start: number, end: number): number {
	let at = end;
	while (at > start && text.charCodeAt(at - 1) !== 10 && text.charCodeAt(at - 1) !== 13) at--;
	return at;
}

function lineBreakLength(text: string, at: number): number {
	if (text.charAt(at) === '\r' && text.charAt(at + 1) === '\n') return 2;
	return at < text.length ? 1 : 0;
}

function lineBreakLengthBefore(text: string, at: number): number {
	return text.charAt(at - 1) === '\n' && text.charAt(at - 2) === '\r' ? 2 : 1;
}

function isWhiteSpace(unit: number): boolean {
	return unit === 32 || (unit >= 9 && unit <= 13);
}

function byStart(a: Span, b: Span): number {
	return a.start - b.start || a.end - b.end;
}
