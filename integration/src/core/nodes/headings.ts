import type GithubSlugger from 'github-slugger';
import type { Heading, PhrasingContent } from 'mdast';
import { onOneLine } from '../one-line.ts';
import type { Span } from '../spans.ts';
import { valueOf } from './node.ts';
import type { MdastNode, NodeReader } from './reader.ts';

const OPENING = /^#{1,6}$|^[\s>]*[=-]*$/;
const CLOSING = /^[\s>]*(?:#+|[=-]+)$/;

/** Reads a heading, with its anchor as the site renders it. */
export function readHeading(
	reader: NodeReader,
	node: Heading,
	start: number,
	end: number,
	parent: number,
	slugger: GithubSlugger,
): number {
	const to = reader.trimmedEnd(start, end);
	const explicit = explicitId(reader, node);
	const firstLeaf = reader.leaves.length;
	const firstSyntax = reader.syntax.length;
	const attributes = { depth: node.depth, title: '', slug: '' };
	const { index } = reader.add('heading', start, to, parent, attributes);
	const children =
		explicit === undefined ? node.children : beforeId(reader, node.children, explicit);
	reader.visitChildren(children, start, explicit?.start ?? to, index, {
		kind: 'marker',
		first: OPENING,
		last: CLOSING,
	});
	if (explicit !== undefined) {
		reader.addSyntax('marker', explicit.start, explicit.end);
		reader.between(explicit.end, to, 'marker', CLOSING);
	}
	const shown = reader.visibleFrom(firstLeaf);
	const title = onOneLine(shown);
	const dynamic = reader.nodes.slice(index).some((found) => found.type === 'expression');
	if (dynamic && explicit === undefined)
		reader.report('heading-dynamic', { start, end: to }, { title });
	// The slug counts what was slugged before, so an explicit id must not count.
	const slug = explicit?.id ?? slugger.slug(sluggedText(reader, index, firstLeaf, firstSyntax));
	Object.assign(attributes, { title, slug, ...(dynamic ? { dynamic: true } : {}) });
	return to;
}

/**
 * The text that Astro makes an anchor of. It is not all what readers see: of expressions and their
 * comments it is the script, of footnotes the number; it lacks alternative texts and attributes; and
 * smart punctuation has made one sign of several dashes, which no anchor keeps.
 */
function sluggedText(
	reader: NodeReader,
	heading: number,
	firstLeaf: number,
	firstSyntax: number,
): string {
	const pieces: { start: number; text: string }[] = [];
	for (const leaf of reader.leaves.slice(firstLeaf)) {
		const { kind, start, end } = leaf;
		if (kind === 'alt' || kind === 'attribute' || kind === 'break') continue;
		let text = kind === 'expression' ? reader.text.slice(start, end) : valueOf(reader.text, leaf);
		if (kind === 'text') text = text.replace(/--+/g, '');
		pieces.push({ start, text });
	}
	for (const { kind, start, end } of reader.syntax.slice(firstSyntax)) {
		const script = kind === 'comment' && reader.text.charAt(start) === '{';
		if (script) pieces.push({ start, text: reader.text.slice(start, end) });
	}
	for (const node of reader.nodes.slice(heading)) {
		if (node.type !== 'footnoteReference') continue;
		const number = reader.footnotes.get(node.attributes.label.toLowerCase());
		pieces.push({ start: node.start, text: String(number) });
	}
	return pieces
		.sort((a, b) => a.start - b.start)
		.map(({ text }) => text)
		.join('');
}

/** An id that the author gave a heading, with the span of its syntax. */
interface ExplicitId extends Span {
	readonly id: string;
}

/**
 * Finds `{#id}` at the end of a Markdown heading, and a comment `{/* #id *\/}` or `{/*id*\/}` at the end
 * of an MDX heading, where braces are expressions.
 */
function explicitId(reader: NodeReader, heading: Heading): ExplicitId | undefined {
	const last: MdastNode | undefined = heading.children.at(-1);
	if (last === undefined) return undefined;
	const start = reader.startOf(last);
	const end = reader.endOf(last);
	if (last.type === 'text') {
		const match = /\{#([^\s{}#]+)\}[ \t]*$/.exec(reader.text.slice(start, end));
		const id = match?.[1];
		if (match === null || id === undefined) return undefined;
		return { id, start: start + match.index, end: start + match.index + id.length + 3 };
	}
	if (last.type === 'mdxTextExpression') {
		const match = /^\s*\/\*(?:\s*#([\w-]+)\s*|([\w-]+))\*\/\s*$/.exec(last.value);
		const id = match?.[1] ?? match?.[2];
		return id === undefined ? undefined : { id, start, end };
	}
	return undefined;
}

/** The content of a heading without its explicit id. */
function beforeId(
	reader: NodeReader,
	children: readonly PhrasingContent[],
	id: ExplicitId,
): PhrasingContent[] {
	const last = children.at(-1);
	const kept = children.slice(0, -1);
	if (last?.type !== 'text' || last.position === undefined) {
		return kept.map((child, place) =>
			place === kept.length - 1 ? withoutEnd(reader, child) : child,
		);
	}
	const value = last.value.slice(0, last.value.lastIndexOf('{#')).trimEnd();
	if (value === '') return kept;
	const offset = reader.trimmedEnd(reader.startOf(last), id.start) - reader.shift;
	return [
		...kept,
		{ ...last, value, position: { ...last.position, end: { ...last.position.end, offset } } },
	];
}

/** A text without the blanks that only set off what followed it. */
function withoutEnd(reader: NodeReader, child: PhrasingContent): PhrasingContent {
	if (
		child.type !== 'text' ||
		child.position === undefined ||
		child.value.trimEnd() === child.value
	)
		return child;
	const offset = reader.trimmedEnd(reader.startOf(child), reader.endOf(child)) - reader.shift;
	return {
		...child,
		value: child.value.trimEnd(),
		position: { ...child.position, end: { ...child.position.end, offset } },
	};
}
