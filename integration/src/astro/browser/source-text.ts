/**
 * The text of a source as the page shows it. The lines of the page hold the source unit by unit, so
 * offsets of the source and places in the page can be told from each other by counting.
 */
export class SourceText {
	private readonly container: Element;

	constructor(container: Element) {
		this.container = container;
	}

	/** The whole source. */
	get text(): string {
		return this.nodes()
			.map((node) => node.data)
			.join('');
	}

	/** The text nodes that a span touches, each with the part of it inside the span. */
	parts(start: number, end: number): { node: Text; start: number; end: number }[] {
		const parts: { node: Text; start: number; end: number }[] = [];
		let at = 0;
		for (const node of this.nodes()) {
			const next = at + node.data.length;
			if (next > start && at < end)
				parts.push({ node, start: Math.max(start - at, 0), end: Math.min(end, next) - at });
			if (next >= end) break;
			at = next;
		}
		return parts;
	}

	/** The span of the source that a selection covers; undefined where it covers none. */
	spanOf(range: Range): { start: number; end: number } | undefined {
		let at = 0;
		let start: number | undefined;
		let end = 0;
		for (const node of this.nodes()) {
			if (range.intersectsNode(node)) {
				const from = node === range.startContainer ? range.startOffset : 0;
				const to = node === range.endContainer ? range.endOffset : node.data.length;
				if (from < to) {
					start ??= at + from;
					end = at + to;
				}
			}
			at += node.data.length;
		}
		return start === undefined ? undefined : { start, end };
	}

	private nodes(): Text[] {
		const nodes: Text[] = [];
		for (const line of this.container.querySelectorAll('.l')) {
			const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
			while (walker.nextNode() !== null) nodes.push(walker.currentNode as Text);
		}
		return nodes;
	}
}
