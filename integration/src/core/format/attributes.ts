import type { NodeType } from '../nodes/node.ts';
import { onOneLine } from '../one-line.ts';
import type { Span } from '../spans.ts';

/**
 * What nodes say beside their span, as far as simple rules find it in the source. A file holds only
 * what is otherwise. The rules need not be right, but they are part of the format: within a version
 * of it they never change.
 */

/** What a node says, by name. */
export type Attributes = Readonly<Record<string, unknown>>;

/** A node without what it says. */
export interface BareNode extends Span {
	readonly type: NodeType;
	readonly index: number;
	readonly parent: number;
	readonly ordinal: number;
}

const NOTHING: Attributes = {};

/** Each is looked for where the node starts, but for `destination`, `titleInFence` and `definition`. */
export const attributePatterns = {
	heading: /#{1,6}/y,
	list: /([-+*]|(\d+)[.)])(?:\s+\[([ xX])\]\s)?/y,
	fence: /(?:`{3,}|~{3,})[ \t]*([^ \t\r\n]*)[ \t]*([^\r\n]*)/y,
	titleInFence: /\btitle=(?:"([^"]*)"|'([^']*)')/,
	callout: /:{3,}([\w-]+)(?:\[([^\r\n]*)\][ \t]*\r?\n)?/y,
	directive: /:{2,}([\w-]+)/y,
	tag: /<([^\s/>]*)/y,
	tagTitle: /<[^>]{0,999}?\s(?:title|label)="([^"]*)"/y,
	tagUrl: /<[^>]{0,999}?\shref="([^"]*)"/y,
	footnote: /\[\^([^\]]*)\]/y,
	destination: /\]\(\s*<?([^\s<>]*?)>?(?:\s+"([^"]*)")?\s*\)/y,
	reference: /\[([^\]]*)\](?:\[([^\]]*)\])?/y,
	definition: /^[ \t]*\[([^\]^][^\]]*)\]:[ \t]*<?([^\s<>]+)/gm,
	blankLine: /\n[ \t>]*\r?\n/,
	sluggable:
		/^[\t -~\u00a0-\u024f\u0386-\u03ce\u0400-\u052f\u05d0-\u05ea\u0621-\u064a\u2010-\u2027\u3001-\u3011\u3041-\u3096\u30a1-\u30fe\u4e00-\u9fa5\uac00-\ud7a3\uff01-\uff5e]*$/,
	notInSlug: /[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu,
} as const;

/** Answers for the nodes of one source, in order, what their attributes are expected to be. */
export class AttributeRules {
	private readonly text: string;
	private readonly textOf: (span: Span) => string;
	private readonly loose: ReadonlySet<number>;
	/** What nodes before said of the same name, by type and name. */
	private readonly named = new Map<string, unknown>();
	private readonly slugs = new Map<string, number>();
	private destinations: ReadonlyMap<string, string> | undefined;

	/** @param textOf What readers see of a span. */
	constructor(text: string, nodes: readonly BareNode[], textOf: (span: Span) => string) {
		this.text = text;
		this.textOf = textOf;
		this.loose = looseLists(text, nodes);
	}

	/** What a node is expected to say. */
	expected(node: BareNode): Attributes {
		const { start } = node;
		switch (node.type) {
			case 'heading':
				return this.heading(node);
			case 'list': {
				const first = this.match(attributePatterns.list, start)?.[2];
				return {
					ordered: first !== undefined,
					first: first === undefined ? undefined : Number(first),
					tight: !this.loose.has(node.index),
				};
			}
			case 'listItem': {
				const [, marker = '', , box] = this.match(attributePatterns.list, start) ?? [];
				return { marker, checked: box === undefined ? undefined : box !== ' ' };
			}
			case 'tableRow':
				return { header: node.ordinal === 0 ? true : undefined };
			case 'tableCell':
				return { column: node.ordinal };
			case 'code': {
				const [, language, rest = ''] = this.match(attributePatterns.fence, start) ?? [];
				const meta = rest.trimEnd();
				const title = attributePatterns.titleInFence.exec(meta);
				return { language: given(language), meta: given(meta), title: title?.[1] ?? title?.[2] };
			}
			case 'math':
				return { display: this.text.startsWith('$$', start) };
			case 'callout': {
				const [, name, title] = this.match(attributePatterns.callout, start) ?? [];
				return { name, severity: this.named.get(`callout ${name}`) ?? name, title };
			}
			case 'directive':
				return { name: this.match(attributePatterns.directive, start)?.[1] };
			case 'html':
				return this.html(node);
			case 'component': {
				const name = this.tagAt(start);
				const kind = this.named.get(`component ${name}`) ?? 'unknown';
				const [title, url] = [attributePatterns.tagTitle, attributePatterns.tagUrl].map(
					(tag) => this.match(tag, start)?.[1],
				);
				return { name, kind, title, url };
			}
			case 'footnoteDefinition':
			case 'footnoteReference':
				return { label: this.match(attributePatterns.footnote, start)?.[1] };
			case 'link':
				return this.destination(node);
			case 'image':
				return { ...this.destination(node), alt: this.textOf(node) };
			default:
				return NOTHING;
		}
	}

	/** Takes note of what a node really says; the next ones are expected to say likewise. */
	learn({ type, start }: BareNode, said: Attributes): void {
		if (type === 'html') this.named.set(`html ${this.tagAt(start)}`, said['name']);
		else if (type === 'component')
			this.named.set(`component ${String(said['name'])}`, said['kind']);
		else if (type === 'callout')
			this.named.set(`callout ${String(said['name'])}`, said['severity']);
		else if (type === 'heading') {
			const slug = String(said['slug']);
			if (!this.slugs.has(slug)) this.slugs.set(slug, 0);
		}
	}

	private html({ start }: BareNode): Attributes {
		const tag = this.tagAt(start);
		const key = `html ${tag}`;
		return { name: this.named.has(key) ? this.named.get(key) : given(tag) };
	}

	private tagAt(start: number): string {
		return this.match(attributePatterns.tag, start)?.[1] ?? '';
	}

	private heading(node: BareNode): Attributes {
		const mark = this.match(attributePatterns.heading, node.start)?.[0].length;
		const title = onOneLine(this.textOf(node));
		const depth = mark ?? (this.text.charAt(node.end - 1) === '=' ? 1 : 2);
		// What a letter is depends on the version of Unicode, but not among these.
		const plain = /^[\w -]*$/.test(title);
		if (!plain && !attributePatterns.sluggable.test(title)) return { depth, title };
		const lower = title.toLowerCase();
		// Of plain words nothing is left out, and to look for it takes long.
		const base = (plain ? lower : lower.replace(attributePatterns.notInSlug, '')).replace(
			/ /g,
			'-',
		);
		let slug = base;
		for (let count = this.slugs.get(base) ?? 0; this.slugs.has(slug); slug = `${base}-${count}`)
			this.slugs.set(base, ++count);
		return { depth, title, slug };
	}

	private destination({ start, end }: BareNode): Attributes {
		const tail = this.text.lastIndexOf('](', end);
		if (tail >= start) {
			const [, url = '', title] = this.match(attributePatterns.destination, tail) ?? [];
			return { url, title };
		}
		if (this.text.charAt(start) === '<')
			return {
				url:
					this.match(attributePatterns.tagUrl, start)?.[1] ?? this.text.slice(start + 1, end - 1),
			};
		const [, label, other] = this.match(attributePatterns.reference, start) ?? [];
		if (label === undefined) return { url: this.text.slice(start, end) };
		this.destinations ??= destinationsOf(this.text);
		return { url: this.destinations.get(labelOf(given(other) ?? label)) };
	}

	private match(pattern: RegExp, at: number): RegExpExecArray | undefined {
		pattern.lastIndex = at;
		return pattern.exec(this.text) ?? undefined;
	}
}

/** Lists with a blank line between two items, or between two blocks of one item. */
function looseLists(text: string, nodes: readonly BareNode[]): ReadonlySet<number> {
	const loose = new Set<number>();
	const last = new Map<number, BareNode>();
	for (const node of nodes) {
		const parent = nodes[node.parent];
		if (parent?.type !== 'list' && parent?.type !== 'listItem') continue;
		const before = last.get(parent.index);
		last.set(parent.index, node);
		if (before === undefined) continue;
		if (!attributePatterns.blankLine.test(text.slice(before.end, node.start))) continue;
		loose.add(parent.type === 'list' ? parent.index : parent.parent);
	}
	return loose;
}

function destinationsOf(text: string): ReadonlyMap<string, string> {
	const destinations = new Map<string, string>();
	for (const [, label = '', url = ''] of text.matchAll(attributePatterns.definition))
		if (!destinations.has(labelOf(label))) destinations.set(labelOf(label), url);
	return destinations;
}

function labelOf(label: string): string {
	return onOneLine(label).toLowerCase();
}

function given(text: string | undefined): string | undefined {
	return text === '' ? undefined : text;
}
