import type { Root } from 'mdast';
import type { Source } from '../source.ts';

/** Which optional syntax a site reads. What a site does not read is plain text there, and here. */
export interface SyntaxOptions {
	/** `:::name` containers and `::name` leaves. @default true */
	readonly directives: boolean;
	/**
	 * `:name[text]` inside a line. Nearly every such match in real docs is a time or a port
	 * (`12:30pm`, `localhost:4321`), so it is read only where a site asks for it. @default false
	 */
	readonly textDirectives: boolean;
	/** `$$` blocks and `$$…$$` in a line; with `'dollar'` also `$…$`. @default true */
	readonly math: boolean | 'dollar';
}

export const defaultSyntax: SyntaxOptions = { directives: true, textDirectives: false, math: true };

/** What a parser makes of a source. */
export interface ParsedSource {
	readonly root: Root;
	/** What to add to every offset of the tree to get an offset of the source (1 after a byte-order mark). */
	readonly shift: number;
}

/** The seam between sources and nodes: anything that gives mdast with positions fits. */
export interface Parser {
	readonly name: string;
	/** Version of the parser and of all that shapes its tree; it becomes part of the generation. */
	readonly version: string;
	/** @throws {CitableError} `invalid-mdx` with the line where the parser gave up. */
	parse(source: Source, syntax: SyntaxOptions): ParsedSource;
}
