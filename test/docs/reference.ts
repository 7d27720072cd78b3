import { join } from 'node:path';
import ts from 'typescript';
import { codes } from 'astro-citable/client';
import { root } from './pages.ts';

/** An entry of the package that has a page of its own in the reference. */
export interface Entry {
	/** What users import. */
	readonly module: string;
	/** Folder of `integration/dist`. */
	readonly folder: string;
	readonly description: string;
	readonly order: number;
}

export const entries: readonly Entry[] = [
	{
		module: 'astro-citable/client',
		folder: 'client',
		description: 'Open an index, search, expand, cite and verify.',
		order: 1,
	},
	{
		module: 'astro-citable/core',
		folder: 'core',
		description: 'The pure core: bytes in, files out.',
		order: 2,
	},
	{
		module: 'astro-citable/node',
		folder: 'node',
		description: 'Content folders in, index folders out.',
		order: 3,
	},
	{
		module: 'astro-citable/evaluation',
		folder: 'evaluation',
		description: 'Gold spans, measures and comparisons.',
		order: 4,
	},
];

/** Kinds of exports in the order of a page. */
const kinds = ['Functions', 'Classes', 'Values', 'Types'] as const;

interface Export {
	readonly name: string;
	readonly kind: (typeof kinds)[number];
	readonly declaration: ts.Declaration;
}

let program: ts.Program | undefined;

function declarationsOf(folder: string): string {
	return join(root, 'integration', 'dist', folder, 'index.d.ts');
}

/** Writes the page of an entry from the declarations that the compiler made of its sources. */
export function referencePage({ module, folder, description, order }: Entry): string {
	const file = declarationsOf(folder);
	program ??= ts.createProgram(
		entries.map((entry) => declarationsOf(entry.folder)),
		{
			module: ts.ModuleKind.NodeNext,
			moduleResolution: ts.ModuleResolutionKind.NodeNext,
			skipLibCheck: true,
		},
	);
	const source = program.getSourceFile(file);
	if (source === undefined) throw new Error(`${file} is missing: run npm run build.`);
	const found = exportsOf(program.getTypeChecker(), source);
	const sections = kinds.flatMap((kind) => {
		const own = found.filter((one) => one.kind === kind);
		return own.length === 0 ? [] : [`## ${kind}`, ...own.map(describe)];
	});
	const head = [
		'---',
		`title: ${module}`,
		`description: '${description}'`,
		'section: Reference',
		`order: ${String(order)}`,
		'---',
		'',
		prose(moduleComment(source)),
	];
	return `${[head.join('\n'), ...sections].join('\n\n')}\n`;
}

function exportsOf(checker: ts.TypeChecker, source: ts.SourceFile): Export[] {
	const symbol = checker.getSymbolAtLocation(source);
	if (symbol === undefined) return [];
	return checker
		.getExportsOfModule(symbol)
		.flatMap((exported): Export[] => {
			const target =
				exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
			const declaration = target.declarations?.[0];
			if (declaration === undefined) return [];
			return [{ name: exported.name, kind: kindOf(declaration), declaration }];
		})
		.sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
}

function kindOf(declaration: ts.Declaration): Export['kind'] {
	if (ts.isFunctionDeclaration(declaration)) return 'Functions';
	if (ts.isClassDeclaration(declaration)) return 'Classes';
	return ts.isVariableDeclaration(declaration) ? 'Values' : 'Types';
}

function describe({ name, declaration }: Export): string {
	const parts = [`### ${name}`, ...documentation(declaration, signatureOf(declaration))];
	if (ts.isClassDeclaration(declaration)) {
		for (const member of declaration.members) {
			if (!ts.isMethodDeclaration(member) || isHidden(member)) continue;
			parts.push(`#### ${name}.${member.name.getText()}`);
			parts.push(...documentation(member, member.getText()));
		}
	}
	return parts.join('\n\n');
}

/** What the comment of a declaration says, around its signature. */
function documentation(declaration: ts.Declaration, signature: string): string[] {
	const parts = [];
	const comment = commentOf(declaration);
	if (comment !== '') parts.push(prose(comment));
	parts.push(`\`\`\`ts\n${tabbed(signature)}\n\`\`\``);
	const tags = ts.getJSDocTags(declaration);
	const parameters = tags.filter(ts.isJSDocParameterTag).map((tag) => {
		const text = ts.getTextOfJSDocComment(tag.comment) ?? '';
		return `- \`${tag.name.getText()}\`: ${prose(text.replace(/^- /, ''))}`;
	});
	if (parameters.length > 0) parts.push(parameters.join('\n'));
	for (const { tagName, comment: text } of tags) {
		const said = ts.getTextOfJSDocComment(text) ?? '';
		if (tagName.text === 'returns') parts.push(`Returns: ${prose(said)}`);
		if (tagName.text === 'throws') parts.push(`Throws: ${linked(prose(said))}`);
	}
	return parts;
}

/** Values with more lines than these are shown by their name alone. */
const LONGEST_VALUE = 40;

/** The declaration without its own comment, its methods, and what users cannot reach. */
function signatureOf(declaration: ts.Declaration): string {
	const isValue = ts.isVariableDeclaration(declaration);
	const statement = isValue ? declaration.parent.parent : declaration;
	const source = declaration.getSourceFile();
	let text = statement.getText(source);
	if (ts.isClassDeclaration(declaration)) {
		const start = statement.getStart(source);
		for (const member of [...declaration.members].reverse()) {
			if (!isHidden(member) && !ts.isMethodDeclaration(member)) continue;
			const from = member.getFullStart() - start;
			text = text.slice(0, from) + text.slice(member.end - start);
		}
	}
	if (isValue && text.split('\n').length > LONGEST_VALUE)
		return `const ${declaration.name.getText()}: { … };`;
	return text.replace(/^export (?:declare |default )*/, '');
}

function tabbed(text: string): string {
	const lines = text.replace(/^( {4})+/gm, (indent) => '\t'.repeat(indent.length / 4));
	// What stands inside a class is indented by its place.
	return /\n\t[})]/.test(lines) && !/\n[})]/.test(lines) ? lines.replace(/\n\t/g, '\n') : lines;
}

function isHidden(member: ts.ClassElement): boolean {
	const modifiers = ts.getCombinedModifierFlags(member);
	const internal = ts.getJSDocTags(member).some(({ tagName }) => tagName.text === 'internal');
	return internal || (modifiers & ts.ModifierFlags.Private) !== 0;
}

function commentOf(declaration: ts.Declaration): string {
	const holder = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
	const comments = ts.getJSDocCommentsAndTags(holder).filter(ts.isJSDoc);
	return ts.getTextOfJSDocComment(comments.at(-1)?.comment) ?? '';
}

function moduleComment(source: ts.SourceFile): string {
	const comment = /^\/\*\*([^]*?)\*\//.exec(source.text)?.[1] ?? '';
	return comment
		.replace(/^[ \t]*\* ?/gm, '')
		.replace(/@module[^]*$/, '')
		.trim();
}

/** Text of comments as Markdown: links to names are code, and what looks like a tag is text. */
function prose(text: string): string {
	return text
		.replace(/\{@link (\w+)\s*\}/g, '`$1`')
		.split(/(`+[^`]*`+)/)
		.map((part, at) => (at % 2 === 0 ? part.replace(/</g, '\\<') : part))
		.join('');
}

/** Codes lead to their pages. */
function linked(text: string): string {
	return text.replace(/`([a-z][a-z0-9-]+)`/g, (code, name: string) =>
		Object.hasOwn(codes, name) ? `[${code}](/errors/${name}/)` : code,
	);
}
