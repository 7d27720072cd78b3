import { describe, expect, it } from 'vitest';
import { structure } from '../../integration/src/core/chunks/structure.ts';
import { configure } from '../../integration/src/core/configuration.ts';
import type { DocumentInput } from '../../integration/src/core/document.ts';
import { buildGeneration, type Generation } from '../../integration/src/core/generation.ts';

const encoder = new TextEncoder();
const configuration = configure({ policy: structure() });

/** Builds from files by path; a path that starts with `_` in its folder is no document itself. */
function build(files: Readonly<Record<string, string>>, reversed = false): Generation {
	const inputs = Object.entries(files)
		.filter(([path]) => !/(?:^|\/)_/.test(path))
		.map(([path, text]): DocumentInput => ({
			collection: 'docs',
			entry: path.replace(/\.mdx?$/, ''),
			path,
			bytes: encoder.encode(text),
		}));
	return buildGeneration(reversed ? inputs.reverse() : inputs, configuration, {
		search: false,
		readFile: (path) => {
			const text = files[path];
			if (text !== undefined) return encoder.encode(text);
			return path.startsWith('private/') ? 'outside' : 'missing';
		},
	});
}

/** Findings as `code file:line`. */
function findingsOf({ documents }: Generation): string[] {
	return documents
		.flatMap(({ findings }) => findings)
		.filter(({ code }) => code.startsWith('transclusion'))
		.map(({ code, file, line }) => `${code} ${file}:${line}`)
		.sort();
}

const show = (target: string): string =>
	`import Part from '${target}';\n\n# Page\n\nBefore.\n\n<Part />\n\nAfter.\n`;

describe('a file that another shows', () => {
	it('stays a source of its own, to which the other points', () => {
		const part = 'The *part* itself.\n';
		const generation = build({ 'a/page.mdx': show('./_part.mdx'), 'a/_part.mdx': part });
		const page = generation.documents.find(({ document }) => document.path === 'a/page.mdx');
		const shown = generation.documents.find(({ document }) => document.path === 'a/_part.mdx');
		const [reference] = page?.references.transclusions ?? [];
		expect(reference?.document).toBe(shown?.document.id);
		const node = page?.tree.nodes[reference?.node ?? -1];
		expect(page?.source.text.slice(node?.start, node?.end)).toBe('<Part />');
		const [paragraph] = shown?.tree.nodes ?? [];
		expect(shown?.source.text.slice(paragraph?.start, paragraph?.end)).toBe('The *part* itself.');
		expect(page?.source.text).not.toContain('itself');
		expect(findingsOf(generation)).toEqual([]);
	});

	it('is read once, however often it is shown', () => {
		const generation = build({
			'a.mdx': show('./_part.mdx'),
			'b.mdx': show('./_part.mdx'),
			'_part.mdx': 'Part.',
		});
		expect(generation.documents.map(({ document }) => document.path).sort()).toEqual([
			'_part.mdx',
			'a.mdx',
			'b.mdx',
		]);
	});

	it('is reported where it is missing, at the element', () => {
		expect(findingsOf(build({ 'a.mdx': show('./_gone.mdx') }))).toEqual([
			'transclusion-missing a.mdx:7',
		]);
	});

	it('is not read where it lies outside the root', () => {
		expect(
			findingsOf(build({ 'a.mdx': show('../secret.mdx'), 'b.mdx': show('./private/x.mdx') })),
		).toEqual(['transclusion-outside a.mdx:7', 'transclusion-outside b.mdx:7']);
	});

	it.each([false, true])('is reported where it shows itself again, in any order', (reversed) => {
		const files = { 'a.mdx': show('./b.mdx'), 'b.mdx': show('./c.mdx'), 'c.mdx': show('./a.mdx') };
		expect(findingsOf(build(files, reversed))).toEqual(['transclusion-cycle c.mdx:7']);
	});

	it('fails as a document does where it does not parse', () => {
		const generation = build({ 'a.mdx': show('./_part.mdx'), '_part.mdx': '<b>' });
		expect(generation.failed.map(({ path, error }) => `${path} ${error.code}`)).toEqual([
			'_part.mdx invalid-mdx',
		]);
	});
});
