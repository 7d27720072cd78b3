import type { Parser } from '@lezer/common';
import { parser as css } from '@lezer/css';
import { highlightTree, tagHighlighter, tags } from '@lezer/highlight';
import { configureNesting, parser as html } from '@lezer/html';
import { parser as javascript } from '@lezer/javascript';
import { treeOf } from '../../core/chunks/grammars.ts';
import type { Segment } from '../../core/nodes/node.ts';
import type { Token } from './source-tokens.ts';

/** The classes of what the style sheet of the page has colours for. */
const highlighter = tagHighlighter([
	{ tag: [tags.comment], class: 'o' },
	{ tag: [tags.string, tags.regexp, tags.attributeValue, tags.url], class: 'a' },
	{ tag: [tags.number, tags.bool, tags.null, tags.atom, tags.color, tags.unit], class: 'n' },
	{ tag: [tags.keyword, tags.self, tags.modifier, tags.meta, tags.annotation], class: 'w' },
	{ tag: [tags.tagName, tags.angleBracket, tags.typeName, tags.className], class: 'p' },
	{ tag: [tags.attributeName, tags.propertyName], class: 'r' },
	{
		tag: [
			tags.function(tags.variableName),
			tags.function(tags.propertyName),
			tags.function(tags.definition(tags.variableName)),
			tags.macroName,
		],
		class: 'd',
	},
]);

const script = javascript.configure({ dialect: 'ts jsx' });
const markup = html.configure({
	wrap: configureNesting([
		{ tag: 'script', parser: script },
		{ tag: 'style', parser: css },
	]),
});

/** Languages whose files are markup with code and styles in it. */
const MARKUP = /^(?:html?|astro|vue|svelte)$/i;

/**
 * The runs of a block of code by what the grammar of its language takes them for; undefined where no
 * grammar is known. What the grammar cannot read has no colour.
 *
 * @param segments The text of the code, as its leaf holds it.
 */
export function codeTokens(
	text: string,
	segments: readonly Segment[],
	language: string | undefined,
): Token[] | undefined {
	const places: { readonly at: number; readonly segment: Segment }[] = [];
	let code = '';
	for (const segment of segments) {
		places.push({ at: code.length, segment });
		code += segment.value ?? text.slice(segment.start, segment.end);
	}
	const runs = runsOf(code, language);
	if (runs === undefined) return undefined;
	const tokens: Token[] = [];
	let first = 0;
	for (const { start, end, kind } of runs) {
		while ((places[first + 1]?.at ?? Infinity) <= start) first++;
		for (let place = first; (places[place]?.at ?? Infinity) < end; place++) {
			const { at, segment } = places[place] ?? { at: 0, segment: { start: 0, end: 0 } };
			// What stands for something else is one thing.
			tokens.push(
				'value' in segment
					? { start: segment.start, end: segment.end, kind }
					: {
							start: segment.start + Math.max(start - at, 0),
							end: Math.min(segment.start + end - at, segment.end),
							kind,
						},
			);
		}
	}
	return tokens;
}

function runsOf(code: string, language: string | undefined): Token[] | undefined {
	if (!MARKUP.test(language ?? '')) {
		const tree = treeOf(code, language);
		return tree === undefined ? undefined : highlighted(tree);
	}
	// The script of a component of Astro stands between two lines of dashes.
	const fenced = /^\s*---[ \t]*\r?\n(?:[^]*?\n)?---[ \t]*(?=\r?\n|$)/.exec(code);
	if (fenced === null) return highlighted(parsed(markup, code));
	const behind = fenced[0].length;
	const opening = fenced[0].indexOf('---') + 3;
	const closing = fenced[0].lastIndexOf('---');
	return [
		...highlighted(parsed(script, code.slice(opening, closing)), opening),
		...highlighted(parsed(markup, code.slice(behind)), behind),
	];
}

function parsed(parser: Parser, code: string): ReturnType<Parser['parse']> {
	return parser.parse(code);
}

function highlighted(tree: ReturnType<Parser['parse']>, from = 0): Token[] {
	const runs: Token[] = [];
	highlightTree(tree, highlighter, (start, end, classes) => {
		// Of several classes the first is that of the more special name.
		const [kind = ''] = classes.split(' ');
		runs.push({ start: from + start, end: from + end, kind });
	});
	return runs;
}
