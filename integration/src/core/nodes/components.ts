import type { MdxJsxAttribute } from 'mdast-util-mdx-jsx';
import type { Adapter } from '../adapters/adapter.ts';
import type { Span } from '../spans.ts';
import { calloutSeverity } from './callouts.ts';
import { readHtmlText } from './html.ts';
import type { NodeAttributes } from './node.ts';
import type { MdxElement, NodeReader } from './reader.ts';
import { literalText } from './script.ts';
import type { Reading } from './segments.ts';

/**
 * Attributes in which components of any make tend to keep words for readers. They are read where no
 * adapter says better.
 */
const TEXT_ATTRIBUTES = [
	'title',
	'label',
	'heading',
	'caption',
	'description',
	'summary',
	'text',
	'alt',
];

/** An attribute whose value is known from the source. */
interface LiteralAttribute extends Span {
	readonly name: string;
	readonly value: string;
	readonly reading: Reading;
}

interface Attributes {
	readonly literal: ReadonlyMap<string, LiteralAttribute>;
	/** Attributes that are expressions, with their spans. */
	readonly dynamic: ReadonlyMap<string, Span>;
}

/** Reads an element of MDX: an HTML element, a fragment, or a component by its adapter. */
export function readComponent(
	reader: NodeReader,
	element: MdxElement,
	start: number,
	end: number,
	parent: number,
): number {
	const name = element.name ?? '';
	const attributes = readAttributes(reader, element);
	const adapter = reader.options.adapters.find(name, reader.imports);
	const target = transcluded(reader, name);

	if (name === 'br') {
		reader.addLeaf('break', start, end, parent, [{ start, end, value: '\n' }]);
		return end;
	}
	if (name === 'img' || adapter?.kind === 'media') {
		return readMedia(reader, element, attributes, adapter, start, end, parent);
	}
	if (adapter?.kind === 'code' && element.children.length === 0) {
		const code = attributes.literal.get(adapter.code ?? 'code');
		if (code !== undefined) return readCode(reader, attributes, adapter, code, start, end, parent);
	}

	const title =
		adapter?.title === undefined ? undefined : attributes.literal.get(adapter.title)?.value;
	const url = attributes.literal.get(adapter?.url ?? 'href')?.value;
	let index: number;
	if (adapter?.kind === 'callout') {
		const severity = severityOf(adapter, attributes);
		index = reader.add('callout', start, end, parent, {
			severity,
			name,
			...(title === undefined ? {} : { title }),
		}).index;
	} else if (name === 'a') {
		index = reader.add('link', start, end, parent, { url: url ?? '' }).index;
	} else {
		const known = adapter !== undefined || isElementName(name) || target !== undefined;
		index = reader.add('component', start, end, parent, {
			name,
			kind:
				adapter?.kind ??
				(isElementName(name) ? 'element' : target === undefined ? 'unknown' : 'transclusion'),
			...(title === undefined ? {} : { title }),
			...(url === undefined ? {} : { url }),
			...(target === undefined ? {} : { target }),
		}).index;
		if (!known)
			reader.report(
				'component-unknown',
				{ start, end: openingEnd(reader, element, start, end) },
				{ name },
			);
	}

	const shown = textAttributes(adapter, name);
	const pieces = shownAttributes(reader, name, shown, attributes, adapter !== undefined);
	if (element.attributes.some((attribute) => attribute.type === 'mdxJsxExpressionAttribute')) {
		reader.report(
			'attribute-spread',
			{ start, end: openingEnd(reader, element, start, end) },
			{ name },
		);
	}
	readTagged(reader, element, pieces, adapter, start, end, index);
	return end;
}

/** Reads the opening tag, the children and the closing tag. */
function readTagged(
	reader: NodeReader,
	element: MdxElement,
	pieces: readonly LiteralAttribute[],
	adapter: Adapter | undefined,
	start: number,
	end: number,
	index: number,
): void {
	const opened = openingEnd(reader, element, start, end);
	let from = start;
	for (const piece of [...pieces].sort((a, b) => a.start - b.start)) {
		reader.between(from, piece.start, 'tag', /^[^]*$/);
		if (piece.name === adapter?.html)
			readHtmlText(reader, piece.value, piece.start, piece.end, index, piece.reading);
		else reader.addAligned('attribute', piece.start, piece.end, index, piece.value, piece.reading);
		from = piece.end;
	}
	reader.between(from, opened, 'tag', /^[^]*$/);
	if (opened < end) {
		reader.visitChildren(element.children, opened, end, index, {
			kind: 'tag',
			last: /^(?:[\s>]*)<\/[^]*>$/,
		});
	}
}

function readMedia(
	reader: NodeReader,
	element: MdxElement,
	attributes: Attributes,
	adapter: Adapter | undefined,
	start: number,
	end: number,
	parent: number,
): number {
	const alt = attributes.literal.get('alt');
	const title = attributes.literal.get(adapter?.title ?? 'title');
	const source = adapter?.url ?? 'src';
	const dynamic = attributes.dynamic.get(source);
	const url =
		attributes.literal.get(source)?.value ??
		(dynamic === undefined ? '' : reader.text.slice(dynamic.start, dynamic.end));
	const { index } = reader.add('image', start, end, parent, {
		url,
		alt: alt?.value ?? '',
		...(title === undefined ? {} : { title: title.value }),
	});
	const shown = [alt, title].filter(
		(attribute) => attribute !== undefined && attribute.value !== '',
	);
	readTagged(reader, element, shown as LiteralAttribute[], undefined, start, end, index);
	return end;
}

function readCode(
	reader: NodeReader,
	attributes: Attributes,
	adapter: Adapter,
	code: LiteralAttribute,
	start: number,
	end: number,
	parent: number,
): number {
	const language = attributes.literal.get(adapter.language ?? 'lang')?.value;
	const title = attributes.literal.get(adapter.title ?? 'title')?.value;
	const { index } = reader.add('code', start, end, parent, {
		...(language === undefined ? {} : { language }),
		...(title === undefined ? {} : { title }),
	});
	reader.addSyntax('tag', start, code.start);
	reader.addAligned('code', code.start, code.end, index, code.value, code.reading);
	reader.addSyntax('tag', code.end, end);
	return end;
}

/** The attributes whose text readers see; what should be text and is not known is reported. */
function shownAttributes(
	reader: NodeReader,
	name: string,
	shown: readonly string[],
	attributes: Attributes,
	adapted: boolean,
): LiteralAttribute[] {
	const pieces: LiteralAttribute[] = [];
	for (const attribute of shown) {
		const literal = attributes.literal.get(attribute);
		const dynamic = attributes.dynamic.get(attribute);
		if (literal !== undefined && literal.value !== '') pieces.push(literal);
		else if (dynamic !== undefined && (adapted || !isElementName(name))) {
			reader.report('attribute-dynamic', dynamic, { name, attribute });
		}
	}
	return pieces;
}

function textAttributes(adapter: Adapter | undefined, name: string): readonly string[] {
	if (adapter === undefined) return isElementName(name) ? [] : TEXT_ATTRIBUTES;
	return [adapter.title, ...(adapter.text ?? []), adapter.html].filter(
		(attribute) => attribute !== undefined,
	);
}

function severityOf(
	adapter: Adapter,
	attributes: Attributes,
): NodeAttributes['callout']['severity'] {
	if (adapter.severity === undefined) return 'note';
	if (typeof adapter.severity === 'string') return adapter.severity;
	const { attribute, otherwise } = adapter.severity;
	return calloutSeverity(attributes.literal.get(attribute)?.value ?? '') ?? otherwise;
}

/** A component that is the default export of a Markdown file shows that file's content. */
function transcluded(reader: NodeReader, name: string): string | undefined {
	const imported = reader.imports.get(name);
	if (imported?.exported === 'default' && /\.mdx?$/.test(imported.from)) return imported.from;
	return imported?.exported === 'Content' && /\.md$/.test(imported.from)
		? imported.from
		: undefined;
}

function isElementName(name: string): boolean {
	return name === '' || /^[a-z][\w-]*$/.test(name);
}

function readAttributes(reader: NodeReader, element: MdxElement): Attributes {
	const literal = new Map<string, LiteralAttribute>();
	const dynamic = new Map<string, Span>();
	for (const attribute of element.attributes) {
		if (attribute.type !== 'mdxJsxAttribute') continue;
		const read = readAttribute(reader, attribute);
		if (read === undefined) continue;
		if ('value' in read) literal.set(attribute.name, read);
		else dynamic.set(attribute.name, read);
	}
	return { literal, dynamic };
}

function readAttribute(
	reader: NodeReader,
	attribute: MdxJsxAttribute,
): LiteralAttribute | Span | undefined {
	const { name, value } = attribute;
	if (value == null) return undefined;
	const start = reader.startOf(attribute);
	const end = reader.endOf(attribute);
	if (typeof value === 'string') {
		const equals = reader.text.indexOf('=', start);
		const quote = reader.text.slice(equals + 1, end).search(/["']/);
		return { name, value, start: equals + quote + 2, end: end - 1, reading: 'markup' };
	}
	const text = literalText(value.data?.estree);
	if (text === undefined || text === 'comment') return { start, end };
	return {
		name,
		value: text.value,
		start: text.start + reader.shift,
		end: text.end + reader.shift,
		reading: 'script',
	};
}

/**
 * Where the opening tag ends. The parser gives no position for it: it is the first `>` behind the
 * last attribute, or behind the name.
 */
function openingEnd(reader: NodeReader, element: MdxElement, start: number, end: number): number {
	const last = element.attributes.at(-1);
	const from = last?.position === undefined ? start : reader.endOf(last);
	const closed = reader.text.indexOf('>', from);
	return closed < 0 || closed >= end ? end : closed + 1;
}
