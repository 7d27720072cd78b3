import type { Element, Nodes } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import type { NodeReader } from './reader.ts';
import { align, alignLines, sourceRange, type Reading } from './segments.ts';
import type { Segment } from './node.ts';

/** Elements whose content is no text for readers. */
const HIDDEN = new Set(['script', 'style', 'template']);
/** Elements of a table that no plain grid of cells stands for. */
const SPANNING = ['rowSpan', 'colSpan'];

/** Reads raw HTML of a Markdown file: its text, its images and links; tags and comments are syntax. */
export function readHtml(
	reader: NodeReader,
	value: string,
	start: number,
	end: number,
	parent: number,
): number {
	const to = reader.trimmedEnd(start, end);
	const { text } = reader;
	if (/^<!--[^]*-->$/.test(value.trim()) && value.indexOf('-->') === value.trimEnd().length - 3) {
		reader.addSyntax('comment', start, to);
		return to;
	}
	const { index } = reader.add('html', start, to, parent, {});
	const segments = alignLines(text, start, to, value.trimEnd());
	readFragment(reader, value, segments, start, to, index);
	return to;
}

/** Reads HTML that stands in an attribute. */
export function readHtmlText(
	reader: NodeReader,
	value: string,
	start: number,
	end: number,
	index: number,
	reading: Reading,
): void {
	readFragment(reader, value, align(reader.text, start, end, value, reading), start, end, index);
}

function readFragment(
	reader: NodeReader,
	value: string,
	segments: readonly Segment[] | undefined,
	start: number,
	end: number,
	index: number,
): void {
	if (segments === undefined) {
		reader.report('text-unmapped', { start, end });
		reader.addLeaf('html', start, end, index, [{ start, end, value }]);
		return;
	}
	let from = start;
	const place = (node: {
		position?: Nodes['position'];
	}): { start: number; end: number } | undefined => {
		const valueStart = node.position?.start.offset;
		const valueEnd = node.position?.end.offset;
		if (valueStart === undefined || valueEnd === undefined || valueStart >= valueEnd)
			return undefined;
		const range = sourceRange(segments, valueStart, valueEnd);
		return range === undefined || range.start < from || range.end > end ? undefined : range;
	};
	const walk = (node: Nodes, parent: number, hidden: boolean): void => {
		if (node.type === 'text') {
			const range = place(node);
			if (range === undefined || hidden) return;
			const raw = reader.text.slice(range.start, range.end);
			reader.addSyntax('tag', from, range.start);
			if (raw.trim() === '') reader.addSyntax('blank', range.start, range.end);
			else reader.addAligned('html', range.start, range.end, parent, node.value, 'markup');
			from = range.end;
		} else if (node.type === 'comment') {
			const range = place(node);
			if (range === undefined) return;
			reader.addSyntax('tag', from, range.start);
			reader.addSyntax('comment', range.start, range.end);
			from = range.end;
		} else if (node.type === 'element') {
			const inner = readElement(node, parent);
			for (const child of node.children) walk(child, inner, hidden || HIDDEN.has(node.tagName));
		} else if (node.type === 'root') {
			for (const child of node.children) walk(child, parent, hidden);
		}
	};
	const readElement = (node: Element, parent: number): number => {
		const range = place(node);
		if (SPANNING.some((name) => node.properties[name] !== undefined)) {
			reader.report('table-complex', range ?? { start, end });
		}
		if (range === undefined) return parent;
		if (node.tagName === 'a' && typeof node.properties['href'] === 'string') {
			return reader.add('link', range.start, range.end, parent, { url: node.properties['href'] })
				.index;
		}
		if (node.tagName === 'img') {
			const alt = typeof node.properties['alt'] === 'string' ? node.properties['alt'] : '';
			const image = reader.add('image', range.start, range.end, parent, {
				url: typeof node.properties['src'] === 'string' ? node.properties['src'] : '',
				alt,
			});
			const written = /\balt\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(
				reader.text.slice(range.start, range.end),
			);
			const inner = written?.[1] ?? written?.[2];
			if (written !== null && inner !== undefined && alt !== '') {
				const at = range.start + written.index + written[0].length - 1 - inner.length;
				reader.addSyntax('tag', from, at);
				reader.addAligned('alt', at, at + inner.length, image.index, alt, 'markup');
				from = at + inner.length;
			}
		}
		return parent;
	};
	walk(fromHtml(value, { fragment: true }), index, false);
	reader.addSyntax('tag', from, end);
}
