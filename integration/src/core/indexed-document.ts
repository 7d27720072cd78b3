import type { ChunkDraft } from './chunks/policy.ts';
import type { Configuration } from './configuration.ts';
import { describeDocument, type Document, type DocumentInput } from './document.ts';
import { graded, type Finding } from './findings.ts';
import { parseFrontmatter } from './frontmatter.ts';
import { governanceOf } from './governance.ts';
import { chunkId, nodeId, sectionId, textDigest } from './identity.ts';
import { ledgerOf } from './ledger.ts';
import { lastLineOf, lineAt } from './lines.ts';
import { checkDocument } from './nodes/checks.ts';
import { readNodes, type AuthoredTree } from './nodes/read.ts';
import { relationsOf, type Relation } from './nodes/relations.ts';
import { outwardOf, type Outward } from './outward.ts';
import { sectionsOf, type Section } from './sections.ts';
import { readSource, type Source } from './source.ts';

/** One document with everything the index says of it. */
export interface IndexedDocument {
	readonly document: Document;
	readonly source: Source;
	readonly tree: AuthoredTree;
	readonly sections: readonly IndexedSection[];
	readonly chunks: readonly IndexedChunk[];
	readonly relations: readonly Relation[];
	readonly outward: Outward;
	readonly findings: readonly Finding[];
	/** Offsets of the text at which something was cut that the audience may not read. */
	readonly cuts: readonly number[];
}

export interface IndexedSection extends Section {
	readonly id: string;
}

export interface IndexedChunk extends ChunkDraft {
	readonly id: string;
	/** Place among the chunks of the document, from 0. */
	readonly order: number;
	/** Whether its text is the slice of the source, nothing more. */
	readonly exact: boolean;
}

/**
 * Reads one document and makes its nodes, sections, chunks and relations.
 *
 * @throws {CitableError} where the document cannot be read: `invalid-utf8`, `invalid-mdx`,
 * `invalid-frontmatter`, `text-lost`.
 */
export function indexDocument(
	input: DocumentInput,
	configuration: Configuration,
	cuts: readonly number[] = [],
	source: Source = readSource(input.path, input.bytes),
): IndexedDocument {
	const parsed = configuration.parser.parse(source, configuration.syntax);
	const tree = readNodes(source, parsed, configuration);
	ledgerOf(source, tree);
	const data =
		input.data ??
		(tree.frontmatter === undefined ? {} : parseFrontmatter(source, tree.frontmatter));
	const { governance, findings: governed } = governanceOf(
		source,
		tree,
		data,
		configuration.governance,
	);
	const document = describeDocument(input, source, tree, data, governance);
	const sections = sectionsOf(source, tree).map((section) => ({
		...section,
		id: sectionId(document, section),
	}));
	const { policy, tokenizer } = configuration;
	const cut = policy.chunk({ source, tree, sections }, tokenizer);
	const chunks = cut.chunks.map((draft, order): IndexedChunk => {
		const text = (draft.prefix ?? '') + source.text.slice(draft.start, draft.end);
		const id = chunkId(document, {
			configuration: configuration.chunking,
			end: draft.end,
			endLine: lastLineOf(source.lines, draft),
			nodes: draft.nodes.map((index) => nodeId(document, tree.nodes, index)),
			part: draft.part ?? null,
			revision: source.revision,
			section: sections[draft.section]?.id ?? '',
			start: draft.start,
			startLine: lineAt(source.lines, draft.start),
			text: textDigest(text),
		});
		return { ...draft, id, order, exact: draft.prefix === undefined };
	});
	const findings = [
		...tree.findings,
		...checkDocument(source, tree, sections),
		...governed,
		...cut.findings,
	];
	return {
		document,
		source,
		tree,
		sections,
		chunks,
		relations: relationsOf(source.text, tree),
		outward: outwardOf(source, tree),
		findings: graded(findings, configuration.severities),
		cuts,
	};
}
