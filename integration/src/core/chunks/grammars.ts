import type { Tree } from '@lezer/common';
import { parser as cpp } from '@lezer/cpp';
import { parser as css } from '@lezer/css';
import { parser as go } from '@lezer/go';
import { parser as html } from '@lezer/html';
import { parser as java } from '@lezer/java';
import { parser as javascript } from '@lezer/javascript';
import { parser as json } from '@lezer/json';
import { parser as php } from '@lezer/php';
import { parser as python } from '@lezer/python';
import { parser as rust } from '@lezer/rust';
import { parser as yaml } from '@lezer/yaml';

type Parse = (code: string) => Tree;

const jsx = javascript.configure({ dialect: 'jsx' });
const typescript = javascript.configure({ dialect: 'ts' });
const tsx = javascript.configure({ dialect: 'ts jsx' });
const plainPhp = php.configure({ top: 'Program' });

/** Grammars by the names that fences give to languages. */
const grammars = new Map<string, Parse>(
	(
		[
			[['js', 'jsx', 'mjs', 'cjs', 'javascript'], (code) => jsx.parse(code)],
			[['ts', 'mts', 'cts', 'typescript'], (code) => typescript.parse(code)],
			[['tsx'], (code) => tsx.parse(code)],
			[['py', 'python', 'python3'], (code) => python.parse(code)],
			[['go', 'golang'], (code) => go.parse(code)],
			[['rs', 'rust'], (code) => rust.parse(code)],
			[['java'], (code) => java.parse(code)],
			[['c', 'h', 'cc', 'cpp', 'c++', 'cxx', 'hpp'], (code) => cpp.parse(code)],
			[['php'], (code) => (/<\?(?:php|=)/.test(code) ? php : plainPhp).parse(code)],
			[['css'], (code) => css.parse(code)],
			[['html', 'htm'], (code) => html.parse(code)],
			[['json'], (code) => json.parse(code)],
			[['yaml', 'yml'], (code) => yaml.parse(code)],
		] satisfies [string[], Parse][]
	).flatMap(([names, parse]) => names.map((name): [string, Parse] => [name, parse])),
);

/** What came of parsing code: its tree, or why there is none. */
export type Parsed =
	| { readonly type: 'parsed'; readonly tree: Tree }
	| { readonly type: 'failed' }
	| { readonly type: 'no-grammar' };

/** The tree of code by the language that its fence names, however much of it is no such code. */
export function treeOf(code: string, language: string | undefined): Tree | undefined {
	// Some sites write more behind the name: `rust,ignore`, `js{1,2}`.
	const name = /^[^\s,{:]+/.exec(language ?? '')?.[0].toLowerCase() ?? '';
	return grammars.get(name)?.(code);
}

/** Parses code by the language that its fence names. A tree with a single error counts as none. */
export function parseCode(code: string, language: string | undefined): Parsed {
	const tree = treeOf(code, language);
	if (tree === undefined) return { type: 'no-grammar' };
	return hasError(tree) ? { type: 'failed' } : { type: 'parsed', tree };
}

function hasError(tree: Tree): boolean {
	const cursor = tree.cursor();
	do {
		if (cursor.type.isError) return true;
	} while (cursor.next());
	return false;
}
