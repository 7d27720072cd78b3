import type { Image, ImageReference, Link, LinkReference } from 'mdast';
import { align } from './segments.ts';
import type { Between, Destination, NodeReader } from './reader.ts';

const LINK: Between = { kind: 'destination', first: /^[[<]/, last: /^[\])>]/ };

export function readLink(
	reader: NodeReader,
	node: Link | LinkReference,
	start: number,
	end: number,
	parent: number,
): number {
	const destination =
		node.type === 'link' ? destinationOf(node) : reader.definitions.get(node.identifier);
	const { index } = reader.add('link', start, end, parent, destination ?? { url: '' });
	return reader.visitChildren(node.children, start, end, index, LINK);
}

export function readImage(
	reader: NodeReader,
	node: Image | ImageReference,
	start: number,
	end: number,
	parent: number,
): number {
	const destination =
		node.type === 'image' ? destinationOf(node) : reader.definitions.get(node.identifier);
	const alt = node.alt ?? '';
	const { index } = reader.add('image', start, end, parent, {
		...(destination ?? { url: '' }),
		alt,
	});
	const from = start + '!['.length;
	const to = closingBracket(reader.text, from, end);
	reader.addSyntax('marker', start, from);
	if (alt === '') reader.addSyntax('marker', from, to);
	else {
		// Marks inside the brackets are no part of the text: where there are any, it is taken whole.
		const segments = align(reader.text, from, to, alt, 'markdown') ?? [
			{ start: from, end: to, value: alt },
		];
		reader.addLeaf('alt', from, to, index, segments);
	}
	reader.addSyntax('destination', to, end);
	return end;
}

export function destinationOf({
	url,
	title,
}: {
	url: string;
	title?: string | null | undefined;
}): Destination {
	return title == null ? { url } : { url, title };
}

/** Where the label that starts at an offset closes. */
function closingBracket(text: string, start: number, end: number): number {
	let depth = 0;
	for (let at = start; at < end; at++) {
		const unit = text.charAt(at);
		if (unit === '\\') at++;
		else if (unit === '[') depth++;
		else if (unit === ']' && depth-- === 0) return at;
	}
	return end;
}
