import type { Adapter } from '../adapters/adapter.ts';
import type { Span } from '../spans.ts';
import type { MdxElement, NodeReader } from './reader.ts';
import { literalText, literalTexts, namedIn, type LiteralText } from './script.ts';
import type { Reading } from './segments.ts';

/** An attribute whose value is known from the source. */
export interface LiteralAttribute extends Span {
	readonly name: string;
	readonly value: string;
	readonly reading: Reading;
}

/** An attribute that is an expression. */
export interface DynamicAttribute extends Span {
	/** The name that the expression consists of. */
	readonly named?: string;
}

export interface Attributes {
	readonly literal: ReadonlyMap<string, LiteralAttribute>;
	/** Attributes that are lists of texts. */
	readonly lists: ReadonlyMap<string, readonly LiteralAttribute[]>;
	/** Attributes that are expressions. */
	readonly dynamic: ReadonlyMap<string, DynamicAttribute>;
}

const NONE: Attributes = { literal: new Map(), lists: new Map(), dynamic: new Map() };

/** Reads what is literal of the attributes of an element. */
export function readAttributes(reader: NodeReader, element: MdxElement): Attributes {
	if (element.attributes.length === 0) return NONE;
	const literal = new Map<string, LiteralAttribute>();
	const lists = new Map<string, LiteralAttribute[]>();
	const dynamic = new Map<string, DynamicAttribute>();
	for (const attribute of element.attributes) {
		if (attribute.type !== 'mdxJsxAttribute' || attribute.value == null) continue;
		const { name, value } = attribute;
		const range = { start: reader.startOf(attribute), end: reader.endOf(attribute) };
		if (typeof value === 'string') {
			literal.set(name, readString(reader, name, value, range));
			continue;
		}
		const text = literalText(value.data?.estree);
		const texts = literalTexts(value.data?.estree);
		const placed = ({ start, end, value: read }: LiteralText): LiteralAttribute => ({
			name,
			value: read,
			start: start + reader.shift,
			end: end + reader.shift,
			reading: 'script',
		});
		if (texts !== undefined) lists.set(name, texts.map(placed));
		else if (text === undefined || text === 'comment') {
			const named = namedIn(value.data?.estree);
			dynamic.set(name, named === undefined ? range : { ...range, named });
		} else literal.set(name, placed(text));
	}
	return { literal, lists, dynamic };
}

/** An attribute in quotes. */
function readString(
	reader: NodeReader,
	name: string,
	value: string,
	{ start, end }: Span,
): LiteralAttribute {
	const equals = reader.text.indexOf('=', start);
	const quote = reader.text.slice(equals + 1, end).search(/["']/);
	return { name, value, start: equals + quote + 2, end: end - 1, reading: 'markup' };
}

/** The attribute that names a part. */
export function titleOf(
	adapter: Adapter | undefined,
	{ literal }: Attributes,
	otherwise?: string,
): LiteralAttribute | undefined {
	const names = [adapter?.title ?? otherwise ?? []].flat();
	const named = names.find((name) => literal.has(name));
	return named === undefined ? undefined : literal.get(named);
}
