import { Parser } from 'acorn';
import acornJsx from 'acorn-jsx';
import type { Expression, Program } from 'estree';
import { Unsure } from './unsure.ts';

/** As remark-mdx reads the scripts of MDX. */
const JsxParser = Parser.extend(acornJsx());
const OPTIONS = { ecmaVersion: 2024, sourceType: 'module' } as const;

/** Programs by their text: the documents of a site import the same few components. Nobody changes them. */
const modules = new Map<string, Program>();
const MOST_MODULES = 1000;

/**
 * Parses the imports and exports of one block.
 *
 * @throws {Unsure} where the text is anything else.
 */
export function moduleOf(text: string): Program {
	let program = modules.get(text);
	if (program === undefined) {
		program = parsedModule(text);
		if (modules.size >= MOST_MODULES) modules.clear();
		modules.set(text, program);
	}
	return program;
}

function parsedModule(text: string): Program {
	const program = parsed(() => JsxParser.parse(text, OPTIONS)) as unknown as Program;
	if (!program.body.every(({ type }) => /^(?:Im|Ex)port[A-Z]/.test(type)))
		throw new Unsure('A block of imports and exports holds something else.');
	return program;
}

/** Whether a text is a complete program by itself. */
export function isProgram(text: string): boolean {
	try {
		JsxParser.parse(text, OPTIONS);
		return true;
	} catch {
		return false;
	}
}

/**
 * Parses what stands between braces, from one offset of the tree to another. Only the expression
 * itself gets a range.
 *
 * @throws {Unsure} where it is no single expression, or its value depends on indentation.
 */
export function expressionOf(text: string, start: number, end: number): Program {
	const script = text.slice(start, end);
	if (isEmpty(script)) return program([]);
	const expression = parsed(() =>
		JsxParser.parseExpressionAt(script, 0, OPTIONS),
	) as unknown as Expression & { start: number; end: number };
	if (!isEmpty(script.slice(expression.end)))
		throw new Unsure('More than one expression stands between braces.');
	if (expression.type === 'TemplateLiteral' && /[\r\n]/.test(script))
		throw new Unsure('Lines of a template may have lost their indentation.');
	const range: [number, number] = [expression.start + start, expression.end + start];
	return program([{ type: 'ExpressionStatement', expression: { ...expression, range } }]);
}

/** @throws {Unsure} where the text is no single `...spread`. */
export function checkSpread(text: string): void {
	const object = parsed(() => JsxParser.parseExpressionAt(`({${text}})`, 0, OPTIONS));
	const { properties } = object as unknown as { properties?: { type: string }[] };
	if (properties?.length !== 1 || properties[0]?.type !== 'SpreadElement')
		throw new Unsure('An attribute is no single spread.');
}

function program(body: Program['body']): Program {
	return { type: 'Program', sourceType: 'module', body, comments: [] };
}

function parsed<Result>(parse: () => Result): Result {
	try {
		return parse();
	} catch (cause) {
		throw new Unsure('A script does not parse.', { cause });
	}
}

/** Whether a text holds nothing but blanks and comments. A line comment must end before the brace. */
function isEmpty(text: string): boolean {
	return /^(?:\s|\/\*[^]*?\*\/|\/\/[^\r\n]*(?:\r\n|\n|\r))*$/.test(text);
}
