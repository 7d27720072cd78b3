import { EdgeFinder, type EdgeRules } from '../core/expansion-edges.ts';
import type { DocumentContent } from '../core/format/content.ts';
import type { CatalogEntry, DocumentDescription } from '../core/format/files.ts';
import type { TextSegment } from '../core/format/tree.ts';
import { chunkId, nodeId, sectionId, textDigest } from '../core/identity.ts';
import { lastLineOf, lineAt, lineIndex, type LineIndex } from '../core/lines.ts';
import type { AuthoredNode, NodeType } from '../core/nodes/node.ts';
import { VisibleText } from '../core/quotes.ts';
import { contains, type Span } from '../core/spans.ts';

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

/** One document of an opened index. What takes time is worked out when it is first asked for. */
export class DocumentView {
	readonly description: DocumentDescription;
	readonly content: DocumentContent;
	/** The whole source. */
	readonly text: string;
	/** Digest of all that shapes chunks; part of their ids. */
	private readonly chunking: string;
	private readonly chunkIds: string[] = [];
	private readonly sectionIds: string[] = [];
	private lineStarts: LineIndex | undefined;
	private visibleText: VisibleText | undefined;
	private edgeFinder: EdgeFinder | undefined;
	private counts: ReadonlyMap<string, number> | undefined;
	private nodeIndexes: Map<string, number> | undefined;

	constructor(entry: CatalogEntry, content: DocumentContent, text: string, chunking: string) {
		this.description = descriptionOf(entry);
		this.content = content;
		this.text = text;
		this.chunking = chunking;
	}

	get nodes(): readonly AuthoredNode[] {
		return this.content.nodes;
	}

	get segments(): readonly TextSegment[] {
		return this.content.segments;
	}

	get visible(): VisibleText {
		return (this.visibleText ??= new VisibleText(this.text, this.nodes, this.segments));
	}

	get lines(): LineIndex {
		return (this.lineStarts ??= lineIndex(this.text));
	}

	/** The id of a chunk by its place; empty where there is none. */
	chunkId(order: number): string {
		const chunk = this.content.chunks[order];
		if (chunk === undefined) return '';
		const { start, end, part, prefix = '' } = chunk;
		return (this.chunkIds[order] ??= chunkId(this.description, {
			revision: this.description.revision,
			section: this.sectionId(chunk.section),
			start,
			end,
			startLine: lineAt(this.lines, start),
			endLine: lastLineOf(this.lines, chunk),
			text: textDigest(prefix + this.text.slice(start, end)),
			nodes: chunk.nodes.map((index) => this.nodeId(index)),
			part: part === undefined ? null : { number: part.number, count: part.count },
			configuration: this.chunking,
		}));
	}

	/** The id of a section by its place; empty where there is none. */
	sectionId(place: number): string {
		const section = this.content.sections[place];
		if (section === undefined) return '';
		return (this.sectionIds[place] ??= sectionId(this.description, section));
	}

	/** Place of a chunk among those of the document; -1 where it has none of that id. */
	orderOf(id: string): number {
		return this.content.chunks.findIndex((_, order) => this.chunkId(order) === id);
	}

	chunk(order: number): Chunk {
		const chunk = this.content.chunks[order];
		if (chunk === undefined) throw new RangeError(`There is no chunk ${String(order)}.`);
		const { section, tokens, part, prefix } = chunk;
		const passage = this.passage(chunk, section);
		return {
			id: this.chunkId(order),
			document: this.description,
			order,
			...passage,
			text: (prefix ?? '') + passage.text,
			exact: prefix === undefined,
			tokens,
			sectionId: this.sectionId(section),
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
			const { references } = this.content;
			const links = references.links.filter(({ document }) => document === this.description.id);
			this.edgeFinder = new EdgeFinder({ ...this.content, links }, rules);
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
			for (const [index, tokens] of this.content.counts) {
				const node = this.nodes[index];
				if (node !== undefined) counts.set(`${String(node.start)}-${String(node.end)}`, tokens);
			}
			for (const { start, end, tokens } of this.content.chunks.flatMap(
				({ context = [] }) => context,
			))
				counts.set(`${String(start)}-${String(end)}`, tokens);
			for (const chunk of this.content.chunks)
				counts.set(`${String(chunk.start)}-${String(chunk.end)}`, chunk.tokens);
			this.counts = counts;
		}
		const counted = this.counts.get(`${String(start)}-${String(end)}`);
		return counted ?? new TextEncoder().encode(this.text.slice(start, end)).length;
	}

	/** Place of the section that holds an offset; -1 before the first. */
	sectionAt(offset: number): number {
		return this.content.sections.findLastIndex(({ start }) => start <= offset);
	}

	/** Titles of the headings above a place in a section, outermost first. */
	headingPath(section: number): string[] {
		return (this.content.sections[section]?.path ?? []).map((index) => {
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
		this.content.chunks.forEach((chunk, order) => {
			const best = this.content.chunks[found];
			if (!contains(chunk, span)) return;
			if (best === undefined || chunk.end - chunk.start < best.end - best.start) found = order;
		});
		return found;
	}
}

/** What the catalog says of files, and counts. */
const FILED: ReadonlySet<string> = new Set<Exclude<keyof CatalogEntry, keyof DocumentDescription>>([
	'file',
	'source',
	'bytes',
	'nodes',
	'chunks',
	'tokens',
	'findings',
	'duplicates',
]);

function descriptionOf(entry: CatalogEntry): DocumentDescription {
	return Object.fromEntries(
		Object.entries(entry).filter(([name]) => !FILED.has(name)),
	) as DocumentDescription;
}
