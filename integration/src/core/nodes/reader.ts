import type * as mdast from 'mdast';
import type { ContainerDirective, LeafDirective, TextDirective } from 'mdast-util-directive';
import type { InlineMath, Math } from 'mdast-util-math';
import type { MdxFlowExpression, MdxTextExpression } from 'mdast-util-mdx-expression';
import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx-jsx';
import type { MdxjsEsm } from 'mdast-util-mdxjs-esm';
import type { AdapterRegistry } from '../adapters/adapter.ts';
import type { Code, Details } from '../codes.ts';
import { CitableError } from '../errors.ts';
import { excerpt, findingAt, type Finding } from '../findings.ts';
import { positionAt } from '../lines.ts';
import type { SyntaxOptions } from '../parse/parser.ts';
import type { Source } from '../source.ts';
import type { Span } from '../spans.ts';
import type { GridPart } from './grids.ts';
import { align, type Reading } from './segments.ts';
import {
	valueOf,
	type AuthoredNode,
	type CalloutSeverity,
	type Leaf,
	type LeafKind,
	type NodeAttributes,
	type NodeType,
	type Segment,
	type Syntax,
	type SyntaxKind,
} from './node.ts';

export type MdxExpression = MdxFlowExpression | MdxTextExpression;
export type MdxElement = MdxJsxFlowElement | MdxJsxTextElement;
export type Directive = ContainerDirective | LeafDirective | TextDirective;
/** Every node that a parser on the seam may give. */
export type MdastNode =
	| mdast.RootContent
	| Directive
	| Math
	| InlineMath
	| MdxExpression
	| MdxElement
	| MdxjsEsm
	| { type: 'toml'; value: string; position?: mdast.Root['position'] };

/** What reading needs to know of the site. */
export interface ReadOptions {
	readonly adapters: AdapterRegistry;
	readonly syntax: SyntaxOptions;
	/** Directive names beyond the known ones, with the severity each stands for. */
	readonly callouts: Readonly<Record<string, CalloutSeverity>>;
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

/** Where a local name of the file comes from. */
export interface Import {
	readonly exported: string;
	readonly from: string;
	/** The whole statement block. */
	readonly span: Span;
}

/** What stands before, between and after the children of a container, and how it may look. */
export interface Between {
	readonly kind: SyntaxKind;
	readonly first?: RegExp;
	readonly middle?: RegExp;
	readonly last?: RegExp;
}

/** Marks that may stand in front of any continued line. */
const PREFIX = /^[\s>]*$/;
/** Blocks among which nothing but blanks and marks of containers may stand. */
export const BLOCKS: Between = { kind: 'marker' };

/** Takes charge of one mdast node: accounts for every unit of it and returns where it ends. */
export type Visit = (reader: NodeReader, node: MdastNode, parent: number) => number;

/** What reading gathers, and the building blocks that the readers of all constructs share. */
export class NodeReader {
	readonly nodes: AuthoredNode[] = [];
	readonly leaves: Leaf[] = [];
	readonly syntax: Syntax[] = [];
	readonly findings: Finding[] = [];
	readonly imports = new Map<string, Import>();
	readonly definitions = new Map<string, Destination>();
	/** Ids of elements, which links may lead to beside headings. */
	readonly anchors = new Set<string>();
	/** What elements of tables in MDX are, where the table is a plain grid. */
	readonly grid = new Map<object, GridPart>();
	/** Numbers of footnotes by label in lower case, in the order in which they are referred to. */
	readonly footnotes = new Map<string, number>();
	/** Nodes whose children carry labels for readers in the names of their slots. */
	readonly slotted = new Set<number>();
	readonly source: Source;
	readonly text: string;
	/** What to add to an offset of the tree. */
	readonly shift: number;
	readonly options: ReadOptions;
	frontmatter: Frontmatter | undefined;
	private readonly visit: Visit;
	/** Where the node that is being read must end, whatever the tree says. */
	private limit = Infinity;
	private readonly childCounts = new Map<number, number>();

	constructor(source: Source, shift: number, options: ReadOptions, visit: Visit) {
		this.source = source;
		this.text = source.text;
		this.shift = shift;
		this.options = options;
		this.visit = visit;
	}

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
		return node;
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

	/** Where a node ends. A container that was never closed may reach into what follows; it is cut there. */
	endOf(node: { position?: mdast.Root['position'] }): number {
		return Math.min((node.position?.end.offset ?? 0) + this.shift, this.limit);
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
		const from = this.visitEach(children, start, parent, between);
		const last = children.length === 0 ? (between.first ?? between.last) : between.last;
		this.between(from, end, between.kind, last ?? PREFIX);
		return Math.max(from, end);
	}

	/**
	 * Visits the blocks of a container whose end is not to be trusted near blank lines: it ends with
	 * its last block where only blanks and marks of containers follow, which are left to the caller.
	 */
	visitBlocks(
		children: readonly MdastNode[],
		start: number,
		end: number,
		parent: number,
		between: Between,
	): number {
		if (children.length === 0) return this.visitChildren(children, start, end, parent, between);
		const from = this.visitEach(children, start, parent, between);
		if (PREFIX.test(this.text.slice(from, end))) return from;
		this.between(from, end, between.kind, between.last ?? PREFIX);
		return Math.max(from, end);
	}

	/** Adds a block with its children. */
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
		const to = this.visitBlocks(children, start, trimmed, node.index, between);
		(node as { end: number }).end = to;
		return to;
	}

	/** Visits children in order, with what lies before and between them. */
	private visitEach(
		children: readonly MdastNode[],
		start: number,
		parent: number,
		between: Between,
	): number {
		const { limit } = this;
		let from = start;
		let pattern = between.first ?? PREFIX;
		let place = 0;
		for (const child of children) {
			const next = children[++place];
			this.limit = next === undefined ? limit : Math.min(limit, this.startOf(next));
			this.between(from, this.startOf(child), between.kind, pattern);
			from = this.visit(this, child, parent);
			pattern = between.middle ?? PREFIX;
		}
		this.limit = limit;
		return from;
	}

	/**
	 * Accounts for a run outside all children: blanks, and syntax that looks as it should there.
	 *
	 * @throws {CitableError} `text-lost` where it looks otherwise: a parser that loses text must not
	 * have it taken for syntax.
	 */
	between(start: number, end: number, kind: SyntaxKind, pattern: RegExp): void {
		if (start >= end) return;
		let from = start;
		while (from < end && isWhiteSpace(this.text.charCodeAt(from))) from++;
		this.addSyntax('blank', start, from);
		if (from >= end) return;
		const to = this.trimmedEnd(from, end);
		if (!pattern.test(this.text.slice(from, to))) {
			const lost = { start: from, end: to };
			throw new CitableError(
				'text-lost',
				{ length: to - from, excerpt: excerpt(this.text, lost) },
				{ file: this.source.path, ...positionAt(this.source.lines, from), ...lost },
			);
		}
		this.addSyntax(kind, from, to);
		this.addSyntax('blank', to, end);
	}
}

/** White space of ASCII; what else is blank is text. */
export function isWhiteSpace(unit: number): boolean {
	return unit === 32 || (unit >= 9 && unit <= 13);
}
