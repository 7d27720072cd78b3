import type { SyntaxNode, Tree } from '@lezer/common';
import type { Span } from '../spans.ts';

/** A line at which code may be cut. Offsets are of the code, not of the source. */
export interface CutPoint {
	/** Where the line starts; comments right above what starts there are behind the cut. */
	readonly at: number;
	/** How many declarations and blocks are open there. */
	readonly depth: number;
	/** The lines that open them, outermost first. */
	readonly opened: readonly Span[];
}

export interface CodeOutline {
	/** In order; none at the start of the code. */
	readonly points: readonly CutPoint[];
	/** Imports, includes and the like at the top level. */
	readonly imports: readonly Span[];
}

/** What belongs to the declaration below it. */
const LEADING = /Comment$|^AttributeItem$|^Attribute$|^Decorator$/;
const IMPORT =
	/^(?:Import\w*|UseDeclaration|ExternCrate\w*|Package\w*|NamespaceUse\w*|UsingDeclaration|PreprocDirective)$/;
/** Keywords and marks have names that do not start with a capital. */
const MEANINGFUL = /^[A-Z]/;
const CLOSING = /^(?:CloseTag|MismatchedCloseTag|MissingCloseTag)$/;

/**
 * Finds the lines of code at which something starts that its grammar names: a declaration, a
 * statement, a property, an element.
 */
export function outlineOf(code: string, tree: Tree): CodeOutline {
	const points: CutPoint[] = [];
	const imports: { start: number; end: number }[] = [];
	visit(tree.topNode, [], -1);
	return { points: points.filter(({ at }) => at > 0), imports };

	/** Imports with nothing but blanks between them are one span. */
	function addImport(start: number, to: number): void {
		const end = start + code.slice(start, to).trimEnd().length;
		const last = imports.at(-1);
		if (last !== undefined && code.slice(last.end, start).trim() === '') last.end = end;
		else imports.push({ start, end });
	}

	/** `taken` is the start of the last line that already has a point. */
	function visit(parent: SyntaxNode, opened: readonly Span[], taken: number): number {
		let lead: number | undefined;
		let leadEnd = 0;
		let last = taken;
		for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
			const line = lineStart(code, node.from);
			const startsLine = code.slice(line, node.from).trim() === '';
			if (LEADING.test(node.name)) {
				if (startsLine && (lead === undefined || !touches(code, leadEnd, node.from))) lead = line;
				leadEnd = node.to;
				continue;
			}
			const at = lead !== undefined && touches(code, leadEnd, node.from) ? lead : line;
			lead = undefined;
			if (opened.length === 0 && IMPORT.test(node.name)) addImport(node.from, node.to);
			const isPoint =
				startsLine && line > last && MEANINGFUL.test(node.name) && !CLOSING.test(node.name);
			if (isPoint) {
				points.push({ at, depth: opened.length, opened });
				last = line;
			}
			if (!code.slice(node.from, node.to).includes('\n')) continue;
			const opening = { start: node.from, end: lineEnd(code, node.from) };
			last = visit(node, isPoint ? [...opened, opening] : opened, last);
		}
		return last;
	}
}

/** Whether no blank line lies between two places. */
function touches(code: string, end: number, start: number): boolean {
	return !/\n[ \t]*\n/.test(code.slice(end, start));
}

function lineStart(code: string, offset: number): number {
	return code.lastIndexOf('\n', offset - 1) + 1;
}

function lineEnd(code: string, offset: number): number {
	const end = code.indexOf('\n', offset);
	return end < 0 ? code.length : end;
}
