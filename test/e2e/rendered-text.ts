import type { Page } from 'playwright-core';
import type { DocumentView } from '../../integration/src/client/index.ts';
import type { Span } from '../../integration/src/core/index.ts';

/** What a page shows, in letters and digits alone, and where its elements start in that. */
export interface RenderedText {
	readonly text: string;
	/** Place in the text, by the id of an element. */
	readonly starts: Readonly<Record<string, number>>;
}

/** Reads what the main part of a page shows to eyes. */
export async function renderedText(page: Page): Promise<RenderedText> {
	const { runs, starts } = await page.evaluate(() => {
		const root = document.querySelector('main');
		if (root === null) throw new Error('The page has no main part.');
		const runs: string[] = [];
		const starts: Record<string, number> = {};
		const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
		while (walker.nextNode() !== null) {
			const node = walker.currentNode;
			if (node instanceof Element) {
				if (node.id !== '') starts[node.id] ??= runs.length;
			} else if (node.parentElement?.closest('.sr-only, script, style, button, template') === null)
				runs.push(node.textContent ?? '');
		}
		return { runs, starts };
	});
	const ends: number[] = [0];
	let text = '';
	for (const run of runs) {
		text += letters(run);
		ends.push(text.length);
	}
	const places = Object.entries(starts).map(([id, run]) => [id, ends[run] ?? 0] as const);
	return { text, starts: Object.fromEntries(places) };
}

/** Text without what pages change: white space, and quotes and dashes that are made typographic. */
export function letters(text: string): string {
	return text.normalize().replace(/[^\p{L}\p{N}]+/gu, '');
}

/** How much may stand between two blocks that is in neither: names of files, of tabs, of notes. */
const BETWEEN = 150;

/**
 * Says what a page does not show of a span, block by block from an element on; undefined where it
 * shows all of it, in its order.
 */
export function missingFrom(
	{ text, starts }: RenderedText,
	anchor: string,
	view: DocumentView,
	span: Span,
): string | undefined {
	const start = starts[anchor];
	if (start === undefined) return `no element #${anchor}`;
	let at = start;
	let first = true;
	for (const block of view.visible.blocksIn(span)) {
		const types = block.nodes.map((index) => view.nodes[index]?.type);
		if (types.every((type) => type !== undefined && LABELS.has(type))) {
			// Titles of tabs and notes stand where the component puts them.
			if (!text.includes(letters(block.text))) return `the label “${block.text}”`;
			continue;
		}
		const code = types.includes('code');
		// A piece of code opens at the code.
		const rest = code && view.nodes[block.nodes[0] ?? -1]!.start < span.start;
		for (const line of code ? block.text.split(/\r\n|[\r\n]/) : [block.text]) {
			const wanted = letters(line);
			if (wanted === '') continue;
			const found = text.indexOf(wanted, at);
			const near = found - at <= (first && !code ? 0 : BETWEEN);
			if (found >= 0 && (near || (first && rest))) {
				at = found + wanted.length;
				first = false;
				// The name of a file in a comment becomes the title of the frame.
			} else if (!code || !/^\s*(?:\/\/|#|<!--|\/\*)/.test(line) || !text.includes(wanted))
				return `“${line}” (${types.join()}) behind “…${text.slice(Math.max(0, at - 40), at)}”, but “${text.slice(at, at + 80)}…”`;
		}
	}
	return undefined;
}

/** Nodes whose own text a page may show elsewhere than the source has it. */
const LABELS: ReadonlySet<string> = new Set(['component', 'callout', 'image']);
