import { EdgeFinder, type EdgeRules } from '../core/expansion-edges.ts';
import { decodeNodes, decodeText, type TextSegment } from '../core/format/columns.ts';
import type { DocumentFile } from '../core/format/files.ts';
import { nodeId } from '../core/identity.ts';
import { lastLineOf, lineAt, lineIndex, type LineIndex } from '../core/lines.ts';
import type { AuthoredNode, NodeType } from '../core/nodes/node.ts';
import type { Relation, RelationRole } from '../core/nodes/relations.ts';
import { VisibleText } from '../core/quotes.ts';
import { contains, type Span } from '../core/spans.ts';

/** What governs a source: who it is, what it is called, how far it holds. */
export type DocumentDescription = DocumentFile['document'];

/** A place in a source with its literal text. */
export interface Passage extends Span {
	/** 1-based. */
	readonly startLine: number;
	/** 1-based; the line that holds the last code unit. */
	readonly endLine: number;
	/** Titles of the headings above, outermost first. They are not part of the text. */
	readonly headingPath: readonly string[];
	/** The slice of the source. */
	readonly text: string;
	readonly exact: true;
}

/** A retrieval unit. */
export interface Chunk extends Omit<Passage, 'exact'> {
	readonly id: string;
	readonly document: DocumentDescription;
	/** The slice of the source, or that behind words that the policy put in front of it. */
	readonly text: string;
	/** Whether the text is the slice. Where it is not, the span still points to literal text. */
	readonly exact: boolean;
	/** Place among the chunks of its document, from 0. */
	readonly order: number;
	/** As the tokenizer of the generation counts. */
	readonly tokens: number;
	readonly sectionId: string;
	readonly nodeIds: readonly string[];
	/** Set where the chunk is a piece of one oversize node. `number` counts from 1. */
	readonly part?: { readonly of: string; readonly number: number; readonly count: number };
}

/** An authored unit. */
export interface Node extends Passage {
	readonly id: string;
	readonly document: DocumentDescription;
	readonly type: NodeType;
	readonly attributes: Readonly<Record<string, unknown>>;
	/** What a reader sees, where that differs from the text. */
	readonly value?: string;
	/** Absent at the top level. */
	readonly parentId?: string;
}

/** One document of an opened index, decoded as far as it has been asked for. */
export class DocumentView {
	readonly description: DocumentDescription;
	readonly file: DocumentFile;
	/** The whole source. */
	readonly text: string;
	private decodedNodes: readonly AuthoredNode[] | undefined;
	private decodedSegments: readonly TextSegment[] | undefined;
	private lineStarts: LineIndex | undefined;
	private visibleText: VisibleText | undefined;
	private orders: ReadonlyMap<string, number> | undefined;
	private edgeFinder: EdgeFinder | undefined;
	private counts: ReadonlyMap<string, number> | undefined;
	private nodeIndexes: Map<string, number> | undefined;

	constructor(file: DocumentFile, text: string) {
		this.description = file.document;
		this.file = file;
		this.text = text;
	}

	get nodes(): readonly AuthoredNode[] {
		return (this.decodedNodes ??= decodeNodes(this.file.nodes));
	}

	get segments(): readonly TextSegment[] {
		return (this.decodedSegments ??= decodeText(this.file.text));
	}

	get visible(): VisibleText {
		return (this.visibleText ??= new VisibleText(this.text, this.nodes, this.segments));
	}

	get lines(): LineIndex {
		return (this.lineStarts ??= lineIndex(this.text));
	}

	/** Place of a chunk among those of the document; -1 where it has none of that id. */
	orderOf(chunkId: string): number {
		this.orders ??= new Map(this.file.chunks.map(({ id }, order) => [id, order]));
		return this.orders.get(chunkId) ?? -1;
	}

	chunk(order: number): Chunk {
		const chunk = this.file.chunks[order];
		if (chunk === undefined) throw new RangeError(`There is no chunk ${String(order)}.`);
		const { id, section, tokens, part, exact, prefix = '' } = chunk;
		const passage = this.passage(chunk, section);
		return {
			id,
			document: this.description,
			order,
			...passage,
			text: prefix + passage.text,
			exact,
			tokens,
			sectionId: this.file.sections[section]?.id ?? '',
			nodeIds: chunk.nodes.map((index) => this.nodeId(index)),
			...(part === undefined ? {} : { part: { ...part, of: this.nodeId(part.of) } }),
		};
	}

	nodeId(index: number): string {
		return nodeId(this.description, this.nodes, index);
	}

	/** Place of a node; -1 where the document has none of that id. */
	nodeIndexOf(id: string): number {
		this.nodeIndexes ??= new Map(this.nodes.map(({ index }) => [this.nodeId(index), index]));
		return this.nodeIndexes.get(id) ?? -1;
	}

	node(index: number): Node {
		const node = this.nodes[index];
		if (node === undefined) throw new RangeError(`There is no node ${String(index)}.`);
		const value = this.visible.valueOf(node);
		const passage = this.passage(node, this.sectionAt(node.start));
		return {
			id: this.nodeId(index),
			document: this.description,
			type: node.type,
			attributes: node.attributes,
			...passage,
			...(value === passage.text ? {} : { value }),
			...(node.parent < 0 ? {} : { parentId: this.nodeId(node.parent) }),
		};
	}

	/** What belongs to each chunk by the rules of the generation. */
	edges(rules: EdgeRules): EdgeFinder {
		if (this.edgeFinder === undefined) {
			const { references, relations, chunks, document } = this.file;
			const links = references.links
				.filter(([, to]) => to === document.id)
				.map(([node, , fragment]) => ({ node, fragment }));
			const all = Object.entries(relations).flatMap(([role, pairs]) =>
				pairs.map(([from, to]): Relation => ({ from, role: role as RelationRole, to })),
			);
			const described = { nodes: this.nodes, relations: all, links, chunks };
			this.edgeFinder = new EdgeFinder(described, rules);
		}
		return this.edgeFinder;
	}

	/**
	 * Tokens of a span, as they were counted when the index was built: those of chunks, and of
	 * what evidence takes along. Any other span has the number of its UTF-8 bytes.
	 */
	tokensOf({ start, end }: Span): number {
		if (this.counts === undefined) {
			const counts = new Map<string, number>();
			for (const [index, tokens] of this.file.counts) {
				const node = this.nodes[index];
				if (node !== undefined) counts.set(`${String(node.start)}-${String(node.end)}`, tokens);
			}
			for (const { start, end, tokens } of this.file.chunks.flatMap(({ context = [] }) => context))
				counts.set(`${String(start)}-${String(end)}`, tokens);
			for (const chunk of this.file.chunks)
				counts.set(`${String(chunk.start)}-${String(chunk.end)}`, chunk.tokens);
			this.counts = counts;
		}
		const counted = this.counts.get(`${String(start)}-${String(end)}`);
		return counted ?? new TextEncoder().encode(this.text.slice(start, end)).length;
	}

	/** Place of the section that holds an offset; -1 before the first. */
	sectionAt(offset: number): number {
		return this.file.sections.findLastIndex(({ start }) => start <= offset);
	}

	/** Titles of the headings above a place in a section, outermost first. */
	headingPath(section: number): string[] {
		return (this.file.sections[section]?.path ?? []).map((index) => {
			const node = this.nodes[index];
			return node?.type === 'heading' ? node.attributes.title : '';
		});
	}

	/** A span with its text, lines and headings. */
	passage(span: Span, section = this.sectionAt(span.start)): Passage {
		const { start, end } = span;
		return {
			start,
			end,
			startLine: lineAt(this.lines, start),
			endLine: lastLineOf(this.lines, span),
			headingPath: this.headingPath(section),
			text: this.text.slice(start, end),
			exact: true,
		};
	}

	/** Place of the smallest chunk that holds a span; -1 where it crosses chunks or lies in none. */
	chunkAround(span: Span): number {
		let found = -1;
		this.file.chunks.forEach((chunk, order) => {
			const best = this.file.chunks[found];
			if (!contains(chunk, span)) return;
			if (best === undefined || chunk.end - chunk.start < best.end - best.start) found = order;
		});
		return found;
	}
}
