import { readFileSync } from 'node:fs';
import { blockAnchor, readSource } from '../../core/index.ts';

/** A file that is being rendered. */
export interface RenderedFile {
	/** The anchor of what stands at an offset of the rendered text. */
	anchorAt(offset: number): string;
}

/**
 * Lays the text that a processor renders against the file it is from: Markdown is rendered without
 * its frontmatter, so its positions are not those of the file. Undefined where the text is not of
 * the file, which then gets no anchors.
 */
export function renderedFile(path: string, rendered: string): RenderedFile | undefined {
	if (!/\.mdx?$/.test(path)) return undefined;
	let source;
	try {
		source = readSource(path, readFileSync(path));
	} catch {
		return undefined;
	}
	// MDX is rendered with blanks in place of its frontmatter.
	const body = rendered.trimStart();
	const at = source.text.lastIndexOf(body);
	if (at < 0 || body === '') return undefined;
	const shift = at - (rendered.length - body.length);
	const { revision } = source;
	return { anchorAt: (offset) => blockAnchor(revision, shift + offset) };
}

/** Elements that get an anchor; headings have one, and code loses what it is given. */
export const ANCHORED_ELEMENTS = ['p', 'li', 'tr', 'blockquote'];
