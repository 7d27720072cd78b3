import { describe, expect, it } from 'vitest';
import type { CitableIndex, Evidence } from 'astro-citable/client';
import { openSources } from './opened.ts';

const guide = `# Kiln

Fire the kiln twice a week.

The first firing is slow.

Except in winter, when it is fired once.

## Glazes

Three kinds of glaze are kept in the cellar:

- Ash glaze, which runs.
- Salt glaze, which pits.
- Lead glaze, which is locked away.[^lead]
- Tin glaze, which is white.
- Iron glaze, which is brown.
- Copper glaze, which is green.
- Rutile glaze, which breaks blue.

Each cone softens at its own heat, as measured by the society:

| Cone | Heat | Use |
| ---- | ---- | --- |
| 04 | 1060 | bisque |
| 6 | 1222 | stoneware |
| 10 | 1285 | porcelain |

To read the pyrometer, poll it once a minute:

\`\`\`ts
const heat = await pyrometer.read();
\`\`\`

See [what a cone is](#cones) before you fire.

:::caution
Never open the kiln above 200 degrees.
:::

## Cones

A cone is a pyramid of clay that bends at a known heat.

It is set where it can be seen.

[^lead]: Ask the keeper of the keys.
`;

/** Ids of the chunks of a document, found by what they hold. */
async function chunkWith(index: CitableIndex, text: string): Promise<string> {
	const view = await index.view('docs/kiln');
	return view.chunkId(
		view.content.chunks.findIndex(({ start, end }) => guide.slice(start, end).includes(text)),
	);
}

/** Expands the chunk that holds a text, without neighbours. */
async function expanded(text: string, policy: string, options = {}): Promise<Evidence> {
	const index = await openSources({ 'kiln.mdx': guide }, policy);
	return index.expand([await chunkWith(index, text)], { radius: 0, ...options });
}

/** Whole nodes, in chunks so small that items and rows are apart from what they need. */
const SMALL = 'structure:minimum=1,preferred=1-12,hardLimit=60';
/** Each paragraph alone. */
const APART = 'paragraph';

function piecesOf({ units }: Evidence) {
	return units.flatMap(({ pieces }) => pieces.map(({ role, text }) => [role, text.trim()]));
}

describe('a seed that does not fit', () => {
	const ROWS = Array.from(
		{ length: 12 },
		(_, row) => `| ${row} | shelf ${row} of the long wall, kept ${row % 2 ? 'dry' : 'damp'} |`,
	);
	const store = `# Store

Jars stand in the cold room until the spring, and nobody but the keeper may move one of them.

A broken jar is written down on the day on which it breaks, with the name of whoever was there.

Except on market days, when the count waits until the evening and is made by two people together.

Each row has a shelf:

| Row | Shelf |
| --- | ----- |
${ROWS.join('\n')}
`;
	const open = () => openSources({ 'store.md': store }, 'structure');
	const seedsOf = async (index: CitableIndex) => {
		const view = await index.view('docs/store');
		const { chunks } = view.content;
		expect(chunks).toHaveLength(1);
		expect(chunks[0]!.tokens).toBeGreaterThan(128);
		return [view.chunkId(0)];
	};

	it('comes in the parts that hold most of the question, each with what it requires', async () => {
		const index = await open();
		const [seed] = await seedsOf(index);
		const evidence = await index.expand([seed!], {
			budget: 100,
			query: 'What happens when a jar breaks?',
		});
		expect(piecesOf(evidence).map(([role, text]) => [role, text!.slice(0, 12)])).toEqual([
			['seed', 'A broken jar'],
			['qualifier', 'Except on ma'],
		]);
		expect(evidence.units[0]!.pieces[0]).toMatchObject({ rank: 1, chunkId: seed, partial: true });
		expect(evidence.units[0]!.context).toBe('incomplete');
		expect(evidence.units[0]!.requires[0]).toMatchObject({
			role: 'continuation',
			id: seed,
			present: false,
		});
		expect(evidence.leftOut).toEqual([
			expect.objectContaining({ role: 'seed', id: seed, reason: 'budget' }),
		]);
		expect(evidence.tokens).toBeLessThanOrEqual(100);
	});

	it('brings a row with the header and the caption of its table', async () => {
		const index = await open();
		const evidence = await index.expand(await seedsOf(index), {
			budget: 60,
			query: 'is 7 kept dry?',
		});
		expect(piecesOf(evidence)).toEqual([
			['caption', 'Each row has a shelf:'],
			['header', '| Row | Shelf |'],
			['seed', ROWS[7]],
		]);
	});

	it('brings no part without what the part requires', async () => {
		const index = await open();
		const evidence = await index.expand(await seedsOf(index), {
			budget: 25,
			query: 'broken jar written down',
		});
		expect(evidence.units).toEqual([]);
	});

	it('comes in its first parts where no question is asked, and whole where it fits', async () => {
		const index = await open();
		const seeds = await seedsOf(index);
		const [first] = (await index.expand(seeds, { budget: 40 })).units;
		expect(first!.pieces.map(({ text }) => text.trim().slice(0, 10))).toEqual([
			'Jars stand',
			'Each row h',
			'| Row | Sh',
		]);
		const whole = await index.expand(seeds, { budget: 800, query: 'shelf' });
		expect(whole.units[0]!.pieces).toHaveLength(1);
		expect(whole.units[0]!.context).toBe('complete');
	});
});

describe('what travels', () => {
	it('with a list item is its introduction and enough siblings', async () => {
		const evidence = await expanded('Lead glaze', SMALL);
		expect(piecesOf(evidence)).toEqual([
			['introduction', 'Three kinds of glaze are kept in the cellar:'],
			['sibling', '- Ash glaze, which runs.'],
			['sibling', '- Salt glaze, which pits.'],
			['seed', '- Lead glaze, which is locked away.[^lead]'],
			['sibling', '- Tin glaze, which is white.'],
			['sibling', '- Iron glaze, which is brown.'],
			['footnote', '[^lead]: Ask the keeper of the keys.'],
		]);
		expect(evidence.units[0]!.context).toBe('complete');
		expect(evidence.leftOut.map(({ role, reason }) => [role, reason])).toEqual([
			['sibling', 'cap'],
			['sibling', 'cap'],
		]);
		const more = await expanded('Lead glaze', SMALL, {
			take: evidence.leftOut.map(({ id }) => id),
		});
		expect(piecesOf(more).slice(-3, -1)).toEqual([
			['sibling', '- Copper glaze, which is green.'],
			['sibling', '- Rutile glaze, which breaks blue.'],
		]);
		expect(more.leftOut).toEqual([]);
	});

	it('with a row of a table is its header and caption', async () => {
		const evidence = await expanded('| 6 | 1222', SMALL);
		const roles = piecesOf(evidence);
		expect(roles[0]).toEqual([
			'caption',
			'Each cone softens at its own heat, as measured by the society:',
		]);
		expect(roles.map(([, text]) => text).join('\n')).toContain('| Cone | Heat | Use |');
		expect(evidence.units[0]!.context).toBe('complete');
		expect(evidence.units[0]!.requires.map(({ role }) => role)).toEqual(['header', 'caption']);
	});

	it('with code is the prose before it', async () => {
		const evidence = await expanded('pyrometer.read', APART);
		expect(piecesOf(evidence)[0]).toEqual([
			'introduction',
			'To read the pyrometer, poll it once a minute:',
		]);
	});

	it('with a paragraph is its qualifier, and the definition that it links to', async () => {
		const evidence = await expanded('See [what a cone is]', APART);
		expect(piecesOf(evidence)).toEqual([
			['seed', 'See [what a cone is](#cones) before you fire.'],
			['qualifier', ':::caution\nNever open the kiln above 200 degrees.\n:::'],
			['definition', 'A cone is a pyramid of clay that bends at a known heat.'],
		]);
	});

	it('with a rule is the exception in the next paragraph', async () => {
		const evidence = await expanded('The first firing', APART);
		expect(piecesOf(evidence)).toEqual([
			['seed', 'The first firing is slow.'],
			['qualifier', 'Except in winter, when it is fired once.'],
		]);
	});
});
