import type { Root } from 'mdast';
import { directive } from 'micromark-extension-directive';
import { directiveFromMarkdown } from 'mdast-util-directive';
import type { Extension as FromMarkdown } from 'mdast-util-from-markdown';
import type { Extension } from 'micromark-util-types';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import { unified, type Processor } from 'unified';
import { CitableError } from '../errors.ts';
import { positionAt } from '../lines.ts';
import { withinNesting } from '../nesting.ts';
import { startsWithByteOrderMark, type Source, type SourceFormat } from '../source.ts';
import type { Parser, SyntaxOptions } from './parser.ts';
import { withTitledDirectives } from './titled-directives.ts';

/** unified with the remark plugins that Astro's own unified processor reads Markdown and MDX with. */
export const remark: Parser = {
	name: 'remark',
	version:
		'remark-parse@11 remark-gfm@4 remark-mdx@3 remark-frontmatter@5 remark-directive@4 remark-math@6',
	parse(source, syntax) {
		const shift = startsWithByteOrderMark(source.text) ? 1 : 0;
		return withinNesting(source, shift, () => {
			try {
				const processor = processorFor(source.format, syntax);
				const text = source.text.slice(shift);
				let root = processor.parse(text);
				if (syntax.directives && text.includes(':::')) {
					root = withTitledDirectives(text, root, (again) => processor.parse(again));
				}
				return { root, shift };
			} catch (error) {
				if (error instanceof RangeError) throw error;
				throw parseError(source, shift, error);
			}
		});
	},
};

type ReadyProcessor = Processor<Root>;
const processors = new Map<string, ReadyProcessor>();

function processorFor(format: SourceFormat, syntax: SyntaxOptions): ReadyProcessor {
	const key = `${format} ${String(syntax.directives)} ${String(syntax.textDirectives)} ${String(syntax.math)}`;
	let processor = processors.get(key);
	if (processor === undefined) {
		processor = makeProcessor(format, syntax);
		processors.set(key, processor);
	}
	return processor;
}

function makeProcessor(format: SourceFormat, syntax: SyntaxOptions): ReadyProcessor {
	const processor = unified()
		.use(remarkParse)
		.use(remarkFrontmatter, ['yaml', 'toml'])
		.use(remarkGfm)
		.use(keepPositions);
	if (syntax.directives) processor.use(directives, { text: syntax.textDirectives });
	if (syntax.math !== false) {
		processor.use(remarkMath, { singleDollarTextMath: syntax.math === 'dollar' });
	}
	if (format === 'mdx') processor.use(remarkMdx);
	return processor.freeze();
}

/**
 * Drops the tree transforms of the parse step. The only one (literal autolinks that the tokenizer
 * did not see) replaces text by links that have no position.
 */
function keepPositions(this: Processor): void {
	const data = this.data();
	data.fromMarkdownExtensions = (data.fromMarkdownExtensions ?? [])
		.flat()
		.map((extension): FromMarkdown => ({ ...extension, transforms: [] }));
}

/** remark-directive, which knows no way to leave text directives off. */
function directives(this: Processor, { text }: { text: boolean }): void {
	const data = this.data();
	const { text: textConstructs, ...flow } = directive();
	const extension: Extension = text ? { ...flow, text: textConstructs ?? {} } : flow;
	(data.micromarkExtensions ??= []).push(extension);
	(data.fromMarkdownExtensions ??= []).push(directiveFromMarkdown());
}

/** The parts of a parser's message that matter here; not every one carries a place. */
interface ParserMessage {
	readonly reason?: string;
	readonly message?: string;
	readonly place?: { offset?: number; line?: number; start?: { offset?: number; line?: number } };
}

function parseError(source: Source, shift: number, error: unknown): CitableError {
	const message = error as ParserMessage;
	const reason = message.reason ?? message.message ?? String(error);
	const point = message.place?.start ?? message.place;
	const stated = /\((\d+):(\d+)/.exec(reason);
	let offset = point?.offset;
	if (offset === undefined) {
		const line = point?.line ?? (stated === null ? 1 : Number(stated[1]));
		const column = point?.line === undefined && stated !== null ? Number(stated[2]) : 1;
		offset = (source.lines[line - 1] ?? 0) + column - 1 - shift;
	}
	const start = Math.min(offset + shift, source.text.length);
	return new CitableError(
		'invalid-mdx',
		{ reason: reason.replace(/\s+/g, ' ').replace(/\.?$/, '.') },
		{ file: source.path, ...positionAt(source.lines, start), start, end: start, cause: error },
	);
}
