import { isExternal } from './file-paths.ts';
import type { AuthoredNode } from './nodes/node.ts';
import type { AuthoredTree } from './nodes/read.ts';
import type { Source } from './source.ts';
import type { Span } from './spans.ts';

/** A node by which a document points somewhere; `node` is its `index`. */
interface Pointer extends Span {
	readonly node: number;
}

/**
 * What a document points to, and what others may point to in it: all that the other documents of a
 * site have to do with.
 */
export interface Outward {
	/** Links and components with an address that does not lead out of the site. */
	readonly links: readonly (Pointer & { readonly url: string })[];
	/** Components that show the content of another file, with the spans of their first lines. */
	readonly shown: readonly (Pointer & { readonly name: string; readonly target: string })[];
	readonly images: readonly (Pointer & { readonly url: string })[];
	/** Fragments that lead to a place in the document. */
	readonly anchors: ReadonlySet<string>;
	/** Whether components may render any other fragment. */
	readonly opaque: boolean;
}

/** Kinds of components that render what the source does not show. */
const OPAQUE = new Set(['unknown', 'generated', 'transclusion']);

export function outwardOf({ text }: Source, tree: AuthoredTree): Outward {
	const links: Outward['links'][number][] = [];
	const shown: Outward['shown'][number][] = [];
	const images: Outward['images'][number][] = [];
	const anchors = new Set(tree.anchors);
	let opaque = false;
	const addLink = (pointer: Pointer, url: string): void => {
		if (url !== '' && !isExternal(url)) links.push({ ...pointer, url });
	};
	for (const node of tree.nodes) {
		const pointer = { node: node.index, start: node.start, end: node.end };
		if (node.type === 'heading') anchors.add(node.attributes.slug);
		else if (node.type === 'image') images.push({ ...pointer, url: node.attributes.url });
		else if (node.type === 'link') addLink(pointer, node.attributes.url);
		else if (node.type === 'component') {
			const { name, kind, url, target } = node.attributes;
			if (OPAQUE.has(kind)) opaque = true;
			if (url !== undefined) addLink(pointer, url);
			if (target !== undefined) shown.push({ ...pointer, ...firstLine(text, node), name, target });
		}
	}
	return { links, shown, images, anchors, opaque };
}

function firstLine(text: string, { start, end }: AuthoredNode): Span {
	const line = /^[^\r\n]*/.exec(text.slice(start, end))?.[0].length ?? 0;
	return { start, end: start + line };
}
