import { describe, expect, it } from 'vitest';
import { structure } from '../../../integration/src/core/chunks/structure.ts';
import { o200k } from '../../../integration/src/core/tokens.ts';
import { cut, textsOf } from './cutting.ts';

/** A sentence of about a number of tokens. */
const words = (count: number, word = 'river'): string => `A ${`${word} `.repeat(count - 3)}ends.`;
const small = structure({ minimum: 10, preferred: [20, 60], hardLimit: 120 });

describe('a section', () => {
	it('is one chunk with its heading where it is short', () => {
		const text = '# Locks\n\nShut the gate.\n\n- one\n- two\n\n## Weirs\n\nMind the step.\n';
		expect(textsOf(cut(text, structure()))).toEqual([
			'# Locks\n\nShut the gate.\n\n- one\n- two',
			'## Weirs\n\nMind the step.',
		]);
	});

	it('without text of its own gives no chunk: a heading is never alone', () => {
		const { chunks, sections } = cut('# Locks\n\n## Weirs\n\nMind the step.\n', structure());
		expect(sections).toHaveLength(2);
		expect(chunks.map(({ section }) => section)).toEqual([1]);
	});

	it('that is long is split between paragraphs', () => {
		const text = [1, 2, 3, 4].map(() => words(30)).join('\n\n');
		const texts = textsOf(cut(text, small));
		expect(texts).toEqual([words(30), words(30)].map((one) => `${one}\n\n${one}`));
	});

	it('keeps comments, imports and frontmatter out of its chunks', () => {
		const text =
			"---\ntitle: Locks\n---\n\nimport Gate from './Gate.astro';\n\nOne.\n\n{/* not this */}\n\nTwo{/* but this */}.\n";
		expect(textsOf(cut(text, structure()))).toEqual(['One.', 'Two{/* but this */}.']);
	});

	it('before the first heading is a section too', () => {
		const { chunks, sections } = cut('Before.\n\n# Locks\n\nAfter.\n', structure());
		expect(sections[0]!.heading).toBe(-1);
		expect(chunks.map(({ section }) => section)).toEqual([0, 1]);
	});

	it('of a rule alone gives no chunk', () => {
		expect(cut('***\n', structure()).chunks).toEqual([]);
	});
});

describe('an instruction and what qualifies it', () => {
	const filler = words(50);
	const rule = `Retry the request. ${words(30)}`;

	it.each([
		'Except when the first request was accepted.',
		'However, a second try may be refused.',
		'Note that the keeper logs each try.',
		'**Caution:** the gate closes by itself.',
		'Unless the water is high, wait.',
		'This does not apply to the lower lock.',
		":::note\nThe keeper's word counts.\n:::",
		"<Aside type='caution'>The gate closes.</Aside>",
	])('stay together: %s', (qualifier) => {
		const texts = textsOf(cut(`${filler}\n\n${rule}\n\n${qualifier}\n\n${filler}`, small));
		expect(texts.length).toBeGreaterThan(1);
		expect(texts.some((text) => text.includes(rule) && text.includes(qualifier))).toBe(true);
	});

	it('stay together where several follow one instruction', () => {
		const qualifiers = ['But not at night.', ':::tip\nRing twice.\n:::', 'Otherwise wait.'];
		const texts = textsOf(cut([filler, rule, ...qualifiers, filler].join('\n\n'), small));
		expect(texts.some((text) => [rule, ...qualifiers].every((part) => text.includes(part)))).toBe(
			true,
		);
	});

	it('stay together where the instruction is the last item of a long list', () => {
		const items = Array.from({ length: 12 }, (_, place) => `- ${words(12, `item${place}`)}`);
		const text = `Do this:\n\n${items.join('\n')}\n\n:::caution\nNot at night.\n:::\n`;
		const holder = textsOf(cut(text, small)).find((one) => one.includes('Not at night.'));
		expect(holder).toContain(items.at(-1));
	});

	it('are cut apart only where both do not fit the hard limit', () => {
		const long = words(90);
		const texts = textsOf(cut(`${long}\n\nHowever, ${words(90)}`, small));
		expect(texts).toHaveLength(2);
	});
});

describe('a list', () => {
	const items = Array.from({ length: 10 }, (_, place) => `- ${words(12, `item${place}`)}`);

	it('is split between items, the first of which keep the introduction', () => {
		const { chunks, source, relations, tree } = cut(
			`Do one of these:\n\n${items.join('\n')}\n`,
			small,
		);
		const texts = chunks.map(({ start, end }) => source.text.slice(start, end));
		expect(texts.length).toBeGreaterThan(1);
		expect(texts[0]).toMatch(/^Do one of these:\n\n- A item0/);
		for (const item of items) expect(texts.some((text) => text.includes(item))).toBe(true);
		// The items elsewhere are linked to it.
		const list = tree.nodes.find((node) => node.type === 'list')!;
		expect(relations).toContainEqual({ from: list.index, role: 'introduction', to: 0 });
	});

	it('says that it is too large above the hard limit, and numbers its parts', () => {
		const { chunks, findings } = cut(items.join('\n'), small);
		expect(findings.map(({ code }) => code)).toEqual(['oversize']);
		expect(findings[0]!.message).toContain(`split into ${chunks.length} parts`);
		expect(chunks.map(({ part }) => part)).toEqual(
			chunks.map((_, place) => ({ of: 0, number: place + 1, count: chunks.length })),
		);
	});

	it('in a component keeps the tags with its first and last items', () => {
		const texts = textsOf(cut(`<Steps>\n${items.join('\n')}\n</Steps>\n`, small));
		expect(texts[0]).toMatch(/^<Steps>\n- A item0/);
		expect(texts.at(-1)).toMatch(/item9 ends.\n<\/Steps>$/);
	});

	it('keeps the label of a tab with what stands in it', () => {
		const tabs = ['Linux', 'Windows'].map(
			(label) => `<TabItem label="${label}">\n\n${words(40)}\n\n</TabItem>`,
		);
		const texts = textsOf(cut(`<Tabs>\n${tabs.join('\n')}\n</Tabs>\n`, small));
		expect(texts).toHaveLength(2);
		expect(texts[0]).toContain('label="Linux"');
		expect(texts[1]).toContain('label="Windows"');
	});
});

describe('a table', () => {
	const rows = Array.from({ length: 12 }, (_, row) => `| name${row} | ${words(8)} |`);
	const text = `The states:\n\n| Name | Meaning |\n| --- | --- |\n${rows.join('\n')}\n`;

	it('is split between rows, each linked to the header', () => {
		const { chunks, source, tree, relations } = cut(text, small);
		expect(chunks.length).toBeGreaterThan(1);
		for (const row of rows)
			expect(chunks.some(({ start, end }) => source.text.slice(start, end).includes(row))).toBe(
				true,
			);
		const table = tree.nodes.find((node) => node.type === 'table')!;
		const header = tree.nodes.find(
			(node) => node.type === 'tableRow' && node.attributes.header === true,
		)!;
		expect(relations).toContainEqual({ from: table.index, role: 'header', to: header.index });
	});

	it('never leaves its header row without a row', () => {
		const first = textsOf(cut(text, small)).find((one) => one.includes('| --- |'));
		expect(first).toContain('| name0 |');
	});
});

describe('a block above the hard limit', () => {
	it('of words is cut between sentences, and no unit is lost', () => {
		const sentences = Array.from({ length: 20 }, (_, place) => words(10, `word${place}`));
		const { chunks, source } = cut(sentences.join(' '), small);
		expect(chunks.length).toBeGreaterThan(1);
		for (const sentence of sentences)
			expect(
				chunks.some(({ start, end }) => source.text.slice(start, end).includes(sentence)),
			).toBe(true);
		expect(chunks.every(({ part }) => part?.of === 0)).toBe(true);
	});

	it('of one unbroken run of characters is cut without halving one', () => {
		const { chunks, source } = cut('漢字𝒳'.repeat(200), small);
		expect(chunks.map(({ start, end }) => source.text.slice(start, end)).join('')).toBe(
			source.text,
		);
		for (const { start, end, tokens } of chunks) {
			expect(source.text.slice(start, end).isWellFormed()).toBe(true);
			expect(tokens).toBeLessThanOrEqual(120);
		}
	});

	it('keeps links whole where it is cut', () => {
		const links = Array.from({ length: 30 }, (_, n) => `[gate ${n}. And more](/gates/${n}/)`);
		const texts = textsOf(cut(links.join(' '), small));
		for (const link of links) expect(texts.some((text) => text.includes(link))).toBe(true);
	});

	it('that is a callout is cut between its blocks, and says so', () => {
		const blocks = Array.from({ length: 5 }, (_, place) => words(40, `part${place}`));
		const { chunks, findings } = cut(`:::note\n${blocks.join('\n\n')}\n:::\n`, small);
		expect(chunks.every(({ part }) => part?.of === 0)).toBe(true);
		expect(findings.map(({ code }) => code)).toContain('oversize');
	});

	it('leaves a callout below it whole', () => {
		const callout = `:::note\n${words(50)}\n\n${words(50)}\n:::`;
		expect(textsOf(cut(callout, small))).toEqual([callout]);
	});
});

describe('the heading path in front of chunks', () => {
	const policy = structure({ headingPath: true });
	const text = '# Locks\n\n## Upper lock\n\nShut the gate.\n';

	it('makes them inexact, while their spans stay literal', () => {
		const { chunks, source } = cut(text, policy);
		expect(chunks).toHaveLength(1);
		const [{ start, end, prefix, exact, tokens }] = chunks as [(typeof chunks)[0]];
		expect({ prefix, exact }).toEqual({ prefix: 'Locks > Upper lock\n\n', exact: false });
		const slice = source.text.slice(start, end);
		expect(slice).toBe('## Upper lock\n\nShut the gate.');
		expect(tokens).toBe(o200k.count(prefix! + slice));
	});

	it('leaves chunks without a heading above them exact', () => {
		expect(cut('Shut the gate.\n', policy).chunks[0]).toMatchObject({ exact: true });
	});

	it('gives other ids', () => {
		expect(cut(text, policy).chunks[0]!.id).not.toBe(cut(text, structure()).chunks[0]!.id);
	});
});
