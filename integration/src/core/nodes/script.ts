import type { Expression, Program } from 'estree';
import type { Span } from '../spans.ts';

/** What one name of an import statement stands for. */
export interface ImportedName {
	readonly local: string;
	/** The exported name; `default`, or `*` for the whole module. */
	readonly exported: string;
	/** The module as written. */
	readonly from: string;
}

/** The names that the import statements of a program bring in. Nothing is resolved or run. */
export function importsOf(program: Program | null | undefined): ImportedName[] {
	const names: ImportedName[] = [];
	for (const statement of program?.body ?? []) {
		if (statement.type !== 'ImportDeclaration') continue;
		const from = String(statement.source.value);
		for (const specifier of statement.specifiers) {
			const local = specifier.local.name;
			if (specifier.type === 'ImportDefaultSpecifier')
				names.push({ local, exported: 'default', from });
			else if (specifier.type === 'ImportNamespaceSpecifier')
				names.push({ local, exported: '*', from });
			else {
				const { imported } = specifier;
				const exported = imported.type === 'Identifier' ? imported.name : String(imported.value);
				names.push({ local, exported, from });
			}
		}
	}
	return names;
}

/** A string that stands in an expression as it is, with the span of its content in the parsed text. */
export interface LiteralText extends Span {
	readonly value: string;
}

/**
 * The text of an expression that is a plain string, a number, or a template without expressions;
 * `comment` where it holds nothing but comments; undefined where its value is not known from the source.
 */
export function literalText(
	program: Program | null | undefined,
): LiteralText | 'comment' | undefined {
	if (program == null) return undefined;
	const [statement, ...more] = program.body;
	if (statement === undefined) return 'comment';
	if (more.length > 0 || statement.type !== 'ExpressionStatement') return undefined;
	return literalOf(statement.expression);
}

/** The texts of an expression that is a list of nothing but such texts; undefined for any other. */
export function literalTexts(program: Program | null | undefined): LiteralText[] | undefined {
	const statement = program?.body[0];
	if (statement?.type !== 'ExpressionStatement') return undefined;
	if (statement.expression.type !== 'ArrayExpression') return undefined;
	const texts: LiteralText[] = [];
	for (const element of statement.expression.elements) {
		if (element === null || element.type === 'SpreadElement') return undefined;
		const text = literalOf(element);
		if (text === undefined) return undefined;
		texts.push(text);
	}
	return texts;
}

/** The name of an expression that is nothing but one, or its property `src`; undefined for any other. */
export function namedIn(program: Program | null | undefined): string | undefined {
	const statement = program?.body[0];
	if (statement?.type !== 'ExpressionStatement') return undefined;
	const { expression } = statement;
	if (expression.type === 'Identifier') return expression.name;
	if (expression.type !== 'MemberExpression' || expression.computed) return undefined;
	const { object, property } = expression;
	const source = property.type === 'Identifier' && property.name === 'src';
	return source && object.type === 'Identifier' ? object.name : undefined;
}

function literalOf(expression: Expression): LiteralText | undefined {
	const { range } = expression;
	if (range === undefined) return undefined;
	const [start, end] = range;
	if (expression.type === 'Literal') {
		if (typeof expression.value === 'string')
			return { value: expression.value, start: start + 1, end: end - 1 };
		if (typeof expression.value === 'number') return { value: expression.raw ?? '', start, end };
	}
	const [quasi, ...rest] = expression.type === 'TemplateLiteral' ? expression.quasis : [];
	if (quasi !== undefined && rest.length === 0 && quasi.value.cooked != null) {
		return { value: quasi.value.cooked, start: start + 1, end: end - 1 };
	}
	return undefined;
}
