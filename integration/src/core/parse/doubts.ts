import { Unsure } from './unsure.ts';

/** A node of a tree before it is what its type says. */
export interface LooseNode {
	readonly type: string;
	children?: LooseNode[];
	value?: string;
	name?: string | null;
	attributes?: readonly unknown[] | object;
	checked?: boolean | null;
	data?: object;
	position: { start: { offset: number }; end: { offset: number } };
}

/** The blocks around a node. */
export interface Around {
	readonly quotation: boolean;
	readonly item: boolean;
	readonly directive: boolean;
}

/**
 * Refuses what Sätteri reads otherwise than remark, or may. Each shape here is rare, so it costs
 * little to leave such a file to remark; each was found by comparing the two over real and made-up
 * documents.
 *
 * @throws {Unsure}
 */
export function checkText(text: string): void {
	if (text.includes('\0') || !text.isWellFormed()) throw new Unsure('A unit is no character.');
	if (text.includes('\r') && /\r(?!\n)/.test(text))
		throw new Unsure('A carriage return stands alone.');
}

/** Refuses what one node shows; see {@link checkText}. */
export function checkNode(text: string, node: LooseNode, around: Around): void {
	checkChildren(text, node);
	switch (node.type) {
		case 'containerDirective':
			checkOpening(text, node);
			checkClosing(text, node, around);
			break;
		case 'leafDirective':
			checkOpening(text, node);
			break;
		case 'listItem':
			checkTask(text, node);
			break;
		case 'blockquote':
			checkQuotation(text, node);
			break;
		case 'code':
			checkCode(text, node, around);
			break;
		case 'paragraph':
			if (text.startsWith(':::', node.position.start.offset))
				throw new Unsure('A paragraph starts as a directive does.');
			break;
		case 'html':
			if (/\s/.test(text.charAt(node.position.start.offset)))
				throw new Unsure('HTML starts with a blank.');
			if (around.item && /[\r\n]/.test(textOf(text, node)))
				throw new Unsure('HTML of several lines stands in a list.');
			break;
		case 'inlineCode':
			if (around.directive && /[\r\n]/.test(textOf(text, node)))
				throw new Unsure('Code in a directive goes on in the next line.');
			break;
		case 'footnoteDefinition':
			if (around.item || around.directive)
				throw new Unsure('A footnote stands in a list or directive.');
			break;
	}
}

/**
 * Children lie inside their parent, one behind the other (a definition may have been moved out), and
 * no tag goes on over lines that could still belong to the list or quotation before it.
 */
function checkChildren(text: string, { children, position }: LooseNode): void {
	if (children === undefined) return;
	let from = position.start.offset;
	let before = '';
	for (const child of children) {
		const { type, position: at } = child;
		if (at.start.offset < from) throw new Unsure('Nodes are out of order.');
		if (
			type.startsWith('mdx') &&
			LAZY.has(before) &&
			!/\n\s*\n/.test(text.slice(from, at.start.offset)) &&
			textOf(text, child).includes('\n')
		)
			throw new Unsure('A tag of several lines follows a list or quotation without a blank line.');
		from = at.end.offset;
		before = type;
	}
	if (from > position.end.offset) throw new Unsure('A node reaches beyond its parent.');
}

/** Blocks that a line may go on without their marks. */
const LAZY = new Set(['list', 'blockquote', 'footnoteDefinition']);

/** What follows the name: a label and attributes, or a title without brackets. */
const DIRECTIVE = /^(?:(?:\[[^[\]]*\])?(?:\{[^{}]*\})?[ \t]*|[ \t]+[^\s[{].*)$/;

/** The opening line of a directive must be one that remark opens a directive with as well. */
function checkOpening(text: string, { position, name, children }: LooseNode): void {
	const line = /^.*/.exec(text.slice(position.start.offset))?.[0] ?? '';
	const rest = line.replace(/^:+/, '');
	if (!rest.startsWith(name ?? '') || !DIRECTIVE.test(rest.slice(name?.length ?? 0)))
		throw new Unsure('A directive opens in a way of its own.');
	const first = children?.[0];
	if (first?.type === 'heading' && text.charAt(first.position.start.offset) !== '#')
		throw new Unsure('An underlined heading follows the opening of a directive.');
}

/**
 * Where a directive ends is certain only if it is closed, holds none with as many colons, and every
 * line of it stands in the same containers.
 */
function checkClosing(text: string, node: LooseNode, around: Around): void {
	if (around.quotation) throw new Unsure('A directive stands in a quotation.');
	const start = node.position.start.offset;
	const own = textOf(text, node).trimEnd();
	const fence = /^:*/.exec(own)?.[0] ?? '';
	const closing = /[\r\n][\t ]*(:+)$/.exec(own);
	if (closing === null || (closing[1] ?? '').length < fence.length)
		throw new Unsure('A directive is not closed.');
	if (own.slice(fence.length, closing.index).includes(fence))
		throw new Unsure('A directive holds one with as many colons.');
	if (lastEnd(node) > start + closing.index)
		throw new Unsure('A block takes the end of a directive.');
	const column = start - text.lastIndexOf('\n', start) - 1;
	if (around.item && own.split('\n').some((line, number) => number > 0 && isShallow(line, column)))
		throw new Unsure('A line of a directive in a list is not indented.');
}

/** Whether a line with text is indented less than a column. */
function isShallow(line: string, column: number): boolean {
	const indent = line.search(/[^\t ]/);
	return indent >= 0 && indent < column && line.charAt(indent) !== '\r';
}

const BOX = /^(?:[-+*]|\d+[.)])[\s>]*\[[\sxX]\](?=\s)/;
const BLOCK = /^[\t ]*(?:`{3}|~{3}|\$\$|:{2}|[|#>]|[-+*=]\s|\d+[.)]\s|<|$)/;

/** What follows a task's box is text; that of other blocks is seen in different ways. */
function checkTask(text: string, node: LooseNode): void {
	const own = textOf(text, node);
	const box = BOX.exec(own)?.[0];
	if (box === undefined) {
		if (typeof node.checked === 'boolean') throw new Unsure('A task has no box.');
		return;
	}
	const [first = '', second = ''] = own.slice(box.length).split(/\r\n|\n/, 2);
	const paragraph = node.children?.[0]?.type === 'paragraph' && typeof node.checked === 'boolean';
	if (!paragraph || BLOCK.test(first) || /^[\s>]*[|:=-][\s|:=-]*$/.test(second))
		throw new Unsure('A task starts with another block than a paragraph.');
}

const CERTAIN = new Set(['paragraph', 'heading', 'code', 'thematicBreak']);

/** A line of a quotation without text. */
const BLANK_QUOTED = /[\r\n][\t >]*>[\t ]*(?:[\r\n]|$)/;

/** Behind the blank lines of a quotation, blocks end in different places. */
function checkQuotation(text: string, node: LooseNode): void {
	if (!BLANK_QUOTED.test(textOf(text, node))) return;
	const blocks = node.children ?? [];
	const certain = blocks.every((block) => CERTAIN.has(block.type) || isSolid(text, block));
	if (!certain)
		throw new Unsure('A quotation holds blank lines, and blocks of which the ends are unsure.');
}

/** Whether a block is HTML, or a list of paragraphs, without a blank line inside or at its end. */
function isSolid(text: string, block: LooseNode): boolean {
	const { type, children = [] } = block;
	const known =
		type === 'html' || (type === 'list' && children.every((item) => isParagraph(item.children)));
	return known && !BLANK_QUOTED.test(textOf(text, block));
}

function isParagraph(blocks: readonly LooseNode[] = []): boolean {
	return blocks.length === 1 && blocks[0]?.type === 'paragraph';
}

/** Where code ends is certain only if its fence is closed, or outside all containers. */
function checkCode(text: string, node: LooseNode, around: Around): void {
	if (!around.item && !around.quotation) return;
	const own = textOf(text, node).trimEnd();
	const fence = /^(?:`{3,}|~{3,})/.exec(own)?.[0];
	if (fence === undefined) throw new Unsure('Indented code stands in a container.');
	const last = own.slice(Math.max(own.lastIndexOf('\n'), 0)).replace(/^[\s>]+/, '');
	if (
		own.indexOf('\n') < 0 ||
		last.length < fence.length ||
		last !== fence.charAt(0).repeat(last.length)
	)
		throw new Unsure('The fence of code in a container is not closed.');
}

function textOf(text: string, { position }: LooseNode): string {
	return text.slice(position.start.offset, position.end.offset);
}

/** Where the last of all nodes in a node ends. */
function lastEnd(node: LooseNode): number {
	const last = node.children?.at(-1);
	return last === undefined ? 0 : Math.max(last.position.end.offset, lastEnd(last));
}
