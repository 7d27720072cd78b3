import type { List, ListItem } from 'mdast';
import { BLOCKS, type Between, type NodeReader } from './reader.ts';

/** A task's box may hold a line break, and then the marks that continue a line. */
const ITEM: Between = {
	kind: 'marker',
	first: /^(?:[-+*]|\d+[.)])[\s>]*(?:\[(?:[xX]|[\s>]+)\])?[\s>]*$/,
};
/** A number has nine digits at most. */
const LONGEST_MARKER = 10;

export function readList(
	reader: NodeReader,
	node: List,
	start: number,
	end: number,
	parent: number,
): number {
	const attributes = {
		ordered: node.ordered === true,
		...(typeof node.start === 'number' ? { first: node.start } : {}),
		tight: node.spread !== true && node.children.every((item) => item.spread !== true),
	};
	return reader.container('list', start, end, parent, attributes, node.children, BLOCKS);
}

export function readListItem(
	reader: NodeReader,
	node: ListItem,
	start: number,
	end: number,
	parent: number,
): number {
	const attributes = {
		marker: /^(?:[-+*]|\d+[.)])/.exec(reader.text.slice(start, start + LONGEST_MARKER))?.[0] ?? '',
		...(typeof node.checked === 'boolean' ? { checked: node.checked } : {}),
	};
	const children = typeof node.checked === 'boolean' ? behindBox(node.children) : node.children;
	return reader.container('listItem', start, end, parent, attributes, children, ITEM);
}

/** A task's paragraph starts with its text; where that is no plain text, remark counts the box in. */
function behindBox([first, ...rest]: ListItem['children']): ListItem['children'] {
	const start = first?.type === 'paragraph' ? first.children[0]?.position?.start : undefined;
	if (first?.type !== 'paragraph' || first.position === undefined || start === undefined)
		return first === undefined ? [] : [first, ...rest];
	return [{ ...first, position: { ...first.position, start } }, ...rest];
}
