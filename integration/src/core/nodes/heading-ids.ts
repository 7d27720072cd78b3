import type { Heading } from 'mdast';
import type { MdxTextExpression } from 'mdast-util-mdx-expression';
import type { Span } from '../spans.ts';

/** An id that the author gave a heading, with the span of its syntax. */
export interface ExplicitId extends Span {
	readonly id: string;
}

/**
 * Finds `{#id}` at the end of a Markdown heading, and `{/* id *\/}` or `{/* #id *\/}` at the end of an
 * MDX heading, where braces are expressions.
 */
export function explicitId(
	text: string,
	start: number,
	end: number,
	heading: Heading,
	shift: number,
): ExplicitId | undefined {
	const last = heading.children.at(-1);
	if (last?.position?.start.offset === undefined || last.position.end.offset === undefined) return undefined;
	const from = last.position.start.offset + shift;
	const to = last.position.end.offset + shift;
	if (last.type === 'text') {
		const match = /[ \t]*\{#([^\s{}#]+)\}[ \t]*$/.exec(text.slice(from, to));
		const id = match?.[1];
		if (match === null || id === undefined || from + match.index < start || to > end) return undefined;
		const syntax = from + match.index + match[0].indexOf('{');
		return { id, start: syntax, end: syntax + id.length + 3 };
	}
	if (last.type === 'mdxTextExpression') {
		const id = /^\s*\/\*\s*#?([\w-]+)\s*\*\/\s*$/.exec((last as MdxTextExpression).value)?.[1];
		return id === undefined ? undefined : { id, start: from, end: to };
	}
	return undefined;
}
