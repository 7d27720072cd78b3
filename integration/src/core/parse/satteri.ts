import type { Root } from 'mdast';
import { positionAt } from '../lines.ts';
import { startsWithByteOrderMark, type Source } from '../source.ts';
import { behindBraces, completeAttributes, type BareAttribute } from './jsx-attributes.ts';
import { checkNode, checkText, type Around, type LooseNode } from './doubts.ts';
import type { Parser, SyntaxOptions } from './parser.ts';
import { remark } from './remark.ts';
import { expressionOf, isProgram, moduleOf } from './script.ts';
import { Unsure } from './unsure.ts';

/** What the parser takes of the npm package `satteri`, which is native code and so is passed in. */
export interface SatteriLibrary {
	markdownToMdast(source: string, options: { features: SatteriFeatures }): object;
	mdxToMdast(source: string, options: { features: SatteriFeatures }): object;
}

interface SatteriFeatures {
	readonly gfm: true;
	readonly frontmatter: true;
	readonly math: boolean | { readonly singleDollarTextMath: boolean };
	readonly directive: boolean;
}

/** The version of `satteri` that the package is pinned to: it is before 1.0. */
export const SATTERI_VERSION = '0.10.5';

/**
 * Sätteri, with which Astro itself renders, about forty times as fast as remark. It gives the nodes
 * that remark gives: what its tree lacks is read from the source, and a file for which it cannot
 * vouch is read by remark.
 *
 * @param onFallback Told of each file that remark reads, and why.
 */
export function satteriParser(
	library: SatteriLibrary,
	onFallback?: (source: Source, reason: Unsure) => void,
): Parser {
	return {
		name: 'satteri',
		version: `satteri@${SATTERI_VERSION} ${remark.version}`,
		parse(source, syntax) {
			const shift = startsWithByteOrderMark(source.text) ? 1 : 0;
			try {
				return { root: parse(library, source, source.text.slice(shift), shift, syntax), shift };
			} catch (error) {
				if (!(error instanceof Unsure)) throw error;
				onFallback?.(source, error);
				return remark.parse(source, syntax);
			}
		},
	};
}

function parse(
	library: SatteriLibrary,
	source: Source,
	text: string,
	shift: number,
	syntax: SyntaxOptions,
): Root {
	checkText(text);
	const features: SatteriFeatures = {
		gfm: true,
		frontmatter: true,
		math: syntax.math === true ? { singleDollarTextMath: false } : syntax.math !== false,
		directive: mayHoldDirective(text, syntax),
	};
	let tree: object;
	try {
		tree =
			source.format === 'mdx'
				? library.mdxToMdast(text, { features })
				: library.markdownToMdast(text, { features });
	} catch (cause) {
		// remark says exactly where a file does not parse, or finds that it does.
		throw new Unsure('Sätteri does not parse the file.', { cause });
	}
	new Completion(source, text, shift, syntax).complete(tree as LooseNode);
	return tree as Root;
}

/** Sätteri reads text directives with the others, so it reads none where there can be no others. */
function mayHoldDirective(text: string, syntax: SyntaxOptions): boolean {
	if (!syntax.directives) return false;
	return syntax.textDirectives || (text.includes('::') && /(?:^|[\s>:])::/.test(text));
}

const OUTSIDE: Around = { quotation: false, item: false, directive: false };

/** Adds what Sätteri leaves out, and refuses what it may have read otherwise than remark. */
class Completion {
	private readonly source: Source;
	private readonly text: string;
	private readonly shift: number;
	private readonly syntax: SyntaxOptions;

	constructor(source: Source, text: string, shift: number, syntax: SyntaxOptions) {
		this.source = source;
		this.text = text;
		this.shift = shift;
		this.syntax = syntax;
	}

	complete(node: LooseNode, around: Around = OUTSIDE): void {
		this.completeNode(node);
		const { children } = node;
		if (children !== undefined && !this.syntax.textDirectives) this.restoreText(children);
		checkNode(this.text, node, around);
		if (children === undefined) return;
		const inside = within(node, around);
		for (const child of children) this.complete(child, inside);
	}

	private completeNode(node: LooseNode): void {
		switch (node.type) {
			case 'mdxjsEsm':
				this.completeModule(node);
				break;
			case 'mdxFlowExpression':
			case 'mdxTextExpression':
				this.completeExpression(node);
				break;
			case 'mdxJsxFlowElement':
			case 'mdxJsxTextElement':
				node.attributes = completeAttributes(
					this.text,
					node.position.start.offset,
					node.name ?? '',
					(node.attributes ?? []) as readonly BareAttribute[],
					(start, end) => this.place(start, end),
				);
				break;
		}
	}

	private completeModule(node: LooseNode): void {
		const { start, end } = spanOf(node);
		const text = this.text.slice(start, end).trimEnd();
		node.data = { estree: moduleOf(text) };
		// remark ends a block at the first blank line behind which it is complete, and only there.
		for (const { index } of text.matchAll(/(?:\r\n|\n|\r)[\t ]*(?=[\r\n])/g)) {
			if (isProgram(text.slice(0, index))) throw new Unsure('Imports go on behind a blank line.');
		}
		if (!/^[\t ]*(?:$|(?:\r\n|\n|\r)[\t ]*(?:$|[\r\n]))/.test(this.text.slice(start + text.length)))
			throw new Unsure('No blank line ends the imports.');
	}

	private completeExpression(node: LooseNode): void {
		const { start, end } = spanOf(node);
		if (behindBraces(this.text, start, node.value ?? '') !== end)
			throw new Unsure('An expression ends elsewhere.');
		node.data = { estree: expressionOf(this.text, start + 1, end - 1) };
	}

	/** Joins what was taken for a text directive (`12:30pm`) with the text around it. */
	private restoreText(siblings: LooseNode[]): void {
		for (let at = 0; at < siblings.length; at++) {
			const node = siblings[at];
			if (node?.type !== 'textDirective') continue;
			const { start, end } = spanOf(node);
			const value = this.text.slice(start, end);
			// What holds more than a name, or could be part of an address or of emphasis, remark must read.
			if (
				!/^:[a-zA-Z\d-]+$/.test(value) ||
				/^(?:[\w.+-]*@|[_:[{])/.test(this.text.slice(end, end + 99))
			)
				throw new Unsure('A text directive may stand for more than text.');
			const before = siblings[at - 1];
			const after = siblings[at + 1];
			const parts = [
				...(before?.type === 'text' ? [before] : []),
				{ ...node, value },
				...(after?.type === 'text' ? [after] : []),
			];
			const first = before?.type === 'text' ? at - 1 : at;
			siblings.splice(first, parts.length, joined(parts));
			at = first;
		}
	}

	private place(
		start: number,
		end: number,
	): {
		start: { line: number; column: number; offset: number };
		end: { line: number; column: number; offset: number };
	} {
		return {
			start: { ...positionAt(this.source.lines, start + this.shift), offset: start },
			end: { ...positionAt(this.source.lines, end + this.shift), offset: end },
		};
	}
}

/** The blocks around what a node holds. */
function within({ type }: LooseNode, around: Around): Around {
	if (type === 'blockquote') return { ...around, quotation: true };
	if (type === 'listItem') return { ...around, item: true };
	return type === 'containerDirective' ? { ...around, directive: true } : around;
}

function joined(parts: readonly LooseNode[]): LooseNode {
	const start = parts[0]?.position.start ?? { offset: 0 };
	const end = parts.at(-1)?.position.end ?? start;
	const value = parts.map((part) => part.value ?? '').join('');
	return { type: 'text', value, position: { start, end } };
}

function spanOf({ position }: LooseNode): { start: number; end: number } {
	return { start: position.start.offset, end: position.end.offset };
}
