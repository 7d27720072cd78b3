import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { policyFrom } from '../../../integration/src/core/chunks/policies.ts';
import { structure } from '../../../integration/src/core/chunks/structure.ts';
import { configure, type Configuration } from '../../../integration/src/core/configuration.ts';
import { buildGeneration, type Generation } from '../../../integration/src/core/generation.ts';
import { nodeId } from '../../../integration/src/core/identity.ts';
import {
	embeddingTextOf,
	representationsOf,
} from '../../../integration/src/core/representations.ts';
import { o200k } from '../../../integration/src/core/tokens.ts';
import { documents } from '../documents.ts';

const encoder = new TextEncoder();
const RUNS = 40;

function build(
	files: Readonly<Record<string, string>>,
	configuration: Configuration = configure(),
): Generation {
	const inputs = Object.entries(files).map(([path, text]) => ({
		collection: 'docs',
		entry: path.replace(/\.mdx?$/, ''),
		path,
		bytes: encoder.encode(text),
	}));
	return buildGeneration(inputs, configuration, { search: false });
}

/** All ids of the parts of a document. */
function idsOf(generation: Generation, path: string): string[] {
	const { document, tree, sections, chunks } = generation.documents.find(
		(indexed) => indexed.document.path === path,
	)!;
	return [
		...tree.nodes.map((node) => nodeId(document, tree.nodes, node.index)),
		...sections.map(({ id }) => id),
		...chunks.map(({ id }) => id),
	];
}

describe('ids', () => {
	it('do not depend on other files, their order, or a second build', () => {
		fc.assert(
			fc.property(documents('mdx'), documents('mdx'), documents('mdx'), (page, other, edited) => {
				const before = build({ 'page.mdx': page.text, 'other.mdx': other.text });
				const after = build({
					'a/new.mdx': other.text,
					'other.mdx': edited.text,
					'page.mdx': page.text,
				});
				expect(idsOf(after, 'page.mdx')).toEqual(idsOf(before, 'page.mdx'));
				const turned = build({ 'other.mdx': other.text, 'page.mdx': page.text });
				expect(turned.id).toBe(before.id);
				expect(turned.files).toEqual(before.files);
			}),
			{ numRuns: RUNS },
		);
	});

	it('are different for all parts of a document', () => {
		fc.assert(
			fc.property(documents('mdx'), ({ text }) => {
				const ids = idsOf(build({ 'page.mdx': text }), 'page.mdx');
				expect(new Set(ids).size).toBe(ids.length);
			}),
			{ numRuns: RUNS },
		);
	});
});

describe('what an id depends on', () => {
	const text = '# Locks\n\nShut the gate.\n\n- one\n- two\n\n## Weirs\n\nMind the step.\n';
	const base = build({ 'page.mdx': text });
	const chunkIds = ({ documents: [document] }: Generation): string[] =>
		document!.chunks.map(({ id }) => id);
	const nodeIds = ({ documents: [indexed] }: Generation): string[] =>
		indexed!.tree.nodes.map((node) => nodeId(indexed!.document, indexed!.tree.nodes, node.index));

	it.each([
		['the bounds', configure({ policy: structure({ hardLimit: 801 }) })],
		['the policy', configure({ policy: policyFrom('paragraph') })],
		['the tokenizer', configure({ tokenizer: { ...o200k, version: 'another' } })],
		[
			'an adapter',
			configure({
				adapters: [{ name: 'own', version: 1, adapters: [{ name: 'Gate', kind: 'layout' }] }],
			}),
		],
	])('%s changes chunk ids and the generation, and no node id', (_, configuration) => {
		const other = build({ 'page.mdx': text }, configuration);
		expect(chunkIds(other).filter((id) => chunkIds(base).includes(id))).toEqual([]);
		expect(nodeIds(other)).toEqual(nodeIds(base));
		expect(other.id).not.toBe(base.id);
	});

	it('a new revision changes every id', () => {
		const edited = build({ 'page.mdx': text.replace('step', 'edge') });
		expect(idsOf(edited, 'page.mdx').filter((id) => idsOf(base, 'page.mdx').includes(id))).toEqual(
			[],
		);
	});

	it('the same bytes in two documents keep their own nodes and chunks, under one embedding key', () => {
		const twins = build({ 'one.mdx': text, 'two.mdx': text });
		const two = idsOf(twins, 'two.mdx');
		expect(idsOf(twins, 'one.mdx').filter((id) => two.includes(id))).toEqual([]);
		const keys = twins.documents.map((indexed) =>
			representationsOf(indexed).map((representation) => embeddingTextOf(representation).key),
		);
		expect(keys[0]).toEqual(keys[1]);
		expect(new Set(keys[0]).size).toBe(keys[0]!.length);
	});
});
