import type { MdxJsxAttribute, MdxJsxExpressionAttribute } from 'mdast-util-mdx-jsx';
import { checkSpread, expressionOf } from './script.ts';
import { Unsure } from './unsure.ts';

/** An attribute as a parser gives it that says neither where it stands nor what its script is. */
export type BareAttribute =
	| { readonly type: 'mdxJsxExpressionAttribute'; readonly value: string }
	| {
			readonly type: 'mdxJsxAttribute';
			readonly name: string;
			readonly value?: string | null | { readonly type: string; readonly value: string };
	  };

type Attribute = MdxJsxAttribute | MdxJsxExpressionAttribute;
type Position = NonNullable<Attribute['position']>;

const BLANKS = /[\t\n\r ]*/y;
const INDENT = /[\t ]*/y;
const LINE_END = /\r\n|\n|\r/y;

/**
 * Finds the attributes of a tag in its source and completes each with its position and the program
 * of its expression. The tag must hold exactly these attributes, in this order.
 *
 * @param start Where the tag starts.
 * @param place Makes the position of a span.
 * @throws {Unsure} where the source reads otherwise.
 */
export function completeAttributes(
	text: string,
	start: number,
	name: string,
	attributes: readonly BareAttribute[],
	place: (start: number, end: number) => Position,
): Attribute[] {
	let at = behind(text, start, '<');
	at = behind(text, skip(text, at, BLANKS), name);
	const complete = attributes.map((attribute): Attribute => {
		const from = skip(text, at, BLANKS);
		const read = readAttribute(text, from, attribute);
		at = read.end;
		return { ...read.attribute, position: place(from, at) };
	});
	at = skip(text, at, BLANKS);
	if (text.charAt(at) === '/') at = skip(text, at + 1, BLANKS);
	behind(text, at, '>');
	return complete;
}

function readAttribute(
	text: string,
	start: number,
	attribute: BareAttribute,
): { attribute: Attribute; end: number } {
	if (attribute.type === 'mdxJsxExpressionAttribute') {
		const end = behindBraces(text, start, attribute.value);
		checkSpread(text.slice(start + 1, end - 1));
		return { attribute: { type: attribute.type, value: attribute.value }, end };
	}
	const { type, name, value } = attribute;
	const named = behind(text, start, name);
	if (value == null) return { attribute: { type, name, value: null }, end: named };
	const from = skip(text, behind(text, skip(text, named, BLANKS), '='), BLANKS);
	if (typeof value === 'string')
		return { attribute: { type, name, value }, end: behindQuotes(text, from, value) };
	const end = behindBraces(text, from, value.value);
	const data = { estree: expressionOf(text, from + 1, end - 1) };
	const expression = { type: 'mdxJsxAttributeValueExpression', value: value.value, data } as const;
	return { attribute: { type, name, value: expression }, end };
}

/**
 * Steps over an expression with its braces. Lines may be indented otherwise than in the source:
 * parsers cut the indentation of containers.
 */
export function behindBraces(text: string, start: number, value: string): number {
	let at = behind(text, start, '{');
	const [first = '', ...lines] = value.split(/\r\n|\n|\r/);
	at = behind(text, at, first);
	for (const line of lines) {
		const from = skip(text, at, LINE_END);
		if (from === at) throw otherwise();
		at = behind(text, skip(text, from, INDENT), line.replace(/^[\t ]+/, ''));
	}
	return behind(text, at, '}');
}

/** Only character references may make a value differ from what stands between the quotes. */
function behindQuotes(text: string, at: number, value: string): number {
	const quote = text.charAt(at);
	const end = quote === '"' || quote === "'" ? text.indexOf(quote, at + 1) : -1;
	const written = text.slice(at + 1, end);
	if (end < 0 || (written !== value && (!written.includes('&') || /[\r\n]/.test(written))))
		throw otherwise();
	return end + 1;
}

function behind(text: string, at: number, wanted: string): number {
	if (!text.startsWith(wanted, at)) throw otherwise();
	return at + wanted.length;
}

function skip(text: string, at: number, pattern: RegExp): number {
	pattern.lastIndex = at;
	return at + (pattern.exec(text)?.[0].length ?? 0);
}

function otherwise(): Unsure {
	return new Unsure('A tag or expression reads otherwise than its source.');
}
