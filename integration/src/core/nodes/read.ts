import GithubSlugger from 'github-slugger';
import type { Paragraph, PhrasingContent, Root, RootContent } from 'mdast';
import type { MdxjsEsm } from 'mdast-util-mdxjs-esm';
import { excerpt, type Finding } from '../findings.ts';
import { checkDepth } from '../nesting.ts';
import type { ParsedSource } from '../parse/parser.ts';
import type { Source } from '../source.ts';
import type { Span } from '../spans.ts';
import { readBlockquote } from './callouts.ts';
import { readComponent } from './components.ts';
import { readDirective } from './directives.ts';
import { readCode, readInlineCode, readInlineMath, readMath } from './fences.ts';
import { readHeading } from './headings.ts';
import { readHtml } from './html.ts';
import { destinationOf, readImage, readLink } from './links.ts';
import { readList, readListItem } from './lists.ts';
import type { AuthoredNode, Leaf, Syntax } from './node.ts';
import {
	BLOCKS,
	NodeReader,
	type Between,
	type Destination,
	type Frontmatter,
	type Import,
	type MdastNode,
	type MdxExpression,
	type ReadOptions,
} from './reader.ts';
import { importsOf, literalText } from './script.ts';
import { readTable } from './tables.ts';

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
	readonly imports: ReadonlyMap<string, Import>;
	/** Link definitions, by normalised label. */
	readonly definitions: ReadonlyMap<string, Destination>;
	/** Ids of elements, which links may lead to beside headings. */
	readonly anchors: ReadonlySet<string>;
}

const EMPHASIS: Between = { kind: 'marker', first: /^[*_~]+$/, last: /^[*_~]+$/ };
const UNREAD_DIRECTIVE = /(?:^|(?<=[\r\n]))[ \t>]*(:{3}[^\r\n]*)/g;
const FOOTNOTE: Between = { kind: 'marker', first: /^\[\^[^]*\]:[\s>]*$/ };

/**
 * Reads the tree of a source into nodes, leaves and syntax. Every unit of the source ends up in
 * exactly one leaf or run of syntax.
 *
 * @throws {CitableError} `text-lost` where the tree does not account for a part of the source,
 * `nested-too-deep` where no one would have written it.
 */
export function readNodes(
	source: Source,
	parsed: ParsedSource,
	options: ReadOptions,
): AuthoredTree {
	const slugger = new GithubSlugger();
	const reader = new NodeReader(source, parsed.shift, options, (self, node, parent) =>
		visit(self, node, parent, slugger),
	);
	collectDefinitions(reader, parsed.root);
	reader.addSyntax('marker', 0, parsed.shift);
	reader.visitChildren(parsed.root.children, parsed.shift, source.text.length, -1, BLOCKS);
	const { nodes, frontmatter, findings, imports, definitions, anchors } = reader;
	return {
		nodes,
		leaves: reader.leaves.sort(byStart),
		syntax: reader.syntax.sort(byStart),
		findings,
		...(frontmatter === undefined ? {} : { frontmatter }),
		imports,
		definitions,
		anchors,
	};
}

function visit(
	reader: NodeReader,
	node: MdastNode,
	parent: number,
	slugger: GithubSlugger,
): number {
	const start = reader.startOf(node);
	const end = reader.endOf(node);
	switch (node.type) {
		case 'yaml':
		case 'toml':
			reader.frontmatter = { kind: node.type, value: node.value, span: { start, end } };
			reader.addSyntax('frontmatter', start, end);
			return end;
		case 'mdxjsEsm':
			return readEsm(reader, node, start, end);
		case 'heading':
			return readHeading(reader, node, start, end, parent, slugger);
		case 'paragraph':
			return readParagraph(reader, node, start, end, parent);
		case 'list':
			return readList(reader, node, start, end, parent);
		case 'listItem':
			return readListItem(reader, node, start, end, parent);
		case 'blockquote':
			return readBlockquote(reader, node, start, end, parent);
		case 'table':
			return readTable(reader, node, start, end, parent);
		case 'code':
			return readCode(reader, node, start, end, parent);
		case 'math':
			return readMath(reader, node, start, end, parent);
		case 'inlineMath':
			return readInlineMath(reader, node, start, end, parent);
		case 'inlineCode':
			return readInlineCode(reader, node, start, end, parent);
		case 'text':
			reader.addAligned('text', start, end, parent, node.value, 'markdown');
			return end;
		case 'emphasis':
		case 'strong':
		case 'delete':
			return reader.visitChildren(node.children, start, end, parent, EMPHASIS);
		case 'break':
			reader.addLeaf('break', start, end, parent, [{ start, end, value: '\n' }]);
			return end;
		case 'link':
		case 'linkReference':
			return readLink(reader, node, start, end, parent);
		case 'image':
		case 'imageReference':
			return readImage(reader, node, start, end, parent);
		case 'definition':
			reader.addSyntax('destination', start, end);
			return end;
		case 'footnoteReference': {
			const label = node.label ?? node.identifier;
			const number = reader.footnotes.get(label.toLowerCase()) ?? reader.footnotes.size + 1;
			reader.footnotes.set(label.toLowerCase(), number);
			reader.add('footnoteReference', start, end, parent, { label });
			reader.addSyntax('marker', start, end);
			return end;
		}
		case 'footnoteDefinition': {
			const label = { label: node.label ?? node.identifier };
			return reader.container(
				'footnoteDefinition',
				start,
				end,
				parent,
				label,
				node.children,
				FOOTNOTE,
			);
		}
		case 'thematicBreak':
			reader.add('thematicBreak', start, end, parent, {});
			reader.addSyntax('marker', start, end);
			return end;
		case 'html':
			return readHtml(reader, node.value, start, end, parent);
		case 'containerDirective':
		case 'leafDirective':
		case 'textDirective':
			return readDirective(reader, node, start, end, parent);
		case 'mdxFlowExpression':
		case 'mdxTextExpression':
			return readExpression(reader, node, start, end, parent);
		case 'mdxJsxFlowElement':
		case 'mdxJsxTextElement':
			return readComponent(reader, node, start, end, parent);
		default:
			// A node that no known parser makes is kept as the text it stands for.
			reader.addLeaf('text', start, end, parent);
			return end;
	}
}

function readEsm(reader: NodeReader, node: MdxjsEsm, start: number, end: number): number {
	const to = reader.trimmedEnd(start, end);
	for (const { local, exported, from } of importsOf(node.data?.estree)) {
		reader.imports.set(local, { exported, from, span: { start, end: to } });
	}
	reader.addSyntax('esm', start, to);
	return to;
}

function readParagraph(
	reader: NodeReader,
	node: Paragraph,
	start: number,
	end: number,
	parent: number,
): number {
	const children = node.children as MdastNode[];
	// MDX renders elements that stand alone without a paragraph around them.
	if (
		reader.source.format === 'mdx' &&
		node.children.some(isMdx) &&
		node.children.every(isMdxOrBlank)
	) {
		const alone = children.filter((child) => child.type !== 'text');
		return reader.visitChildren(alone, start, end, parent, BLOCKS);
	}
	if (reader.options.syntax.directives) reportUnreadDirectives(reader, node, start, end);
	return reader.container('paragraph', start, end, parent, {}, children, BLOCKS);
}

/** Lines that start like a block of directives and became text. */
function reportUnreadDirectives(
	reader: NodeReader,
	node: Paragraph,
	start: number,
	end: number,
): void {
	for (const child of node.children) {
		if (child.type !== 'text' || !child.value.includes(':::')) continue;
		const text = reader.text.slice(reader.startOf(child), reader.endOf(child));
		for (const match of text.matchAll(UNREAD_DIRECTIVE)) {
			const from = reader.startOf(child) + match.index;
			if (match.index === 0 && from !== start) continue;
			const at = from + match[0].length - (match[1] ?? '').length;
			const line = { start: at, end: Math.min(from + match[0].length, end) };
			reader.report('directive-unread', line, { excerpt: excerpt(reader.text, line) });
		}
	}
}

function readExpression(
	reader: NodeReader,
	node: MdxExpression,
	start: number,
	end: number,
	parent: number,
): number {
	const literal = literalText(node.data?.estree);
	if (literal === 'comment') {
		reader.addSyntax('comment', start, end);
	} else if (literal === undefined) {
		const { index } = reader.add('expression', start, end, parent, {});
		reader.addLeaf('expression', start, end, index);
		reader.report(
			'expression-dynamic',
			{ start, end },
			{ excerpt: excerpt(reader.text, { start, end }) },
		);
	} else {
		const from = literal.start + reader.shift;
		const to = literal.end + reader.shift;
		reader.addSyntax('marker', start, from);
		reader.addAligned('text', from, to, parent, literal.value, 'script');
		reader.addSyntax('marker', to, end);
	}
	return end;
}

/**
 * The first definition of a label counts, wherever it stands. This walks the tree before anything
 * else does, so it is what refuses a tree that is too deep.
 */
function collectDefinitions(reader: NodeReader, node: Root | RootContent, depth = 0): void {
	checkDepth(reader.source, depth, reader.startOf(node));
	if (node.type === 'definition') {
		if (!reader.definitions.has(node.identifier))
			reader.definitions.set(node.identifier, destinationOf(node));
	} else if ('children' in node) {
		for (const child of node.children) collectDefinitions(reader, child, depth + 1);
	}
}

function isMdx(node: PhrasingContent): boolean {
	return node.type === 'mdxJsxTextElement' || node.type === 'mdxTextExpression';
}

function isMdxOrBlank(node: PhrasingContent): boolean {
	return isMdx(node) || (node.type === 'text' && /^[\t\r\n ]*$/.test(node.value));
}

function byStart(a: Span, b: Span): number {
	return a.start - b.start || a.end - b.end;
}
