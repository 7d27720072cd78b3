import {
	adapterRegistry,
	type AdapterPreset,
} from '../../integration/src/core/adapters/adapter.ts';
import { defaultPresets } from '../../integration/src/core/adapters/presets.ts';
import type { Finding } from '../../integration/src/core/findings.ts';
import { ledgerOf, type LedgerEntry } from '../../integration/src/core/ledger.ts';
import { checkDocument } from '../../integration/src/core/nodes/checks.ts';
import {
	valueOf,
	type AuthoredNode,
	type NodeType,
} from '../../integration/src/core/nodes/node.ts';
import { readNodes, type AuthoredTree } from '../../integration/src/core/nodes/read.ts';
import {
	defaultSyntax,
	type ParsedSource,
	type SyntaxOptions,
} from '../../integration/src/core/parse/parser.ts';
import { remark } from '../../integration/src/core/parse/remark.ts';
import { sectionsOf, type Section } from '../../integration/src/core/sections.ts';
import { readSource, type Source } from '../../integration/src/core/source.ts';
import type { Span } from '../../integration/src/core/spans.ts';

/** Everything that the node stage makes of one source. */
export interface ReadDocument {
	readonly source: Source;
	readonly text: string;
	readonly parsed: ParsedSource;
	readonly tree: AuthoredTree;
	readonly ledger: readonly LedgerEntry[];
	readonly sections: readonly Section[];
	readonly findings: readonly Finding[];
}

export interface ReadingOptions {
	readonly syntax?: Partial<SyntaxOptions>;
	readonly presets?: readonly AdapterPreset[];
}

const encoder = new TextEncoder();

/** Runs the node stage over bytes or a text. The ending of the path says which language it is. */
export function read(
	path: string,
	content: string | Uint8Array,
	{ syntax, presets = [] }: ReadingOptions = {},
): ReadDocument {
	const bytes = typeof content === 'string' ? encoder.encode(content) : content;
	const source = readSource(path, bytes);
	const options = { ...defaultSyntax, ...syntax };
	const parsed = remark.parse(source, options);
	const adapters = adapterRegistry([...defaultPresets, ...presets]);
	const tree = readNodes(source, parsed, { adapters, callouts: {}, syntax: options });
	const ledger = ledgerOf(source, tree);
	const sections = sectionsOf(source, tree);
	const findings = [...tree.findings, ...checkDocument(source, tree, sections)];
	return { source, text: source.text, parsed, tree, ledger, sections, findings };
}

export function readMarkdown(text: string, options?: ReadingOptions): ReadDocument {
	return read('page.md', text, options);
}

export function readMdx(text: string, options?: ReadingOptions): ReadDocument {
	return read('page.mdx', text, options);
}

/** The nodes of a type, in order. */
export function nodesOf<Type extends NodeType>(
	{ tree }: ReadDocument,
	type: Type,
): AuthoredNode<Type>[] {
	return tree.nodes.filter(({ type: found }) => found === type) as AuthoredNode<Type>[];
}

export function slice({ text }: ReadDocument, span: Span): string {
	return text.slice(span.start, span.end);
}

/** What readers are known to see inside a span, leaf by leaf. */
export function seen({ text, tree }: ReadDocument, span?: Span): string[] {
	return tree.leaves
		.filter(({ kind }) => kind !== 'expression')
		.filter((leaf) => span === undefined || (span.start <= leaf.start && leaf.end <= span.end))
		.map((leaf) => valueOf(text, leaf));
}

/** The codes of findings, in the order in which they were found. */
export function codesOf({ findings }: ReadDocument): string[] {
	return findings.map(({ code }) => code);
}
