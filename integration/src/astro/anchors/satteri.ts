import { fileURLToPath } from 'node:url';
import type { HastPluginEntry, MdastPluginEntry } from 'satteri';
import { CODE_ANCHOR } from '../../core/anchors.ts';
import { ANCHORED_ELEMENTS, renderedFile, type RenderedFile } from './source-file.ts';

/** Plugins that give blocks of rendered pages the anchors of their sources, for Sätteri. */
export function satteriAnchors(): { mdast: MdastPluginEntry; hast: HastPluginEntry } {
	return {
		mdast: ({ fileURL }) => {
			if (fileURL === undefined) return undefined;
			const file = once(fileURL);
			return {
				name: 'astro-citable-code-anchors',
				options: { position: true },
				code(node, context) {
					const offset = node.position?.start.offset;
					const rendered = file(context.source);
					if (offset === undefined || rendered === undefined) return;
					// A paragraph would be taken out of a tight list, with its id.
					context.insertBefore(node, {
						type: 'blockquote',
						children: [],
						data: {
							hName: 'div',
							hProperties: { id: rendered.anchorAt(offset), class: CODE_ANCHOR },
						},
					});
				},
			};
		},
		hast: ({ fileURL }) => {
			if (fileURL === undefined) return undefined;
			const file = once(fileURL);
			return {
				name: 'astro-citable-anchors',
				options: { position: true },
				element: {
					filter: ANCHORED_ELEMENTS,
					visit(node, context) {
						const offset = node.position?.start.offset;
						if (offset === undefined || node.properties.id !== undefined) return;
						const rendered = file(context.source);
						if (rendered !== undefined) context.setProperty(node, 'id', rendered.anchorAt(offset));
					},
				},
			};
		},
	};
}

/** Reads the file when the first block asks. */
function once(fileURL: URL): (source: string) => RenderedFile | undefined {
	let file: RenderedFile | 'unknown' | undefined;
	return (source) => {
		file ??= renderedFile(fileURLToPath(fileURL), source) ?? 'unknown';
		return file === 'unknown' ? undefined : file;
	};
}
