import { DocumentView } from '../../integration/src/core/chunks/document-view.ts';
import type { IndexedDocument } from '../../integration/src/core/indexed-document.ts';
import type { AuthoredNode } from '../../integration/src/core/nodes/node.ts';
import type { Relation } from '../../integration/src/core/nodes/relations.ts';
import type { Span } from '../../integration/src/core/spans.ts';
import type { Tokenizer } from '../../integration/src/core/tokens.ts';

/** A chunk of any splitter, as a span of the source. */
export interface MeasuredChunk extends Span {
	readonly tokens: number;
	/** `index` of the node of which it says to be a part. */
	readonly part?: number;
}

/** How much of what belongs together a splitter cut apart. `total` is what could have been cut. */
export interface Share {
	readonly cut: number;
	readonly total: number;
	/** Of the cut, how many no relation of the index links and no label names. */
	readonly silent: number;
}

export const measures = ['edges', 'items', 'rows', 'fences', 'callouts', 'qualifiers'] as const;

/** Shares of one or more documents, by what was cut. */
export type BoundaryMeasures = Readonly<Record<(typeof measures)[number], Share>>;

export const nothingMeasured: BoundaryMeasures = Object.fromEntries(
	measures.map((name) => [name, { cut: 0, total: 0, silent: 0 }]),
) as BoundaryMeasures;

export function addMeasures(a: BoundaryMeasures, b: BoundaryMeasures): BoundaryMeasures {
	return Object.fromEntries(
		measures.map((name) => [
			name,
			{
				cut: a[name].cut + b[name].cut,
				total: a[name].total + b[name].total,
				silent: a[name].silent + b[name].silent,
			},
		]),
	) as BoundaryMeasures;
}

/**
 * Measures one document. `linked` says whether the chunks come with the relations of an index;
 * `limit` is the size in tokens up to which an instruction and its qualifier could be together.
 */
export function measureBoundaries(
	indexed: IndexedDocument,
	chunks: readonly MeasuredChunk[],
	{ tokenizer, linked, limit }: { tokenizer: Tokenizer; linked: boolean; limit: number },
): BoundaryMeasures {
	const document = new MeasuredDocument(indexed, chunks, tokenizer, linked, limit);
	return {
		edges: document.edges(),
		items: document.items(),
		rows: document.rows(),
		fences: document.blocks('code'),
		callouts: document.blocks('callout'),
		qualifiers: document.qualifiers(),
	};
}

/** Nodes made of words or code: an edge inside one cuts it, and not just the container around it. */
const WORDS = new Set<AuthoredNode['type']>([
	'paragraph',
	'heading',
	'tableRow',
	'code',
	'math',
	'image',
	'link',
]);

class MeasuredDocument {
	private readonly indexed: IndexedDocument;
	private readonly chunks: readonly MeasuredChunk[];
	private readonly view: DocumentView;
	private readonly tokenizer: Tokenizer;
	private readonly relations: readonly Relation[];
	private readonly limit: number;

	constructor(
		indexed: IndexedDocument,
		chunks: readonly MeasuredChunk[],
		tokenizer: Tokenizer,
		linked: boolean,
		limit: number,
	) {
		this.indexed = indexed;
		this.chunks = chunks.map((chunk) => trimmed(indexed.source.text, chunk));
		this.view = new DocumentView(indexed, tokenizer);
		this.tokenizer = tokenizer;
		this.relations = linked ? indexed.relations : [];
		this.limit = limit;
	}

	/** Chunks that start or end inside a node. */
	edges(): Share {
		let cut = 0;
		let silent = 0;
		for (const chunk of this.chunks) {
			if (!this.isInside(chunk.start) && !this.isInside(chunk.end)) continue;
			cut++;
			if (chunk.part === undefined) silent++;
		}
		return { cut, silent, total: this.chunks.length };
	}

	/** List items that no chunk holds together with what introduces the list. */
	items(): Share {
		return this.apart('list', 'listItem', (list) => {
			const before = this.siblingBefore(list);
			return before?.type === 'paragraph' ? { needed: before, role: 'introduction' } : undefined;
		});
	}

	/** Rows that no chunk holds together with the row that names the columns. */
	rows(): Share {
		return this.apart('table', 'tableRow', (table) => {
			const header = this.view.finder
				.childrenOf(table.index)
				.find((row) => row.type === 'tableRow' && row.attributes.header === true);
			return header === undefined ? undefined : { needed: header, role: 'header' };
		});
	}

	/** Blocks of a type that no chunk holds whole. */
	blocks(type: 'code' | 'callout'): Share {
		const blocks = this.nodes.filter(
			(node) => node.type === type && isBlock(node) && this.view.leavesIn(node).length > 0,
		);
		const cut = blocks.filter(
			(node) => !this.together(type === 'code' ? node : this.wordsOf(node)),
		);
		const silent = cut.filter((node) => !this.isLabelled(node));
		return { cut: cut.length, silent: silent.length, total: blocks.length };
	}

	/** Qualifiers that no chunk holds together with what they limit, though both would fit. */
	qualifiers(): Share {
		let cut = 0;
		let silent = 0;
		let total = 0;
		for (const node of this.nodes) {
			const before = isBlock(node) ? this.siblingBefore(node) : undefined;
			if (before === undefined || !this.limits(before, node)) continue;
			let base = before;
			for (;;) {
				const further = this.siblingBefore(base);
				if (further === undefined || !this.limits(further, base)) break;
				base = further;
			}
			const span = { start: this.lastOf(base).start, end: this.view.leadOf(node).end };
			const size = this.tokenizer.count(this.indexed.source.text.slice(span.start, span.end));
			if (size > this.limit) continue;
			total++;
			const pair = { start: this.lastOf(before).start, end: span.end };
			if (this.together(pair)) continue;
			cut++;
			const labelled = this.chunks.some(
				(chunk) => chunk.part !== undefined && chunk.start < span.end && span.start < chunk.end,
			);
			if (!labelled) silent++;
		}
		return { cut, silent, total };
	}

	private get nodes(): readonly AuthoredNode[] {
		return this.indexed.tree.nodes;
	}

	/** Whether an offset parts words or code, and not just what a container holds. */
	private isInside(offset: number, parent = -1): boolean {
		return this.view.finder.within(parent, { start: offset - 1, end: offset }).some((node) => {
			const { start, end } = trimmed(this.indexed.source.text, node);
			if (offset <= start || end <= offset) return false;
			const words = WORDS.has(node.type) || (isBlock(node) && !this.isContainer(node));
			return words || this.isInside(offset, node.index);
		});
	}

	private isContainer(node: AuthoredNode): boolean {
		return this.view.isContainer(node);
	}

	private apart(
		holder: 'list' | 'table',
		member: 'listItem' | 'tableRow',
		needs: (node: AuthoredNode) => { needed: AuthoredNode; role: string } | undefined,
	): Share {
		let cut = 0;
		let silent = 0;
		let total = 0;
		for (const node of this.nodes) {
			if (node.type !== holder) continue;
			const need = needs(node);
			if (need === undefined) continue;
			const { needed, role } = need;
			const linked = this.relations.some(
				(relation) =>
					relation.from === node.index && relation.role === role && relation.to === needed.index,
			);
			for (const child of this.view.finder.childrenOf(node.index)) {
				if (child.type !== member || child.index === needed.index) continue;
				total++;
				if (this.together({ start: needed.start, end: child.end }, needed, child)) continue;
				cut++;
				if (!linked) silent++;
			}
		}
		return { cut, silent, total };
	}

	/** Whether one chunk holds a span whole, or all of its ends. */
	private together(span: Span, ...parts: readonly Span[]): boolean {
		const { text } = this.indexed.source;
		const wanted = (parts.length === 0 ? [span] : parts).map((part) => trimmed(text, part));
		return this.chunks.some((chunk) =>
			wanted.every((part) => chunk.start <= part.start && part.end <= chunk.end),
		);
	}

	/** From the first to the last that readers see of a node. */
	private wordsOf(node: AuthoredNode): Span {
		const leaves = this.view.leavesIn(node);
		return { start: leaves[0]?.start ?? node.start, end: leaves.at(-1)?.end ?? node.end };
	}

	private isLabelled(node: AuthoredNode): boolean {
		const touching = this.chunks.filter(
			(chunk) => chunk.start < node.end && node.start < chunk.end,
		);
		return touching.length > 0 && touching.every((chunk) => chunk.part !== undefined);
	}

	/** The block right before a block, if nothing but marks and tags stands between the two. */
	private siblingBefore(node: AuthoredNode): AuthoredNode | undefined {
		const before = this.view.finder.childrenOf(node.parent)[node.ordinal - 1];
		if (before === undefined || !isBlock(before)) return undefined;
		const parent = this.nodes[node.parent];
		if (parent !== undefined && !this.isContainer(parent)) return undefined;
		const parted = this.indexed.sections.some(
			({ start, stretches }) =>
				(before.end <= start && start <= node.start) ||
				stretches.some((run) => before.end <= run.start && run.start < node.start),
		);
		return parted ? undefined : before;
	}

	private limits(before: AuthoredNode, node: AuthoredNode): boolean {
		if (before.type === 'heading' || before.type === 'thematicBreak') return false;
		return this.view.isQualifier(node);
	}

	/** What stands right before the next block: the last item, row or block of a container. */
	private lastOf(node: AuthoredNode): AuthoredNode {
		const inner =
			node.type === 'list' ||
			node.type === 'table' ||
			((node.type === 'component' || node.type === 'blockquote') && this.isContainer(node));
		const last = inner ? this.view.finder.childrenOf(node.index).at(-1) : undefined;
		return last === undefined ? node : this.lastOf(last);
	}
}

function isBlock(node: AuthoredNode): boolean {
	return !(
		node.type === 'link' ||
		node.type === 'image' ||
		node.type === 'footnoteReference' ||
		node.type === 'expression' ||
		(node.type === 'math' && !node.attributes.display)
	);
}

/** A span without white space at its ends, where a cut harms nothing. */
function trimmed<Of extends Span>(text: string, span: Of): Of {
	const slice = text.slice(span.start, span.end);
	if (slice.trim() === '') return span;
	return {
		...span,
		start: span.start + slice.length - slice.trimStart().length,
		end: span.end - slice.length + slice.trimEnd().length,
	};
}
