import type { Element, Root as HastRoot } from 'hast';
import type { Data, Root as MdastRoot } from 'mdast';
import { SKIP, visit } from 'unist-util-visit';
import { CODE_ANCHOR } from '../../core/anchors.ts';
import { ANCHORED_ELEMENTS, renderedFile, type RenderedFile } from './source-file.ts';

/** A file of unified, as far as it is needed here. */
interface File {
	readonly path: string;
	readonly value: unknown;
}

/** Puts an anchor before each code block, for unified. */
export function remarkCodeAnchors() {
	return (tree: MdastRoot, file: File): void => {
		const rendered = renderedFile(file.path, String(file.value));
		if (rendered === undefined) return;
		visit(tree, 'code', (node, index, parent) => {
			const offset = node.position?.start.offset;
			if (offset === undefined || parent === undefined || index === undefined) return undefined;
			parent.children.splice(index, 0, {
				type: 'paragraph',
				children: [],
				data: anchor(rendered, offset),
			});
			return [SKIP, index + 2];
		});
	};
}

/** remark-rehype reads these fields, of which mdast itself does not know. */
function anchor(rendered: RenderedFile, offset: number): Data {
	const fields = {
		hName: 'div',
		hProperties: { id: rendered.anchorAt(offset), className: [CODE_ANCHOR] },
	};
	return fields;
}

/** Gives blocks the anchors of their sources, for unified. */
export function rehypeAnchors() {
	return (tree: HastRoot, file: File): void => {
		const rendered = renderedFile(file.path, String(file.value));
		if (rendered === undefined) return;
		visit(tree, 'element', (element: Element) => {
			const offset = element.position?.start.offset;
			if (offset === undefined || !ANCHORED_ELEMENTS.includes(element.tagName)) return;
			element.properties['id'] ??= rendered.anchorAt(offset);
		});
	};
}
