import { describe, expect, it } from 'vitest';
import { structure } from '../../../integration/src/core/chunks/structure.ts';
import type { IndexedDocument } from '../../../integration/src/core/indexed-document.ts';
import { cut, textsOf } from './cutting.ts';

const small = structure({ minimum: 8, preferred: [12, 58], hardLimit: 66 });
const fence = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\`\n`;

function contexts({ source, chunks }: IndexedDocument): string[][] {
	return chunks.map(({ context = [] }) =>
		context.map(({ role, start, end }) => `${role}: ${source.text.slice(start, end)}`),
	);
}

/** Two declarations, each of its own lines, under an import and a comment. */
const samples: Readonly<Record<string, readonly [imports: string, first: string, second: string]>> =
	{
		js: [
			"import { open } from './gate.js';",
			'// Lets one boat in.\nexport function enter(boat) {\n\tif (!boat.fits) throw new Error("too wide");\n\treturn open("lower", boat);\n}',
			'/** Lets one boat out. */\nexport function leave(boat) {\n\tif (!boat.paid) throw new Error("pay first");\n\treturn open("upper", boat);\n}',
		],
		jsx: [
			"import { Gate } from './gate.jsx';",
			'function Lower({ boat }) {\n\treturn <Gate side="lower" name={boat.name} wide={boat.width > 3} />;\n}',
			'function Upper({ boat }) {\n\treturn <Gate side="upper" name={boat.name} wide={boat.width > 3} />;\n}',
		],
		ts: [
			"import type { Boat } from './boat.ts';",
			'// What a gate knows of itself.\nexport interface Gate {\n\treadonly side: "lower" | "upper";\n\treadonly boats: readonly Boat[];\n\topen(boat: Boat): Promise<void>;\n}',
			'export class Lock {\n\tprivate readonly gates: readonly Gate[] = [];\n\topen(boat: Boat): Promise<void> {\n\t\treturn this.gates[0]!.open(boat);\n\t}\n}',
		],
		tsx: [
			"import { Gate } from './gate.tsx';",
			'export const Lower = ({ boat }: { boat: Boat }) => (\n\t<Gate side="lower" name={boat.name} wide={boat.width > 3} />\n);',
			'export const Upper = ({ boat }: { boat: Boat }) => (\n\t<Gate side="upper" name={boat.name} wide={boat.width > 3} />\n);',
		],
		python: [
			'from gates import open_gate',
			'# Lets one boat in.\n@logged\ndef enter(boat):\n    if not boat.fits:\n        raise ValueError("too wide")\n    return open_gate("lower", boat)',
			'class Lock:\n    def leave(self, boat):\n        if not boat.paid:\n            raise ValueError("pay first")\n        return open_gate("upper", boat)',
		],
		go: [
			'import "example.org/gates"',
			'// Enter lets one boat in.\nfunc Enter(boat Boat) error {\n\tif !boat.Fits {\n\t\treturn ErrWide\n\t}\n\treturn gates.Open("lower", boat)\n}',
			'// Leave lets one boat out.\nfunc Leave(boat Boat) error {\n\tif !boat.Paid {\n\t\treturn ErrUnpaid\n\t}\n\treturn gates.Open("upper", boat)\n}',
		],
		rust: [
			'use gates::open;',
			'/// What is known of a boat.\n#[derive(Debug)]\npub struct Boat {\n    pub name: String,\n    pub width: u32,\n    pub paid: bool,\n}',
			'// Lets one boat in.\npub fn enter(boat: &Boat) -> Result<(), Error> {\n    if boat.width > 3 {\n        return Err(Error::TooWide);\n    }\n    open("lower", boat)\n}',
		],
		java: [
			'import org.example.Gates;',
			'/** A boat that wants to pass. */\n@Entity\nclass Boat {\n\tString name;\n\tint width;\n\tboolean fits() {\n\t\treturn width <= 3;\n\t}\n}',
			'// The lower lock.\nclass Lock {\n\tvoid enter(Boat boat) {\n\t\tif (!boat.fits()) throw new IllegalStateException();\n\t\tGates.open("lower", boat);\n\t}\n}',
		],
		cpp: [
			'#include "gates.hpp"',
			'// Lets one boat in.\nbool enter(const Boat& boat) {\n\tif (boat.width > 3) {\n\t\treturn false;\n\t}\n\treturn gates::open("lower", boat);\n}',
			'// Lets one boat out.\nbool leave(const Boat& boat) {\n\tif (!boat.paid) {\n\t\treturn false;\n\t}\n\treturn gates::open("upper", boat);\n}',
		],
		php: [
			'use Gates\\Gate;',
			'// Lets one boat in.\nfunction enter(Boat $boat): bool {\n\tif ($boat->width > 3) {\n\t\treturn false;\n\t}\n\treturn Gate::open("lower", $boat);\n}',
			'// Lets one boat out.\nfunction leave(Boat $boat): bool {\n\tif (!$boat->paid) {\n\t\treturn false;\n\t}\n\treturn Gate::open("upper", $boat);\n}',
		],
		css: [
			'@import url("gates.css");',
			'/* The lower gate. */\n.gate.lower {\n\tcolor: seagreen;\n\tborder: 1px solid teal;\n\tpadding-block: 2rem 1rem;\n}',
			'/* The upper gate. */\n.gate.upper {\n\tcolor: steelblue;\n\tborder: 1px solid navy;\n\tpadding-block: 1rem 2rem;\n}',
		],
	};

describe.each(Object.entries(samples))('%s', (language, [imports, first, second]) => {
	const text = fence(language, [imports, first, second].join('\n\n'));
	const indexed = cut(text, small, 'page.md');
	const texts = textsOf(indexed);

	it('is cut before declarations, with the comment above them', () => {
		expect(indexed.findings.map(({ code }) => code)).toEqual(['oversize']);
		for (const declaration of [first, second])
			expect(texts.some((one) => one.includes(declaration))).toBe(true);
	});

	it('links the imports to the parts that lack them', () => {
		const linked = contexts(indexed);
		texts.forEach((one, place) => {
			if (!one.includes(imports)) expect(linked[place]).toContain(`import: ${imports}`);
		});
	});
});

describe('html, json and yaml', () => {
	it.each([
		[
			'html',
			'<ul class="gates">\n\t<li id="lower"><a href="/lower/">The lower gate, for wide boats</a></li>\n\t<li id="upper"><a href="/upper/">The upper gate, for small boats</a></li>\n</ul>',
			'declaration: <ul class="gates">',
			'\t<li id="upper">',
		],
		[
			'json',
			'{\n\t"lower": {\n\t\t"width": 3,\n\t\t"depth": 2,\n\t\t"keeper": "Ann"\n\t},\n\t"upper": {\n\t\t"width": 2,\n\t\t"depth": 1,\n\t\t"keeper": "Ben"\n\t}\n}',
			'declaration: {',
			'\t"upper": {',
		],
		[
			'yaml',
			'gates:\n  lower:\n    width: 3\n    depth: 2\n    keeper: Ann of the mill\n  upper:\n    width: 2\n    depth: 1\n    keeper: Ben of the weir',
			'declaration: gates:',
			'  upper:',
		],
	])(
		'%s is cut between what it lists, under the line that opens it',
		(language, code, open, at) => {
			const policy = structure({ minimum: 8, preferred: [12, 36], hardLimit: 44 });
			const indexed = cut(fence(language, code), policy, 'page.md');
			const texts = textsOf(indexed);
			const second = texts.findIndex((one) => one.startsWith(at));
			expect(texts).toHaveLength(2);
			expect(second).toBe(1);
			expect(contexts(indexed)[1]).toEqual([open]);
		},
	);
});

describe('a member', () => {
	const methods = ['enter', 'leave', 'wait'].map(
		(name) =>
			`\t/** Boats ${name}. */\n\t${name}(boat) {\n\t\treturn this.log("${name}", boat);\n\t}`,
	);
	const indexed = cut(
		fence('js', `class Lock extends Gate {\n${methods.join('\n\n')}\n}`),
		structure({ minimum: 8, preferred: [12, 30], hardLimit: 40 }),
		'page.md',
	);

	it('that stands alone says which class it is of', () => {
		const linked = contexts(indexed);
		expect(indexed.chunks.length).toBeGreaterThan(1);
		for (const [place, one] of textsOf(indexed).entries())
			if (!one.includes('class Lock'))
				expect(linked[place]).toEqual(['declaration: class Lock extends Gate {']);
	});
});

describe('code that cannot be read by a grammar', () => {
	const blocks = ['lower', 'upper', 'middle', 'northern', 'western'].map(
		(gate) => `open the ${gate} gate\n  wait for the ${gate} water\n  close the ${gate} gate again`,
	);
	const code = blocks.join('\n\n');

	it.each([
		['js', 'it does not parse'],
		['sh', 'no grammar is known for its language'],
		['', 'no grammar is known for its language'],
	])('in “%s” is cut at blank lines, and says so', (language, reason) => {
		const indexed = cut(fence(language, code), small, 'page.md');
		const found = indexed.findings.find((finding) => finding.code === 'code-unparsed');
		expect(found?.message).toContain(reason);
		const texts = textsOf(indexed);
		for (const block of blocks) expect(texts.some((one) => one.includes(block))).toBe(true);
	});

	it('on one endless line is cut at blanks all the same', () => {
		const indexed = cut(fence('js', `const all = [${'1, '.repeat(200)}];`), small, 'page.md');
		for (const { tokens } of indexed.chunks) expect(tokens).toBeLessThanOrEqual(66);
		expect(textsOf(indexed).join('').replace(/\s/g, '')).toBe(
			indexed.source.text.replace(/\s/g, ''),
		);
	});
});

describe('code in containers', () => {
	it.each([
		['a list item', '- Do:\n\n', '  '],
		['a quotation', '', '> '],
	])('of %s is cut at its declarations too, and every line is literal', (_, before, indent) => {
		const [imports, first, second] = samples['js']!;
		const lines = fence('js', [imports, first, second].join('\n\n')).trimEnd().split('\n');
		const text = before + lines.map((line) => (indent + line).trimEnd()).join('\n') + '\n';
		const indexed = cut(text, small, 'page.md');
		expect(indexed.findings.map(({ code }) => code)).not.toContain('code-unparsed');
		const texts = textsOf(indexed);
		for (const declaration of [first, second]) {
			const written = declaration
				.split('\n')
				.map((line) => indent + line)
				.join('\n');
			expect(texts.some((one) => one.includes(written.trimStart()))).toBe(true);
		}
	});

	it('with lone carriage returns and CRLF keeps its lines', () => {
		for (const end of ['\r\n', '\r']) {
			const [imports, first, second] = samples['go']!;
			const text = fence('go', [imports, first, second].join('\n\n')).replace(/\n/g, end);
			const indexed = cut(text, small, 'page.md');
			const texts = textsOf(indexed);
			for (const declaration of [first, second])
				expect(texts.some((one) => one.includes(declaration.replace(/\n/g, end)))).toBe(true);
		}
	});
});

it('leaves code within the hard limit whole, whatever its language', () => {
	const code = fence('js', samples['js']!.join('\n\n'));
	expect(textsOf(cut(code, structure(), 'page.md'))).toEqual([code.trimEnd()]);
});
