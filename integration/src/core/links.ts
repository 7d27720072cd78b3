import { isExternal, pageAddress, resolvePath, splitUrl } from './file-paths.ts';
import { findingAt, type Finding } from './findings.ts';
import type { IndexedDocument } from './indexed-document.ts';

/** A link of one document that leads to a document of the index. */
export interface ResolvedLink {
	/** `index` of the link node. */
	readonly node: number;
	/** Id of the document it leads to. */
	readonly document: string;
	/** The part of the document, without `#`; empty for the whole. */
	readonly fragment: string;
}

/** Fragments that lead to the top of any page. */
const TOP = new Set(['', 'top', '_top']);

/** Finds where the links of documents lead. What leads out of the index is nobody's evidence here. */
export class LinkResolver {
	private readonly byPath = new Map<string, IndexedDocument>();
	private readonly byAddress = new Map<string, IndexedDocument>();
	private readonly anchors = new Map<string, ReadonlySet<string>>();

	constructor(documents: readonly IndexedDocument[]) {
		for (const indexed of documents) {
			this.byPath.set(indexed.document.path, indexed);
			if (indexed.document.url !== undefined)
				this.byAddress.set(pageAddress(indexed.document.url), indexed);
		}
	}

	/** The links of a document, and findings about those that lead nowhere. */
	resolve(indexed: IndexedDocument): { links: ResolvedLink[]; findings: Finding[] } {
		const links: ResolvedLink[] = [];
		const findings: Finding[] = [];
		for (const node of indexed.tree.nodes) {
			const url =
				node.type === 'link'
					? node.attributes.url
					: node.type === 'component'
						? (node.attributes.url ?? '')
						: '';
			if (url === '' || isExternal(url)) continue;
			const { path, fragment } = splitUrl(url);
			const target = path === '' ? indexed : this.find(indexed, path);
			if (target === 'missing')
				findings.push(findingAt(indexed.source, 'link-broken', node, { url }));
			if (target === undefined || target === 'missing') continue;
			if (!this.hasAnchor(target, fragment))
				findings.push(findingAt(indexed.source, 'link-broken', node, { url }));
			links.push({ node: node.index, document: target.document.id, fragment });
		}
		return { links, findings };
	}

	/** A link to a source file must find it; a page may be made by what the index does not know. */
	private find(from: IndexedDocument, path: string): IndexedDocument | 'missing' | undefined {
		const named = path.startsWith('.') || path.startsWith('/') ? path : `./${path}`;
		if (/\.mdx?$/.test(path)) {
			const file = resolvePath(from.document.path, named);
			const known = file.type === 'inside' ? this.byPath.get(file.path) : undefined;
			return known ?? (path.startsWith('/') ? undefined : 'missing');
		}
		if (path.startsWith('/')) return this.byAddress.get(pageAddress(path));
		const page = resolvePath(from.document.url ?? '', named);
		return page.type === 'inside' && from.document.url !== undefined
			? this.byAddress.get(pageAddress(`/${page.path}`))
			: undefined;
	}

	private hasAnchor(target: IndexedDocument, fragment: string): boolean {
		const [id = ''] = fragment.split(':~:');
		if (TOP.has(id)) return true;
		// What a component or an expression renders may hold any id.
		let anchors = this.anchors.get(target.document.id);
		if (anchors === undefined) {
			anchors = anchorsOf(target);
			this.anchors.set(target.document.id, anchors);
		}
		return (
			anchors.has(id) ||
			target.tree.nodes.some(
				(node) => node.type === 'component' && OPAQUE.has(node.attributes.kind),
			)
		);
	}
}

/** Kinds of components that render what the source does not show. */
const OPAQUE = new Set(['unknown', 'generated', 'transclusion']);

function anchorsOf({ tree }: IndexedDocument): Set<string> {
	const anchors = new Set(tree.anchors);
	for (const node of tree.nodes) if (node.type === 'heading') anchors.add(node.attributes.slug);
	return anchors;
}
