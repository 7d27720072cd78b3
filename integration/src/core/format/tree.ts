import type { AuthoredNode, Leaf, NodeType } from '../nodes/node.ts';
import type { Span } from '../spans.ts';
import { AttributeRules, type Attributes, type BareNode } from './attributes.ts';
import type { DocumentFile } from './files.ts';
import { decodeNumbers, decodeSigned, encodeNumbers, encodeSigned } from '../varints.ts';
import { Lengths, Places, type Before } from './places.ts';

/**
 * Nodes and texts are written in the order of the source, as what opens, what closes and what is
 * text. Where each stands follows from the source, or is written as how far off it is.
 */
type Tree = DocumentFile['tree'];

/** A run of text that readers see: its span, its holder (-1: none), and its value where that differs. */
export interface TextSegment extends Span {
	readonly node: number;
	readonly value?: string;
}

/** What readers see of a source, and what holds it. */
export interface DecodedTree {
	readonly nodes: readonly AuthoredNode[];
	readonly segments: readonly TextSegment[];
}

export const letters: Readonly<Record<NodeType, string>> = {
	blockquote: 'b',
	callout: 'o',
	code: 'c',
	component: 'x',
	directive: 'v',
	expression: 'e',
	footnoteDefinition: 'f',
	footnoteReference: 'n',
	heading: 'h',
	html: 'w',
	image: 'g',
	link: 'a',
	list: 'l',
	listItem: 'i',
	math: 'm',
	paragraph: 'p',
	table: 't',
	tableCell: 'd',
	tableRow: 'r',
	thematicBreak: 'k',
};
const types = new Map(Object.entries(letters).map(([type, letter]) => [letter, type as NodeType]));

export function segmentsOf(leaves: readonly Leaf[]): TextSegment[] {
	const all: TextSegment[] = [];
	for (const { node, segments } of leaves)
		for (const { start, end, value } of segments)
			all.push(value === undefined ? { start, end, node } : { start, end, node, value });
	return all;
}

export function encodeTree(
	text: string,
	nodes: readonly AuthoredNode[],
	segments: readonly TextSegment[],
): Tree {
	const places = new Places(text);
	const lengths = new Lengths(text);
	const gaps: number[] = [];
	const counted: number[] = [];
	const values: [number, string][] = [];
	const open: AuthoredNode[] = [];
	let shape = '';
	let at = 0;
	let before: Before = 'opening';
	const put = (mark: string, place: number, expected: number): void => {
		shape += mark;
		gaps.push(place - expected);
		at = place;
	};
	const closeTo = (holder: number): void => {
		for (let node = open.at(-1); node !== undefined && node.index !== holder; node = open.at(-1)) {
			put(')', node.end, places.endOf(node, at));
			open.pop();
			before = 'closing';
		}
	};
	let next = 0;
	const openNode = (node: AuthoredNode): void => {
		closeTo(node.parent);
		put(letters[node.type], node.start, places.node(node.type, at, open.at(-1), before));
		open.push(node);
		before = 'opening';
		next++;
	};
	segments.forEach(({ start, end, node: holder, value }, order) => {
		for (let node = nodes[next]; node !== undefined; node = nodes[next]) {
			if (node.index > holder && node.start >= start) break;
			openNode(node);
		}
		closeTo(holder);
		put('.', start, places.textOf(at, open.at(-1), before));
		counted.push(lengths.encode(open.at(-1), start, end));
		if (value !== undefined) values.push([order, value]);
		at = end;
		before = 'text';
	});
	for (let node = nodes[next]; node !== undefined; node = nodes[next]) openNode(node);
	closeTo(-1);
	const attributes = encodeAttributes(text, nodes, segments);
	return {
		shape: shape.replace(/([a-z])\.\)/g, (_, letter: string) => letter.toUpperCase()),
		gaps: encodeSigned(gaps),
		lengths: encodeNumbers(counted),
		...(values.length === 0 ? {} : { values }),
		...(attributes.length === 0 ? {} : { attributes }),
	};
}

/** @throws {RangeError} where the tree is none of the source. */
export function decodeTree(tree: Tree, text: string): DecodedTree {
	const places = new Places(text);
	const lengths = new Lengths(text);
	const gaps = decodeSigned(tree.gaps);
	const counted = decodeNumbers(tree.lengths);
	const values = new Map(tree.values);
	const nodes: Writable<BareNode>[] = [];
	const segments: TextSegment[] = [];
	const open: Writable<BareNode>[] = [];
	const children = new Map<number, number>();
	let at = 0;
	let before: Before = 'opening';
	let event = 0;
	const place = (expected: number): number => {
		at = expected + (gaps[event++] ?? Number.NaN);
		if (!(at >= 0 && at <= text.length)) throw new RangeError('A place lies outside the source.');
		return at;
	};
	for (const mark of tree.shape.replace(/[A-Z]/g, (letter) => `${letter.toLowerCase()}.)`)) {
		const holder = open.at(-1);
		if (mark === '.') {
			const start = place(places.textOf(at, holder, before));
			at = lengths.decode(holder, start, counted[segments.length] ?? Number.NaN);
			const value = values.get(segments.length);
			const node = holder?.index ?? -1;
			segments.push({ start, end: at, node, ...(value === undefined ? {} : { value }) });
			before = 'text';
		} else if (mark === ')') {
			if (holder === undefined) throw new RangeError('More nodes close than open.');
			holder.end = place(places.endOf(holder, at));
			open.pop();
			before = 'closing';
		} else {
			const type = types.get(mark);
			if (type === undefined) throw new RangeError(`${mark} is no type of node.`);
			const start = place(places.node(type, at, holder, before));
			const parent = holder?.index ?? -1;
			const ordinal = children.get(parent) ?? 0;
			children.set(parent, ordinal + 1);
			const node = { type, index: nodes.length, parent, ordinal, start, end: start };
			nodes.push(node);
			open.push(node);
			before = 'opening';
		}
	}
	if (open.length > 0 || event !== gaps.length || segments.length !== counted.length)
		throw new RangeError('The columns of the tree differ in length.');
	return { nodes: withAttributes(text, nodes, segments, new Map(tree.attributes)), segments };
}

/** What nodes say otherwise than expected; `null` where they do not say what is expected. */
function encodeAttributes(
	text: string,
	nodes: readonly AuthoredNode[],
	segments: readonly TextSegment[],
): [number, Attributes][] {
	const rules = new AttributeRules(text, nodes, textsOf(text, segments));
	const others: [number, Attributes][] = [];
	for (const node of nodes) {
		const own: Attributes = node.attributes;
		const expected = rules.expected(node);
		let other: Record<string, unknown> | undefined;
		for (const name in expected)
			if (!isSame(own[name], expected[name])) (other ??= {})[name] = own[name] ?? null;
		for (const name in own) if (!(name in expected)) (other ??= {})[name] = own[name];
		if (other !== undefined) others.push([node.index, other]);
		rules.learn(node, own);
	}
	return others;
}

function withAttributes(
	text: string,
	nodes: readonly BareNode[],
	segments: readonly TextSegment[],
	others: ReadonlyMap<number, Attributes>,
): AuthoredNode[] {
	const rules = new AttributeRules(text, nodes, textsOf(text, segments));
	return nodes.map((node) => {
		const attributes: Record<string, unknown> = {};
		const said = { ...rules.expected(node), ...others.get(node.index) };
		for (const [name, value] of Object.entries(said))
			if (value !== undefined && value !== null) attributes[name] = value;
		rules.learn(node, attributes);
		return { ...node, attributes } as AuthoredNode;
	});
}

/** What readers see of spans that are asked for in order. */
function textsOf(text: string, segments: readonly TextSegment[]): (span: Span) => string {
	let first = 0;
	return ({ start, end }) => {
		while ((segments[first]?.end ?? Infinity) <= start) first++;
		let seen = '';
		for (let at = first; (segments[at]?.start ?? Infinity) < end; at++) {
			const segment = segments[at];
			if (segment !== undefined) seen += segment.value ?? text.slice(segment.start, segment.end);
		}
		return seen;
	};
}

function isSame(own: unknown, expected: unknown): boolean {
	return (
		own === expected ||
		(typeof own === 'object' && JSON.stringify(own) === JSON.stringify(expected))
	);
}

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };
