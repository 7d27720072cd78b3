import type { AuthoredNode, IndexedDocument, Leaf, Span, Syntax } from '../../core/index.ts';
import { codeTokens } from './code-tokens.ts';

/** A run of the source that is shown in a colour of its own. */
export interface Token extends Span {
	/** Class of the run; the style sheet of the page says what each looks like. */
	readonly kind: string;
}

/** Syntax that is code itself. Of frontmatter in TOML the grammar for YAML finds what it can. */
const syntaxLanguages: Partial<Readonly<Record<Syntax['kind'], string>>> = {
	frontmatter: 'yaml',
	esm: 'tsx',
};

const syntaxKinds: Readonly<Record<Syntax['kind'], string>> = {
	blank: '',
	marker: 'm',
	fence: 'f',
	tag: 'g',
	destination: 'u',
	frontmatter: '',
	esm: '',
	comment: 'o',
};

/**
 * The runs of a source by what the index takes them for, and of its code by what the grammar of its
 * language does. They come from the very nodes that were indexed, so the colours show how the source
 * was read.
 */
export function tokensOf({ source, tree }: IndexedDocument): Token[] {
	const tokens: Token[] = [];
	for (const { kind, start, end } of tree.syntax) {
		const language = syntaxLanguages[kind];
		if (language !== undefined) {
			tokens.push(...(codeTokens(source.text, [{ start, end }], language) ?? []));
			continue;
		}
		const name = syntaxKinds[kind];
		if (name !== '' && start < end) tokens.push({ start, end, kind: name });
	}
	for (const leaf of tree.leaves) {
		const node = tree.nodes[leaf.node];
		if (leaf.kind === 'code' && node?.type === 'code') {
			const runs = codeTokens(source.text, leaf.segments, node.attributes.language);
			if (runs !== undefined) {
				tokens.push(...runs);
				continue;
			}
		}
		const kind = leafKind(leaf, tree.nodes);
		if (kind === '') continue;
		for (const { start, end } of leaf.segments) if (start < end) tokens.push({ start, end, kind });
	}
	return joined(tokens.sort((a, b) => a.start - b.start));
}

function leafKind(leaf: Leaf, nodes: readonly AuthoredNode[]): string {
	if (leaf.kind === 'code') return 'c';
	if (leaf.kind === 'math') return 'x';
	if (leaf.kind === 'html') return 'g';
	if (leaf.kind === 'expression') return 'e';
	if (leaf.kind === 'attribute' || leaf.kind === 'alt') return 'a';
	for (let node = nodes[leaf.node]; node !== undefined; node = nodes[node.parent]) {
		if (node.type === 'heading') return 'h';
		if (node.type === 'link') return 'k';
	}
	return '';
}

/** Neighbours of one kind are one run; what starts inside another run is cut off there. */
function joined(tokens: readonly Token[]): Token[] {
	const runs: Token[] = [];
	for (const token of tokens) {
		const last = runs.at(-1);
		const start = Math.max(token.start, last?.end ?? 0);
		if (start >= token.end) continue;
		if (last?.end === start && last.kind === token.kind)
			runs[runs.length - 1] = { ...last, end: token.end };
		else runs.push({ ...token, start });
	}
	return runs;
}
