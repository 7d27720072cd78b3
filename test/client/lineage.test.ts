import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareGenerations, type Change } from '../../integration/src/client/index.ts';
import { changesBetween, type ComparedNode } from '../../integration/src/client/node-changes.ts';
import { openSources, type Sources } from './opened.ts';

async function compare(from: Sources, to: Sources) {
	return compareGenerations(await openSources(from), await openSources(to));
}

/** A change in short: `edited: old text → new text`. */
function short<Node extends ComparedNode>(change: Change<Node>): string {
	const old = 'from' in change ? change.from.text : '';
	const now = 'to' in change ? change.to.text : '';
	return `${change.change}: ${[old, now].filter((text) => text !== '').join(' → ')}`;
}

const rule = 'A request may be sent again when the adapter can look up its status.';
const exception = 'It is not sent again when nobody can tell whether it was accepted.';

describe('comparing two generations', () => {
	it('finds no change in what is the same', async () => {
		const sources = { 'a.md': `# A\n\n${rule}\n`, 'b.md': `# B\n\n${exception}\n` };
		const lineage = await compare(sources, sources);
		expect(lineage.nodes).toEqual([]);
		expect(lineage.from).toBe(lineage.to);
		expect(lineage.documents).toEqual({
			added: [],
			removed: [],
			renamed: [],
			edited: [],
			described: [],
		});
	});

	it('tells added, removed, moved and edited nodes apart', async () => {
		const from = `# Retries\n\n${rule}\n\n${exception}\n\n- one thing\n- another thing\n\nOld and gone.\n`;
		const to = `# Retries\n\n${exception}\n\n${rule}\n\n- one thing\n- another strange thing\n\nWholly unlike, quite new words.\n`;
		const { nodes, unchanged, documents } = await compare({ 'a.md': from }, { 'a.md': to });
		expect(documents.edited).toEqual(['docs/a']);
		expect(nodes.map(short)).toEqual([
			expect.stringMatching(/^moved: /),
			'edited: another thing → another strange thing',
			'added: Wholly unlike, quite new words.',
			'removed: Old and gone.',
		]);
		// The title, one of the two that changed places, and the first item.
		expect(unchanged).toBe(3);
		const edited = nodes.find((change) => change.change === 'edited')!;
		expect(edited.similarity).toBeGreaterThan(0.5);
		expect(edited.similarity).toBeLessThan(1);
		expect(edited.from.id).not.toBe(edited.to.id);
		expect([edited.from.startLine, edited.to.startLine]).toEqual([8, 8]);
	});

	it('finds what moved to another document, and documents that were renamed', async () => {
		const { nodes, documents } = await compare(
			{ 'a.md': `# A\n\n${rule}\n\n${exception}\n`, 'c.md': '# C\n\nAs it was.\n' },
			{
				'a.md': `# A\n\n${rule}\n`,
				'b.md': `# B\n\n${exception}\n`,
				'd.md': '# C\n\nAs it was.\n',
			},
		);
		expect(documents).toMatchObject({
			added: ['docs/b'],
			removed: [],
			renamed: [{ from: 'docs/c', to: 'docs/d' }],
			edited: ['docs/a'],
		});
		expect(nodes.map(short)).toEqual(['added: # B', `moved: ${exception} → ${exception}`]);
	});

	it('says which documents are described otherwise', async () => {
		const { documents, nodes } = await compare(
			{ 'a.md': '---\nstatus: draft\n---\n# A\n\nText.\n' },
			{ 'a.md': '---\nstatus: accepted\ntitle: The A\n---\n# A\n\nText.\n' },
		);
		expect(documents.described).toEqual([{ id: 'docs/a', fields: ['status', 'title'] }]);
		expect(nodes).toEqual([]);
	});

	it('does not depend on white space around blocks', async () => {
		const { nodes } = await compare(
			{ 'a.md': `# A\n\n${rule}\n` },
			{ 'a.md': `\n\n# A\n\n\n\n${rule}` },
		);
		expect(nodes).toEqual([]);
	});
});

describe('changes between lists of nodes', () => {
	const node = fc.record({
		document: fc.constantFrom('x', 'y'),
		type: fc.constantFrom('paragraph', 'heading'),
		text: fc.oneof(
			fc.constantFrom('one', 'two words', 'two other words', 'three long words here'),
			fc.lorem({ maxCount: 6 }),
		),
	});
	const nodes = fc
		.array(node, { maxLength: 30 })
		.map((list) =>
			list.toSorted((a, b) => (a.document < b.document ? -1 : a.document > b.document ? 1 : 0)),
		);

	it('account for every node exactly once', () => {
		fc.assert(
			fc.property(nodes, nodes, (from, to) => {
				const { changes, unchanged } = changesBetween(from, to);
				const old = changes.flatMap((change) => ('from' in change ? [change.from] : []));
				const now = changes.flatMap((change) => ('to' in change ? [change.to] : []));
				expect(new Set(old).size).toBe(old.length);
				expect(new Set(now).size).toBe(now.length);
				expect(old.length + unchanged).toBe(from.length);
				expect(now.length + unchanged).toBe(to.length);
				for (const change of changes) {
					if (change.change === 'moved') expect(change.from.text).toBe(change.to.text);
					if (change.change !== 'edited') continue;
					expect(change.from.type).toBe(change.to.type);
					expect(change.similarity).toBeGreaterThanOrEqual(0.5);
					expect(change.similarity).toBeLessThan(1);
				}
			}),
		);
	});

	it('are none between equal lists, and only moves between orders of one list', () => {
		fc.assert(
			fc.property(nodes, (list) => {
				expect(changesBetween(list, structuredClone(list))).toEqual({
					changes: [],
					unchanged: list.length,
				});
				const { changes } = changesBetween(list, list.toReversed());
				expect(changes.every(({ change }) => change === 'moved')).toBe(true);
			}),
		);
	});
});
