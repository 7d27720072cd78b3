import type { Adapter } from '../adapters/adapter.ts';
import type { Span } from '../spans.ts';
import { readAttributes, titleOf, type Attributes, type LiteralAttribute } from './attributes.ts';
import { calloutSeverity } from './callouts.ts';
import { gridOf, type GridElement } from './grids.ts';
import { hiddenElements, textAttributes } from './html-elements.ts';
import { addGridPart, readHtmlText } from './html.ts';
import type { NodeAttributes } from './node.ts';
import type { MdastNode, MdxElement, NodeReader } from './reader.ts';
import { closest } from './tree.ts';

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
	if (name === 'br') {
		reader.addLeaf('break', start, end, parent, [{ start, end, value: '\n' }]);
		return end;
	}
	if (hiddenElements.has(name)) {
		reader.add('component', start, end, parent, { name, kind: 'decoration' });
		reader.addSyntax('tag', start, end);
		return end;
	}
	if (name === 'img' || adapter?.kind === 'media') {
		return readMedia(reader, element, attributes, adapter, start, end, parent);
	}
	if (adapter?.kind === 'code' && element.children.length === 0) {
		const code = attributes.literal.get(adapter.code ?? 'code');
		if (code !== undefined) return readCode(reader, attributes, adapter, code, start, end, parent);
	}

	const index = addElement(reader, element, adapter, attributes, { start, end }, parent);
	const shown = [...shownBy(adapter, name), ...(isSlotLabel(reader, parent) ? ['slot'] : [])];
	if (adapter?.slotLabels === true) reader.slotted.add(index);
	const pieces = shownAttributes(reader, name, shown, attributes, adapter !== undefined);
	if (element.attributes.some((attribute) => attribute.type === 'mdxJsxExpressionAttribute')) {
		reader.report('attribute-spread', openingTag(reader, element, { start, end }, parent), {
			name,
		});
	}
	const firstLeaf = reader.leaves.length;
	readTagged(reader, element, pieces, adapter, start, end, index);
	nameColumn(reader, element, firstLeaf);
	return end;
}

/** Adds the node that an element stands for. */
function addElement(
	reader: NodeReader,
	element: MdxElement,
	adapter: Adapter | undefined,
	attributes: Attributes,
	range: Span,
	parent: number,
): number {
	const { start, end } = range;
	const name = element.name ?? '';
	const id = attributes.literal.get('id')?.value;
	if (id !== undefined) reader.anchors.add(id);
	const title =
		titleOf(adapter, attributes)?.value ??
		(isSlotLabel(reader, parent) ? attributes.literal.get('slot')?.value : undefined);
	const url = attributes.literal.get(adapter?.url ?? 'href')?.value;
	const titled = title === undefined ? {} : { title };

	if (adapter?.kind === 'callout') {
		const severity = severityOf(adapter, attributes);
		return reader.add('callout', start, end, parent, { severity, name, ...titled }).index;
	}
	if (name === 'a') return reader.add('link', start, end, parent, { url: url ?? '' }).index;
	if (name === 'table') readGrid(reader, element, openingTag(reader, element, range, parent));
	const part = reader.grid.get(element);
	if (part !== undefined) return addGridPart(reader, part, range, parent);

	const target =
		adapter?.target === undefined
			? transcluded(reader, name)
			: attributes.literal.get(adapter.target)?.value;
	const kind =
		adapter?.kind ??
		(isElementName(name) ? 'element' : target === undefined ? 'unknown' : 'transclusion');
	if (kind === 'unknown')
		reader.report('component-unknown', openingTag(reader, element, { start, end }, parent), {
			name,
		});
	return reader.add('component', start, end, parent, {
		name,
		kind,
		...titled,
		...(url === undefined ? {} : { url }),
		...(target === undefined ? {} : { target }),
	}).index;
}

/** Whether children of a node carry labels for readers in the names of their slots. */
function isSlotLabel(reader: NodeReader, parent: number): boolean {
	return reader.slotted.has(parent);
}

/** Finds out whether a table is a plain grid; what is none is kept as text and reported. */
function readGrid(reader: NodeReader, table: MdxElement, opening: Span): void {
	const parts = gridOf(gridElement(table));
	if (parts === undefined) reader.report('table-complex', opening);
	else for (const [origin, part] of parts) reader.grid.set(origin, part);
}

function gridElement(node: MdxElement): GridElement {
	const children = node.children.flatMap((child): readonly MdastNode[] =>
		child.type === 'paragraph' ? child.children : [child],
	);
	return {
		name: node.name ?? '',
		spanning: node.attributes.some(
			(attribute) =>
				attribute.type === 'mdxJsxAttribute' && /^(?:row|col)span$/i.test(attribute.name),
		),
		// What is no element is no part of a grid, so it has no name.
		children: children
			.filter((child) => child.type !== 'text' || child.value.trim() !== '')
			.map((child) =>
				child.type === 'mdxJsxFlowElement' || child.type === 'mdxJsxTextElement'
					? gridElement(child)
					: { name: '', spanning: false, children: [], origin: child },
			),
		origin: node,
	};
}

/** A cell of the header row names its column. */
function nameColumn(reader: NodeReader, element: MdxElement, firstLeaf: number): void {
	if (reader.grid.get(element)?.type !== 'tableCell') return;
	const cell = reader.leaves[firstLeaf]?.node;
	const row = closest(reader.nodes, cell ?? -1, 'tableRow');
	const table = closest(reader.nodes, row?.index ?? -1, 'table');
	if (row?.attributes.header === true)
		(table?.attributes.columns as string[]).push(reader.visibleFrom(firstLeaf).trim());
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
	const opened = openingTag(reader, element, { start, end }, index).end;
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
	const title = titleOf(adapter, attributes, 'title');
	const dynamic = attributes.dynamic.get('alt');
	if (dynamic !== undefined)
		reader.report('attribute-dynamic', dynamic, { name: element.name ?? '', attribute: 'alt' });
	const { index } = reader.add('image', start, end, parent, {
		url: urlOf(reader, attributes, adapter?.url ?? 'src'),
		alt: alt?.value ?? '',
		...(title === undefined ? {} : { title: title.value }),
		...(dynamic === undefined ? {} : { dynamic: true }),
	});
	const shown = [alt, title].filter(
		(attribute) => attribute !== undefined && attribute.value !== '',
	);
	readTagged(reader, element, shown as LiteralAttribute[], undefined, start, end, index);
	return end;
}

/** What a medium shows: a path as it stands, the file that an imported name stands for, or the expression. */
function urlOf(reader: NodeReader, { literal, dynamic }: Attributes, source: string): string {
	const url = literal.get(source)?.value;
	const expression = dynamic.get(source);
	if (url !== undefined || expression === undefined) return url ?? '';
	const imported = reader.imports.get(expression.named ?? '');
	if (imported?.exported === 'default') return imported.from;
	const { start, end } = expression;
	return reader.text.slice(start, end).replace(/^[^=]*=\s*/, '');
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
	const title = titleOf(adapter, attributes, 'title')?.value;
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
		pieces.push(...(attributes.lists.get(attribute) ?? []));
		if (literal !== undefined && literal.value !== '') pieces.push(literal);
		else if (dynamic !== undefined && (adapted || !isElementName(name))) {
			reader.report('attribute-dynamic', dynamic, { name, attribute });
		}
	}
	return pieces;
}

function shownBy(adapter: Adapter | undefined, name: string): readonly string[] {
	if (adapter === undefined) return isElementName(name) ? [] : textAttributes;
	const title = [adapter.title ?? []].flat();
	return [...title, ...(adapter.text ?? []), adapter.html, adapter.code].filter(
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

/**
 * The opening tag. The parser gives no position for it: it ends with the first `>` behind the last
 * attribute, or behind the name, that is no mark of a quotation around it.
 */
function openingTag(reader: NodeReader, element: MdxElement, range: Span, holder: number): Span {
	const { text } = reader;
	const { start, end } = range;
	const last = element.attributes.at(-1);
	const depth = quotationsAround(reader, holder);
	let marks = 0;
	for (let at = last?.position === undefined ? start : reader.endOf(last); at < end; at++) {
		const unit = text.charAt(at);
		if (unit === '\n' || unit === '\r') marks = depth;
		else if (unit === '>' && marks-- <= 0) return { start, end: at + 1 };
		else if (unit !== '>' && unit !== ' ' && unit !== '\t') marks = 0;
	}
	return range;
}

/** How many quotation marks may stand in front of each line of what a node holds. */
function quotationsAround(reader: NodeReader, holder: number): number {
	let count = 0;
	for (let node = reader.nodes[holder]; node !== undefined; node = reader.nodes[node.parent])
		if (reader.text.charAt(node.start) === '>') count++;
	return count;
}
