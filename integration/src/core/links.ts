import { pageAddress, resolvePath, splitUrl } from './file-paths.ts';
import { findingAt, type Finding } from './findings.ts';
import type { IndexedDocument } from './indexed-document.ts';

/** What resolving takes of a document. */
type LinkedDocument = Pick<IndexedDocument, 'document' | 'source' | 'outward'>;

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
	private readonly byPath = new Map<string, LinkedDocument>();
	private readonly byAddress = new Map<string, LinkedDocument>();
	/** What paths that start at the root lead to. Those of a site's navigation stand in every document. */
	private readonly fromRoot = new Map<string, LinkedDocument | undefined>();

	constructor(documents: readonly LinkedDocument[]) {
		for (const indexed of documents) {
			this.byPath.set(indexed.document.path, indexed);
			if (indexed.document.url !== undefined)
				this.byAddress.set(pageAddress(indexed.document.url), indexed);
		}
	}

	/** The links of a document, and findings about those that lead nowhere. */
	resolve(indexed: LinkedDocument): { links: ResolvedLink[]; findings: Finding[] } {
		const links: ResolvedLink[] = [];
		const findings: Finding[] = [];
		for (const link of indexed.outward.links) {
			const { url } = link;
			const { path, fragment } = splitUrl(url);
			const target = path === '' ? indexed : this.find(indexed, path);
			if (target === 'missing')
				findings.push(findingAt(indexed.source, 'link-broken', link, { url }));
			if (target === undefined || target === 'missing') continue;
			if (!hasAnchor(target, fragment))
				findings.push(findingAt(indexed.source, 'link-broken', link, { url }));
			links.push({ node: link.node, document: target.document.id, fragment });
		}
		return { links, findings };
	}

	/** A link to a source file must find it; a page may be made by what the index does not know. */
	private find(from: LinkedDocument, path: string): LinkedDocument | 'missing' | undefined {
		if (path.startsWith('/')) return this.findFromRoot(path);
		const named = path.startsWith('.') ? path : `./${path}`;
		if (/\.mdx?$/.test(path)) {
			const file = resolvePath(from.document.path, named);
			return (file.type === 'inside' ? this.byPath.get(file.path) : undefined) ?? 'missing';
		}
		const page = resolvePath(from.document.url ?? '', named);
		return page.type === 'inside' && from.document.url !== undefined
			? this.byAddress.get(pageAddress(`/${page.path}`))
			: undefined;
	}

	private findFromRoot(path: string): LinkedDocument | undefined {
		if (this.fromRoot.has(path)) return this.fromRoot.get(path);
		const file = /\.mdx?$/.test(path) ? resolvePath('', path) : undefined;
		const found =
			file === undefined
				? this.byAddress.get(pageAddress(path))
				: this.byPath.get(file.type === 'inside' ? file.path : '');
		this.fromRoot.set(path, found);
		return found;
	}
}

function hasAnchor({ outward }: LinkedDocument, fragment: string): boolean {
	const [id = ''] = fragment.split(':~:');
	return TOP.has(id) || outward.anchors.has(id) || outward.opaque;
}
