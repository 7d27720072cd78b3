import { basename, dirname } from 'node:path';
import {
	buildGeneration,
	lastLineOf,
	ledgerOf,
	lineAt,
	nodeId,
	valueOf,
	type AuthoredNode,
	type ChunkContext,
	type Configuration,
	type Document,
	type Finding,
	type IndexedDocument,
	type LedgerEntry,
	type Span,
} from '../core/index.ts';
import { closest } from '../core/nodes/tree.ts';
import { readSingleFile } from './content-folder.ts';

/** What nodes and chunks have in common. Offsets are UTF-16 code units, lines are 1-based. */
interface InspectedPart {
	readonly id: string;
	readonly start: number;
	readonly end: number;
	readonly startLine: number;
	readonly endLine: number;
	/** Titles of the headings above, outermost first. */
	readonly headingPath: readonly string[];
	readonly text: string;
	readonly exact: boolean;
}

export interface InspectedNode extends InspectedPart {
	readonly type: AuthoredNode['type'];
	/** Id of the parent node; missing at the top level. */
	readonly parent?: string;
	/** What readers see, where it is not the text. */
	readonly value?: string;
	/** Of a heading. */
	readonly slug?: string;
	readonly attributes: AuthoredNode['attributes'];
}

export interface InspectedChunk extends InspectedPart {
	readonly policy: string;
	readonly order: number;
	readonly tokens: number;
	readonly sectionId: string;
	readonly nodeIds: readonly string[];
	/** Set where the chunk holds a piece of an oversize node; of several, the innermost. */
	readonly part?: { readonly of: string; readonly number: number; readonly count: number };
	/** For a piece of code: spans of imports and opening lines that it needs beside it. */
	readonly context?: readonly ChunkContext[];
}

/** One file as the index sees it. */
export interface Inspection {
	/** Missing where the file cannot be read as a document; `findings` say why. */
	readonly document?: Document;
	readonly nodes: readonly InspectedNode[];
	readonly chunks: readonly InspectedChunk[];
	readonly findings: readonly Finding[];
	/** Every unit of the source, as text of a node or as a kind of syntax. */
	readonly ledger: readonly LedgerEntry[];
}

/**
 * Reads one file without its site. Links to other files are not judged, since those files are not
 * known; partials beside the file are.
 *
 * @throws {CitableError} `unreadable-file` where there is no such file.
 */
export function inspectFile(file: string, configuration: Configuration): Inspection {
	const content = readSingleFile(dirname(file), basename(file));
	const { documents, fidelity } = buildGeneration(content.inputs, configuration, {
		readFile: content.readFile,
		search: false,
	});
	const indexed = documents.find(
		({ document }) => document.collection === content.inputs[0]?.collection,
	);
	const findings = fidelity.documents
		.flatMap((report) => report.findings)
		.map((finding) => ({
			...finding,
			file: finding.file === basename(file) ? file : finding.file,
		}));
	if (indexed === undefined) return { nodes: [], chunks: [], findings, ledger: [] };
	return {
		document: indexed.document,
		nodes: inspectNodes(indexed),
		chunks: inspectChunks(indexed, configuration.policy.name),
		findings: findings.filter((finding) => !leadsElsewhere(indexed, finding)),
		ledger: ledgerOf(indexed.source, indexed.tree),
	};
}

/** Whether a finding is about a document that is not known here. */
function leadsElsewhere({ tree }: IndexedDocument, finding: Finding): boolean {
	if (finding.code === 'supersession-broken') return true;
	if (finding.code !== 'link-broken') return false;
	const node = tree.nodes.find(({ start, end }) => start === finding.start && end === finding.end);
	if (node?.type !== 'link' && node?.type !== 'component') return false;
	return node.attributes.url?.startsWith('#') === false;
}

function inspectNodes({ document, source, tree, sections }: IndexedDocument): InspectedNode[] {
	const values = valuesOf(source.text, tree);
	let section = 0;
	return tree.nodes.map((node): InspectedNode => {
		while (
			section + 1 < sections.length &&
			(sections[section + 1]?.start ?? Infinity) <= node.start
		)
			section++;
		const text = source.text.slice(node.start, node.end);
		const value = values[node.index] ?? '';
		const path = sections[section];
		const holds = path !== undefined && path.start <= node.start;
		return {
			id: nodeId(document, tree.nodes, node.index),
			type: node.type,
			...(node.parent < 0 ? {} : { parent: nodeId(document, tree.nodes, node.parent) }),
			...linesOf(source, node),
			headingPath: holds ? titles(tree.nodes, path.path) : [],
			text,
			...(value === text ? {} : { value }),
			...(node.type === 'heading' ? { slug: node.attributes.slug } : {}),
			attributes: node.attributes,
			exact: true,
		};
	});
}

function inspectChunks(
	{ document, source, tree, sections, chunks }: IndexedDocument,
	policy: string,
): InspectedChunk[] {
	return chunks.map((chunk): InspectedChunk => {
		const {
			id,
			start,
			end,
			order,
			tokens,
			section,
			nodes,
			part,
			context,
			prefix = '',
			exact,
		} = chunk;
		return {
			id,
			policy,
			...linesOf(source, { start, end }),
			headingPath: titles(tree.nodes, sections[section]?.path ?? []),
			text: prefix + source.text.slice(start, end),
			exact,
			order,
			tokens,
			sectionId: sections[section]?.id ?? '',
			nodeIds: nodes.map((index) => nodeId(document, tree.nodes, index)),
			...(part === undefined
				? {}
				: { part: { ...part, of: nodeId(document, tree.nodes, part.of) } }),
			...(context === undefined ? {} : { context }),
		};
	});
}

function linesOf(source: IndexedDocument['source'], { start, end }: Span) {
	return {
		start,
		end,
		startLine: lineAt(source.lines, start),
		endLine: lastLineOf(source.lines, { start, end }),
	};
}

function titles(nodes: readonly AuthoredNode[], path: readonly number[]): string[] {
	return path.map((index) => {
		const node = nodes[index];
		return node?.type === 'heading' ? node.attributes.title : '';
	});
}

/** What readers see of each node; blocks inside one node are parted by line breaks. */
function valuesOf(text: string, { nodes, leaves }: IndexedDocument['tree']): string[] {
	const values: string[] = [];
	const lastBlocks: number[] = [];
	for (const leaf of leaves) {
		const value = valueOf(text, leaf);
		const line = closest(nodes, leaf.node, 'paragraph', 'heading', 'tableCell');
		const block = line?.index ?? leaf.node;
		for (let at = leaf.node; at >= 0; at = nodes[at]?.parent ?? -1) {
			const before = values[at];
			const apart = before !== undefined && lastBlocks[at] !== block;
			values[at] = (before ?? '') + (apart ? '\n' : '') + value;
			lastBlocks[at] = block;
		}
	}
	return values;
}
