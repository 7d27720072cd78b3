import { expandWindows } from '../../integration/src/core/expansion-windows.ts';
import { policyFrom } from '../../integration/src/core/chunks/policies.ts';
import { configure } from '../../integration/src/core/configuration.ts';
import { digest, hash } from '../../integration/src/core/digest.ts';
import { indexDocument } from '../../integration/src/core/indexed-document.ts';
import { lastLineOf, lineAt } from '../../integration/src/core/lines.ts';
import { convertOffset, offsetTable } from '../../integration/src/core/offsets.ts';

/** The recorded data of the two labs about chunk boundaries and the context around a chunk. */
export interface Lab {
	readonly documents: readonly LabDocument[];
	readonly configs: Readonly<Record<string, LabConfig>>;
	readonly indexes: Readonly<Record<string, Omit<LabIndex, 'documents'>>>;
	readonly comparisons: readonly LabComparison[];
	readonly windows: LabWindows;
}

export interface LabConfig {
	readonly strategy: string;
	readonly version: number;
	readonly max_chars: number | null;
}

export interface LabDocument {
	readonly source_id: string;
	readonly path: string;
	readonly title: string;
	readonly sha256: string;
	readonly version: string;
	readonly url: string;
	readonly fact_status: string;
	readonly text: string;
	readonly normalized_text_sha256: string;
	readonly document_revision: string;
}

export interface LabChunk {
	readonly chunk_id: string;
	readonly source_id: string;
	readonly version: string;
	readonly document_revision: string;
	readonly section_id: string;
	readonly section_title: string;
	readonly order: number;
	readonly start: number;
	readonly end: number;
	readonly start_line: number;
	readonly end_line: number;
	readonly text: string;
	readonly text_sha256: string;
}

export interface LabIndex {
	readonly schema_version: number;
	readonly execution_mode: string;
	readonly config: LabConfig;
	readonly documents: readonly LabDocument[];
	readonly chunks: readonly LabChunk[];
	readonly index_id: string;
}

export interface LabComparison {
	readonly strategy: string;
	readonly chunk_count: number;
	readonly instruction_span: readonly [number, number];
	readonly qualifier_span: readonly [number, number];
	readonly instruction_containing_chunk_ids: readonly string[];
	readonly instruction_and_qualifier_share_chunk: boolean;
}

export interface LabWindows {
	readonly schema_version: number;
	readonly execution_mode: string;
	readonly index_id: string;
	readonly radius: number;
	readonly seed_ids: readonly string[];
	readonly groups: readonly { readonly window_id: string }[];
}

/** The policy that a configuration of the lab names; what the lab does not know is refused. */
function policyOf(config: LabConfig): ReturnType<typeof policyFrom> {
	if (config.version !== 1) throw new Error('unsupported version');
	return policyFrom(
		config.max_chars === null ? config.strategy : `${config.strategy}:${config.max_chars}`,
	);
}

/** Cuts the documents of the lab with our policies, and writes what came of it in the lab's words. */
export function labIndex(documents: readonly LabDocument[], config: LabConfig): LabIndex {
	const policy = policyOf(config);
	const chunks = [...documents]
		.sort((a, b) => (a.source_id < b.source_id ? -1 : 1))
		.flatMap((document) => {
			if (hash(document.text) !== document.sha256)
				throw new Error(`${document.path} is not what its manifest pins`);
			return labChunks(document, config, policy);
		});
	const body = {
		schema_version: 1,
		execution_mode: 'offline-synthetic-source-processing',
		config,
		documents,
		chunks,
	};
	return { ...body, index_id: digest(body) };
}

function labChunks(
	document: LabDocument,
	config: LabConfig,
	policy: ReturnType<typeof policyFrom>,
): LabChunk[] {
	const { source, tree, sections, chunks } = indexDocument(
		{
			collection: 'lab',
			entry: document.source_id,
			path: document.path,
			bytes: new TextEncoder().encode(document.text),
		},
		configure({ policy }),
	);
	// The lab counts code points.
	const table = offsetTable(source.text);
	const point = (offset: number): number => convertOffset(table, offset, 'utf16', 'codepoint');
	return chunks.map(({ section, start, end }, order) => {
		const heading = tree.nodes[sections[section]?.heading ?? -1];
		if (heading?.type !== 'heading') throw new Error('heading required');
		const text = source.text.slice(start, end);
		const payload = {
			source_id: document.source_id,
			version: document.version,
			document_revision: document.document_revision,
			section_id: digest({
				document_revision: document.document_revision,
				heading_start: point(heading.start),
			}),
			section_title: heading.attributes.title,
			order,
			start: point(start),
			end: point(end),
			start_line: lineAt(source.lines, start),
			end_line: lastLineOf(source.lines, { start, end }),
			text,
			text_sha256: hash(text),
		};
		return { chunk_id: digest({ config, ...payload }), ...payload };
	});
}

/** Refuses an index that does not follow from its own documents and configuration. */
export function validateLabIndex(index: LabIndex): void {
	if (digest(labIndex(index.documents, index.config)) !== digest(index))
		throw new Error('the index does not follow from its documents');
}

/** Expands seeds of an index with our windows, and writes what came of it in the lab's words. */
export function labWindows(index: LabIndex, seeds: readonly string[], radius: number): LabWindows {
	validateLabIndex(index);
	const texts = new Map(index.documents.map((document) => [document.source_id, document.text]));
	const chunks = index.chunks.map((chunk) => ({
		id: chunk.chunk_id,
		sectionId: chunk.section_id,
		chunk,
	}));
	const groups = expandWindows(seeds, radius, chunks).map(({ members }) => {
		const first = members[0]!.chunk.chunk;
		const last = members.at(-1)!.chunk.chunk;
		const ranks = members
			.flatMap((member) =>
				member.role === 'seed' ? [{ chunk_id: member.chunk.id, rank: member.rank }] : [],
			)
			.sort((a, b) => a.rank - b.rank);
		const body = {
			source_id: first.source_id,
			version: first.version,
			document_revision: first.document_revision,
			section_id: first.section_id,
			section_title: first.section_title,
			start_order: first.order,
			end_order: last.order,
			start: first.start,
			end: last.end,
			chunk_ids: members.map((member) => member.chunk.id),
			seed_ids: ranks.map((rank) => rank.chunk_id),
			seed_ranks: ranks,
			members: members.map((member) => ({
				chunk_id: member.chunk.id,
				role: member.role,
				retrieval_rank: member.role === 'seed' ? member.rank : null,
			})),
			text: Array.from(texts.get(first.source_id)!).slice(first.start, last.end).join(''),
		};
		return { window_id: digest({ index_id: index.index_id, ...body }), ...body };
	});
	return {
		schema_version: 1,
		execution_mode: 'offline-explicit-seed-expansion',
		index_id: index.index_id,
		radius,
		seed_ids: [...seeds],
		groups,
	};
}

/** Refuses windows that do not follow from their index, seeds and radius. */
export function validateLabWindows(index: LabIndex, windows: LabWindows): void {
	if (digest(labWindows(index, windows.seed_ids, windows.radius)) !== digest(windows))
		throw new Error('the windows do not follow from their index');
}
