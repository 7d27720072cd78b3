import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { readMarkdown, root } from './pages.ts';

/** An option as its declaration documents it. */
interface DeclaredOption {
	readonly name: string;
	readonly default: string;
}

const declarations = ts.createSourceFile(
	'options.ts',
	readFileSync(join(root, 'integration/src/astro/options.ts'), 'utf8'),
	ts.ScriptTarget.Latest,
	true,
);

/** The options of an interface, and of the objects inside it whose keys have defaults of their own. */
function optionsOf(members: ts.NodeArray<ts.TypeElement>, prefix = ''): DeclaredOption[] {
	return members.filter(ts.isPropertySignature).flatMap((member) => {
		const name = prefix + member.name.getText();
		const tag = ts.getJSDocTags(member).find(({ tagName }) => tagName.text === 'default');
		const option = { name, default: ts.getTextOfJSDocComment(tag?.comment) ?? '' };
		return member.type !== undefined && ts.isTypeLiteralNode(member.type) && option.default === ''
			? [option, ...optionsOf(member.type.members, `${name}.`)]
			: [option];
	});
}

function interfaceNamed(name: string): ts.NodeArray<ts.TypeElement> {
	const found = declarations.statements.find(
		(statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === name,
	) as ts.InterfaceDeclaration | undefined;
	if (found === undefined) throw new Error(`There is no interface ${name}.`);
	return found.members;
}

const declared = [
	...optionsOf(interfaceNamed('CitableOptions')),
	...optionsOf(interfaceNamed('CollectionOptions'), 'collections.'),
];

/** Sections of the page, by heading. */
const sections = new Map(
	readMarkdown('content/options.md')
		.text.split(/^##+ /m)
		.slice(1)
		.map((section) => [section.slice(0, section.indexOf('\n')), section]),
);

describe('the page of the options', () => {
	it('has a section for each option and for nothing else', () => {
		expect([...sections.keys()].sort()).toEqual(declared.map(({ name }) => name).sort());
	});

	it.each(declared)('says the type and the default of $name, and shows it', (option) => {
		const section = sections.get(option.name) ?? '';
		expect(section).toMatch(/^- Type: `.+`$/m);
		expect(section).toMatch(/^- Default: /m);
		// What groups others shows them one by one.
		if (
			!declared.some(({ name }) => name.startsWith(`${option.name}.`)) ||
			option.name === 'collections'
		)
			expect(section).toMatch(/^```js option$/m);
		const value = /^`[^`]+`/.exec(option.default)?.[0];
		if (value !== undefined) expect(section).toContain(`- Default: ${value}`);
	});
});
