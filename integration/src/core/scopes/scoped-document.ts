import type { Root } from 'mdast';
import { visit } from 'unist-util-visit';
import type { Configuration } from '../configuration.ts';
import type { DocumentInput } from '../document.ts';
import { CitableError } from '../errors.ts';
import { parseFrontmatter } from '../frontmatter.ts';
import { positionAt } from '../lines.ts';
import type { AuthoredNode } from '../nodes/node.ts';
import { readNodes, type AuthoredTree } from '../nodes/read.ts';
import type { MdxElement } from '../nodes/reader.ts';
import { literalText } from '../nodes/script.ts';
import { remark } from '../parse/remark.ts';
import { readSource, type Source } from '../source.ts';
import type { Span } from '../spans.ts';
import type { Withheld } from './canary.ts';
import { cutText } from './cut.ts';
import {
	documentScopes,
	mayRead,
	type Audience,
	type ScopeBlock,
	type ScopeRules,
} from './rules.ts';

/** What of a document an audience may read. To that audience the cut text is the source. */
export type ScopedDocument =
	| {
			readonly type: 'open';
			readonly input: DocumentInput;
			/** Offsets of the text at which something was cut. */
			readonly cuts: readonly number[];
			/** What was cut; it must be nowhere in what the audience gets. */
			readonly withheld: readonly Withheld[];
	  }
	| { readonly type: 'withheld'; readonly withheld: readonly Withheld[] };

/** Whether a file that a document shows is withheld from the audience; asked by path. */
export type IsWithheld = (from: string, target: string) => boolean;

/**
 * Cuts a document down to what an audience may read, before anything else is made of it. What cannot
 * be decided is an error, never a guess.
 *
 * @throws {CitableError} `scope-invalid`, `scope-dynamic`, `scope-unreadable`.
 */
export function scopeDocument(
	input: DocumentInput,
	configuration: Configuration,
	rules: ScopeRules,
	audience: Audience,
	isWithheld: IsWithheld,
): ScopedDocument {
	const source = readSource(input.path, input.bytes);
	const mentions = rules.blocks.filter(({ name }) => source.text.includes(name));
	const shows = /\.mdx?['"]/.test(source.text);
	const governed = input.data === undefined && source.text.includes(rules.field);
	if (mentions.length === 0 && !governed && !shows) {
		return mayRead(audience, documentScopes(input.path, input.data ?? {}, rules))
			? { type: 'open', input, cuts: [], withheld: [] }
			: { type: 'withheld', withheld: [{ place: input.path, text: source.text }] };
	}
	const { tree, root, shift } = read(source, configuration);
	const data =
		input.data ??
		(tree.frontmatter === undefined ? {} : parseFrontmatter(source, tree.frontmatter));
	if (!mayRead(audience, documentScopes(input.path, data, rules)))
		return { type: 'withheld', withheld: [{ place: input.path, text: source.text }] };

	const scopes = new BlockScopes(source, root, shift, rules.blocks);
	const hidden = tree.nodes.filter((node) => {
		const scope = scopes.of(node);
		if (scope !== undefined) return !mayRead(audience, [[scope]]);
		return (
			node.type === 'component' &&
			node.attributes.target !== undefined &&
			isWithheld(input.path, node.attributes.target)
		);
	});
	scopes.checkRead(tree);
	if (hidden.length === 0) return { type: 'open', input, cuts: [], withheld: [] };
	const statements = orphanedImports(source, root, shift, hidden);
	const { text, cuts } = cutText(source.text, tree, hidden, statements);
	const withheld = [
		...hidden.map((node) => ({
			place: `<${'name' in node.attributes ? node.attributes.name : node.type}> in ${input.path}`,
			text: source.text.slice(node.start, node.end),
		})),
		...statements.map(({ start, end }) => ({
			place: `an import in ${input.path}`,
			text: source.text.slice(start, end),
		})),
	];
	const bytes = new TextEncoder().encode(text);
	return { type: 'open', input: { ...input, bytes }, cuts, withheld };
}

/** Reads with the parser that knows attributes and import statements by position. */
function read(
	source: Source,
	configuration: Configuration,
): { tree: AuthoredTree; root: Root; shift: number } {
	try {
		const parsed = remark.parse(source, configuration.syntax);
		return { tree: readNodes(source, parsed, configuration), ...parsed };
	} catch (cause) {
		if (!(cause instanceof CitableError)) throw cause;
		const { line } = cause.place;
		throw new CitableError('scope-unreadable', {}, { file: source.path, line, cause });
	}
}

/** Finds which nodes are blocks with a scope of their own. */
class BlockScopes {
	private readonly byName: ReadonlyMap<string, ScopeBlock>;
	/** Scope by start of the block. */
	private readonly scopes = new Map<number, string>();
	private readonly source: Source;

	constructor(source: Source, root: Root, shift: number, blocks: readonly ScopeBlock[]) {
		this.source = source;
		this.byName = new Map(blocks.map((block) => [block.name, block]));
		visit(root, (node) => {
			if (!('name' in node) || typeof node.name !== 'string') return;
			const block = this.byName.get(node.name);
			const start = node.position?.start.offset;
			if (block === undefined || start === undefined) return;
			this.scopes.set(start + shift, this.scopeOf(block, node as MdxElement, start + shift));
		});
	}

	of(node: AuthoredNode): string | undefined {
		if (node.type !== 'component' && node.type !== 'directive' && node.type !== 'callout')
			return undefined;
		return this.byName.has(node.attributes.name) ? this.scopes.get(node.start) : undefined;
	}

	/** A block that stands in the text but was not read as one would be published in the open. */
	checkRead(tree: AuthoredTree): void {
		for (const name of this.byName.keys()) {
			const mark = new RegExp(`(?:<|:::+[ \\t]*)${escaped(name)}(?![\\w.-])`, 'g');
			for (const match of this.source.text.matchAll(mark)) {
				const start = match.index;
				if (this.scopes.has(start)) continue;
				const quoted = tree.leaves.some(
					(leaf) => leaf.kind === 'code' && leaf.start <= start && start < leaf.end,
				);
				const comment = tree.syntax.some(
					(run) => run.kind === 'comment' && run.start <= start && start < run.end,
				);
				if (quoted || comment) continue;
				throw this.error('scope-unreadable', start);
			}
		}
	}

	private scopeOf(block: ScopeBlock, node: MdxElement, start: number): string {
		if (typeof block.scope === 'string') return block.scope;
		const { attribute } = block.scope;
		// Directives keep their attributes as a record of texts.
		const attributes: unknown = node.attributes;
		if (!Array.isArray(attributes)) {
			const value = (attributes as Record<string, string | null> | null)?.[attribute];
			if (value == null || value === '') throw this.error('scope-dynamic', start, block.name);
			return value;
		}
		const found = node.attributes.find(
			(candidate) => candidate.type === 'mdxJsxAttribute' && candidate.name === attribute,
		);
		const value = found?.value;
		const literal = typeof value === 'object' ? literalText(value?.data?.estree) : undefined;
		const text = typeof literal === 'object' ? literal.value : value;
		if (typeof text !== 'string' || text === '')
			throw this.error('scope-dynamic', start, block.name);
		return text;
	}

	private error(
		code: 'scope-dynamic' | 'scope-unreadable',
		start: number,
		name = '',
	): CitableError {
		return new CitableError(
			code,
			{ name },
			{ file: this.source.path, ...positionAt(this.source.lines, start), start },
		);
	}
}

/** Import statements whose names nothing uses once the hidden nodes are gone: a path can tell too. */
function orphanedImports(
	source: Source,
	root: Root,
	shift: number,
	hidden: readonly AuthoredNode[],
): Span[] {
	const statements: (Span & { names: string[] })[] = [];
	visit(root, (node) => {
		if (node.type !== 'mdxjsEsm') return;
		for (const statement of node.data?.estree?.body ?? []) {
			if (statement.type !== 'ImportDeclaration' || statement.range === undefined) continue;
			const [start, end] = statement.range;
			const names = statement.specifiers.map(({ local }) => local.name);
			if (names.length > 0) statements.push({ start: start + shift, end: end + shift, names });
		}
	});
	const spans = [...hidden, ...statements].sort((a, b) => a.start - b.start);
	let open = '';
	let at = 0;
	for (const { start, end } of spans) {
		if (start > at) open += source.text.slice(at, start) + '\n';
		at = Math.max(at, end);
	}
	open += source.text.slice(at);
	const within = hidden.map(({ start, end }) => source.text.slice(start, end)).join('\n');
	return statements.filter(
		({ names }) =>
			names.some((name) => uses(within, name)) && !names.some((name) => uses(open, name)),
	);
}

function uses(text: string, name: string): boolean {
	return new RegExp(`(?<![\\w$])${escaped(name)}(?![\\w$])`).test(text);
}

function escaped(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
