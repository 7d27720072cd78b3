import type { ExpansionManifest } from './format/files.ts';
import type { AuthoredNode, NodeType } from './nodes/node.ts';
import type { Relation, RelationRole } from './nodes/relations.ts';
import { childrenOf, closest, type NodeList } from './nodes/tree.ts';
import { contains, overlapLength, type Span } from './spans.ts';

/** Why a span travels with a chunk. */
export type EdgeRole =
	RelationRole | 'continuation' | 'declaration' | 'import' | 'sibling' | 'definition';

/** A span of the same source that belongs to what a chunk says. */
export interface Edge extends Span {
	readonly role: EdgeRole;
	/** Whether a claim on the chunk needs it. */
	readonly required: boolean;
	/** `index` of the node that the span is; undefined where it is a chunk or a piece of code. */
	readonly node?: number;
	/** Place of the chunk that the span is; undefined where it is a node or a piece of code. */
	readonly chunk?: number;
	/** How many items stand between a sibling and the chunk, from 0; undefined for other roles. */
	readonly distance?: number;
}

/** What edges are found in. */
export interface EdgeDocument {
	readonly nodes: NodeList;
	readonly relations: readonly Relation[];
	/** Links whose target is a fragment of the same document. */
	readonly links: readonly { readonly node: number; readonly fragment: string }[];
	readonly chunks: readonly EdgeChunk[];
}

interface EdgeChunk extends Span {
	readonly nodes: readonly number[];
	readonly part?: { readonly of: number };
	/** Pieces of the same code that say what the chunk leaves open. */
	readonly context?: readonly (Span & { readonly role: 'declaration' | 'import' })[];
}

/** The rules of a generation, as its expansion manifest holds them. */
export type EdgeRules = Pick<ExpansionManifest, 'rules' | 'required'>;

/** Finds what belongs to each chunk of one document. */
export class EdgeFinder {
	private readonly document: EdgeDocument;
	private readonly rules: EdgeRules;
	private readonly relations = new Map<number, Relation[]>();
	private readonly links = new Map<number, string[]>();
	/** Place of the heading of each slug. */
	private readonly headings = new Map<string, number>();
	/** Roles in the order in which they matter. */
	private readonly roles: readonly string[];

	constructor(document: EdgeDocument, rules: EdgeRules) {
		this.document = document;
		this.rules = rules;
		this.roles = [...rules.required, ...Object.values(rules.rules).flat()];
		for (const relation of document.relations) add(this.relations, relation.from, relation);
		for (const { node, fragment } of document.links) add(this.links, node, fragment);
		for (const node of document.nodes)
			if (node.type === 'heading') this.headings.set(node.attributes.slug, node.index);
	}

	/**
	 * The edges of a chunk, in the order in which they matter: required ones first, in the
	 * order of their roles, then the others, then in source order. What lies inside the chunk is among them.
	 */
	edgesOf(order: number): Edge[] {
		const chunk = this.document.chunks[order];
		return chunk === undefined ? [] : this.edges(chunk, order);
	}

	/** The edges of a node that travels without the rest of its chunk, in the same order. */
	edgesOfNode(index: number): Edge[] {
		const node = this.document.nodes[index];
		if (node === undefined) return [];
		return this.edges({ start: node.start, end: node.end, nodes: [index] }, -1);
	}

	private edges(chunk: EdgeChunk, order: number): Edge[] {
		const { inside, above } = this.nodesOf(chunk);
		const edges: Edge[] = [];
		for (const node of [...above, ...inside]) {
			for (const { role, to } of this.relations.get(node.index) ?? []) {
				// A footnote belongs to the words that its mark follows, not to all of a block above.
				if (this.takes(node, chunk, role)) this.addNode(edges, role, to);
			}
		}
		for (const node of inside) {
			for (const fragment of this.links.get(node.index) ?? []) {
				const block = this.takes(node, chunk, 'definition') ? this.definition(fragment) : undefined;
				if (block !== undefined) this.addNode(edges, 'definition', block);
			}
		}
		for (const { role, start, end } of chunk.context ?? []) {
			if (this.ruleOf('code', role))
				edges.push({ role, start, end, required: this.rules.required.includes(role) });
		}
		this.addSiblings(edges, chunk);
		this.addContinuations(edges, chunk, order);
		this.addFootnotes(edges);
		const { roles } = this;
		return edges.sort(
			(a, b) =>
				Number(b.required) - Number(a.required) ||
				roles.indexOf(a.role) - roles.indexOf(b.role) ||
				(a.distance ?? 0) - (b.distance ?? 0) ||
				a.start - b.start,
		);
	}

	/** The nodes of which a chunk holds something, and those above them. */
	private nodesOf(chunk: EdgeChunk): { inside: AuthoredNode[]; above: AuthoredNode[] } {
		const { nodes } = this.document;
		const inside: AuthoredNode[] = [];
		const above = new Map<number, AuthoredNode>();
		for (const outermost of chunk.nodes) {
			for (let at = outermost; at < nodes.length; at++) {
				const node = nodes[at];
				if (node === undefined || (at > outermost && node.parent < outermost)) break;
				if (overlapLength(node, chunk) > 0) inside.push(node);
			}
			for (
				let node = nodes[nodes[outermost]?.parent ?? -1];
				node !== undefined;
				node = nodes[node.parent]
			)
				above.set(node.index, node);
		}
		return { inside, above: [...above.values()].sort((a, b) => a.index - b.index) };
	}

	/** Whether the rules of the node, or of what the chunk holds of it, name the role. */
	private takes(node: AuthoredNode, chunk: EdgeChunk, role: EdgeRole): boolean {
		if (role === 'footnote' || role === 'definition') {
			const { nodes } = this.document;
			for (let at: AuthoredNode | undefined = node; at !== undefined; at = nodes[at.parent])
				if (this.ruleOf(at.type, role)) return true;
			return false;
		}
		return (
			this.ruleOf(node.type, role) ||
			chunk.nodes.some((index) => {
				const held = this.document.nodes[index];
				return held !== undefined && contains(node, held) && this.ruleOf(held.type, role);
			})
		);
	}

	private ruleOf(type: NodeType, role: EdgeRole): boolean {
		return this.rules.rules[type]?.includes(role) ?? false;
	}

	private addNode(edges: Edge[], role: EdgeRole, index: number, distance?: number): void {
		const node = this.document.nodes[index];
		if (node === undefined || edges.some((edge) => edge.node === index)) return;
		edges.push({
			role,
			start: node.start,
			end: node.end,
			required: this.rules.required.includes(role),
			node: index,
			...(distance === undefined ? {} : { distance }),
		});
	}

	/** Items of the same list, the nearest first: they show by what the list tells things apart. */
	private addSiblings(edges: Edge[], chunk: EdgeChunk): void {
		const { nodes } = this.document;
		const lists = new Set<number>();
		for (const index of chunk.nodes) {
			const item = closest(nodes, index, 'listItem');
			if (item !== undefined && this.ruleOf('listItem', 'sibling')) lists.add(item.parent);
		}
		for (const list of lists) {
			const items = childrenOf(nodes, list);
			const before = items.filter((item) => item.end <= chunk.start).reverse();
			const after = items.filter((item) => item.start >= chunk.end);
			for (const side of [before, after])
				side.forEach((item, distance) => {
					this.addNode(edges, 'sibling', item.index, distance);
				});
		}
	}

	/** The other parts of a node that was too large for one chunk, the nearest first. */
	private addContinuations(edges: Edge[], chunk: EdgeChunk, order: number): void {
		const { chunks, nodes } = this.document;
		const whole = nodes[chunk.part?.of ?? -1];
		if (whole === undefined || !this.ruleOf(whole.type, 'continuation')) return;
		chunks.forEach((other, place) => {
			if (place === order || other.part?.of !== whole.index) return;
			edges.push({
				role: 'continuation',
				start: other.start,
				end: other.end,
				required: this.rules.required.includes('continuation'),
				chunk: place,
				distance: Math.abs(place - order) - 1,
			});
		});
	}

	/** What travels brings its own footnotes along. */
	private addFootnotes(edges: Edge[]): void {
		const { nodes } = this.document;
		for (const edge of [...edges]) {
			if (edge.node === undefined || edge.role === 'sibling') continue;
			for (let at = edge.node; at < nodes.length; at++) {
				const node = nodes[at];
				if (node === undefined || node.start >= edge.end) break;
				if (node.type !== 'footnoteReference') continue;
				for (const { role, to } of this.relations.get(node.index) ?? [])
					this.addNode(edges, role, to);
			}
		}
	}

	/** The first block under the heading that a fragment names. */
	private definition(fragment: string): number | undefined {
		const { nodes } = this.document;
		const heading = nodes[this.headings.get(fragment) ?? -1];
		if (heading === undefined) return undefined;
		for (let at = heading.index + 1; at < nodes.length; at++) {
			const next = nodes[at];
			if (next?.parent === heading.parent) return next.type === 'heading' ? undefined : at;
		}
		return undefined;
	}
}

function add<Value>(lists: Map<number, Value[]>, key: number, value: Value): void {
	const list = lists.get(key);
	if (list === undefined) lists.set(key, [value]);
	else list.push(value);
}
