import fc from 'fast-check';

/** A document that was made up, with the words that readers of it see. */
export interface GeneratedDocument {
	readonly text: string;
	/** Each occurs once in the text. */
	readonly visible: readonly string[];
	/** Each occurs once, in a comment, in code that is run, or in an address. */
	readonly hidden: readonly string[];
}

type Format = 'md' | 'mdx';

/** What an arbitrary value becomes while its document is written. */
interface Writing {
	readonly format: Format;
	readonly word: () => string;
	readonly hide: () => string;
}

/** Writes a piece of a line; a line break in it is a soft one. */
type Inline = (writing: Writing) => string;
/** Writes the lines of a block. */
type Block = (writing: Writing) => Line[];

interface Line {
	readonly text: string;
	/** Whether the line goes on a paragraph, so that a quotation may leave its mark out. */
	readonly lazy?: boolean;
	/** Whether the line starts a paragraph, so that it may go on one. */
	readonly plain?: boolean;
}

const pick = <Value>(...values: readonly [Value, ...Value[]]): fc.Arbitrary<Value> =>
	fc.constantFrom(...values);

const plain: fc.Arbitrary<Inline> = pick<Inline>(
	({ word }) => word(),
	({ word }) => `${word()} ${word()}`,
	({ word }) => `${word()} &amp; ${word()} &lt;&#x41;&copy; ${word()}`,
	({ word }) => `\\*${word()}\\_ \\[ \\\\`,
	({ word }) => `${word()} 12:30pm localhost:4321 :${word()}`,
	({ word }) => `${word()}—“${word()}” 𝒳 e\u0301 漢字 עברית 👩‍👧`,
	({ word }) => `${word()}\t${word()}`,
	({ word }) => `${word()} AT&T 3 < 4`.replace('<', '\\<'),
	({ word }) => `https://example.com/${word()}`,
);

const code: fc.Arbitrary<Inline> = pick<Inline>(
	({ word }) => `\`${word()}\``,
	({ word }) => `\`\` \`${word()}  ${word()}\` \`\``,
	({ word }) => `\`${word()}\n${word()}\``,
	({ word }) => `\`a \\${word()} &amp;\``,
	({ word }) => `$$${word()}^2$$`,
);

const reference: fc.Arbitrary<Inline> = pick<Inline>(
	({ word, hide }) => `![${word()}](/${hide()}.png)`,
	({ word, hide }) => `![${word()} *${word()}*](/${hide()}.png "${hide()}")`,
	({ word, hide }) => `[${word()}](/${hide()}/ '${hide()}')`,
	({ word, hide }) => `[\`${word()}\` **${word()}**](<${hide()} ${hide()}>)`,
	({ word }) => `[${word()}][one]`,
	() => `[one]`,
	() => `[^a]`,
	() => `[^missing]`,
	({ word, format }) => (format === 'md' ? `<https://example.com/${word()}>` : word()),
);

const tagged: fc.Arbitrary<Inline> = pick<Inline>(
	({ word }) => `<kbd>${word()}</kbd>`,
	({ word, hide }) => `<a href="/${hide()}">${word()} <b>${word()}</b></a>`,
	({ word, hide }) => `<img alt="${word()} &amp; ${word()}" src='${hide()}' />`,
	() => `<br />`,
	({ hide, word, format }) =>
		format === 'md' ? `${word()} <!-- ${hide()} -->` : `${word()} {/* ${hide()} */}`,
	({ word, format }) => (format === 'md' ? word() : `{'${word()}\\n${word()}'}`),
	({ word, hide, format }) =>
		format === 'md' ? word() : `<Badge text="${word()}" variant="${hide()}" />`,
	({ word, hide, format }) =>
		format === 'md' ? word() : `<Chip note={${hide()}} label={"${word()}"}>*${word()}*</Chip>`,
);

const hardBreak: fc.Arbitrary<Inline> = pick<Inline>(
	({ word }) => `${word()}  \n${word()}`,
	({ word }) => `${word()}\\\n${word()}`,
);

const { inline } = fc.letrec<{ inline: Inline; piece: Inline; wrapped: Inline }>((tie) => ({
	piece: fc.oneof(
		{ depthSize: 'small', maxDepth: 3 },
		{ arbitrary: plain, weight: 6 },
		{ arbitrary: code, weight: 2 },
		{ arbitrary: reference, weight: 2 },
		{ arbitrary: tagged, weight: 2 },
		{ arbitrary: hardBreak, weight: 1 },
		{ arbitrary: tie('wrapped'), weight: 2 },
	),
	wrapped: fc.tuple(pick('*', '**', '_', '~~', '***'), tie('inline')).map(
		([mark, inner]): Inline =>
			(writing) =>
				`${mark}${writing.word()} ${inner(writing)} ${writing.word()}${mark}`,
	),
	inline: fc
		.tuple(
			fc.array(fc.tuple(tie('piece'), pick(' ', ' ', '\n', '\n  ')), {
				minLength: 1,
				maxLength: 4,
			}),
			plain,
		)
		.map(([pieces, last]): Inline => (writing) => {
			const written = pieces.map(([piece, seam]) => piece(writing) + seam);
			return written.join('') + last(writing);
		}),
}));

const oneLine = (written: string): string => written.replace(/ *\\?\n */g, ' ');

const paragraph: fc.Arbitrary<Block> = inline.map((piece): Block => (writing) => {
	const [first = '', ...more] = `${writing.word()} ${piece(writing)}`.split('\n');
	return [{ text: first, plain: true }, ...more.map((text) => ({ text, lazy: true }))];
});

const heading: fc.Arbitrary<Block> = fc
	.tuple(fc.integer({ min: 1, max: 6 }), inline, pick('plain', 'closed', 'setext', 'id'))
	.map(([depth, piece, form]): Block => (writing) => {
		const title = oneLine(`${writing.word()} ${piece(writing)}`);
		const marks = '#'.repeat(depth);
		if (form === 'setext') return [{ text: title }, { text: depth === 1 ? '===' : '---' }];
		if (form === 'closed') return [{ text: `${marks} ${title} ${marks}` }];
		if (form === 'plain') return [{ text: `${marks} ${title}` }];
		const id = writing.hide();
		return [
			{ text: `${marks} ${title} ${writing.format === 'md' ? `{#${id}}` : `{/* ${id} */}`}` },
		];
	});

const table: fc.Arbitrary<Block> = fc
	.tuple(
		fc.integer({ min: 1, max: 3 }),
		fc.array(fc.array(fc.oneof(plain, code, reference, tagged), { maxLength: 4 }), {
			maxLength: 3,
		}),
		fc.boolean(),
	)
	.map(([columns, rows, outer]): Block => (writing) => {
		const row = (cells: readonly string[]): Line => {
			const joined = cells.join(' | ');
			return { text: outer || columns === 1 || cells.length < 2 ? `| ${joined} |` : joined };
		};
		const titles = Array.from({ length: columns }, () => writing.word());
		return [
			row(titles),
			row(titles.map((_, place) => (place % 2 === 0 ? ':--' : '--:'))),
			// What is beyond the last column is part of the source, so it is not lost either.
			...rows.map((cells) => row(cells.map((cell) => `${oneLine(cell(writing))} \\| x`))),
		];
	});

const fence: fc.Arbitrary<Block> = fc
	.tuple(
		pick('```', '~~~', '`````'),
		pick('', 'js', 'sh title="a.sh" {1-2}', 'ts ins={1} "x"'),
		fc.array(
			pick<Inline>(
				({ word }) => word(),
				({ word }) => `  \t${word()} `,
				({ word }) => `> ${word()}`,
				({ word }) => `- # ${word()} \`\` | <b> {x} &amp;`,
				() => '',
				() => '   ',
			),
			{ maxLength: 4 },
		),
	)
	.map(([marks, info, lines]): Block => (writing) => [
		{ text: `${marks}${info}` },
		...lines.map((line) => ({ text: line(writing) })),
		{ text: marks },
	]);

const small: fc.Arbitrary<Block> = pick<Block>(
	() => [{ text: '***' }],
	({ hide }) => [{ text: `[one]: /${hide()} "${hide()}"` }],
	({ word }) => [{ text: `[^a]: ${word()}` }, { text: '' }, { text: `    ${word()}` }],
	({ word }) => [{ text: '$$' }, { text: word() }, { text: '$$' }],
	({ word }) => [{ text: `::youtube[${word()}]{id=1}` }],
	({ word, hide, format }) =>
		format === 'mdx'
			? [{ text: `{/* ${hide()}` }, { text: `*/}` }]
			: [{ text: `    ${word()}` }, { text: `      ${word()}` }],
	({ hide, format }) =>
		format === 'mdx'
			? [{ text: `{props.${hide()}}` }]
			: [{ text: `<!-- ${hide()}` }, { text: `-->` }],
	({ word, hide, format }) =>
		format === 'mdx'
			? [{ text: `<Card title="${word()}" icon={${hide()}} {...rest} />` }]
			: [{ text: `<div class="${hide()}"><p>${word()}</p>` }, { text: `<td>${word()} &lt;</div>` }],
	({ word, format }) =>
		format === 'mdx'
			? [{ text: `<LinkCard` }, { text: `  title='${word()}'` }, { text: `/>` }]
			: [{ text: `<details>` }, { text: `<summary>${word()}</summary>` }],
);

const indent = (lines: readonly Line[], by: string): Line[] =>
	lines.map((line) => (line.text === '' ? line : { ...line, text: by + line.text }));

const { blocks } = fc.letrec<{ blocks: Block; block: Block; holder: Block }>((tie) => ({
	blocks: fc.array(tie('block'), { minLength: 1, maxLength: 4 }).map(
		(all): Block =>
			(writing) =>
				all.flatMap((one, place) => [...(place === 0 ? [] : [{ text: '' }]), ...one(writing)]),
	),
	block: fc.oneof(
		{ depthSize: 'small', maxDepth: 4 },
		{ arbitrary: paragraph, weight: 5 },
		{ arbitrary: heading, weight: 1 },
		{ arbitrary: table, weight: 1 },
		{ arbitrary: fence, weight: 1 },
		{ arbitrary: small, weight: 2 },
		{ arbitrary: tie('holder'), weight: 4 },
	),
	holder: fc.oneof(
		fc
			.tuple(
				pick('- ', '* ', '+   ', '1. ', '1)  '),
				pick('', '', '[ ] ', '[x] '),
				fc.array(tie('blocks'), { minLength: 1, maxLength: 3 }),
				fc.boolean(),
			)
			.map(
				([mark, task, items, loose]): Block =>
					(writing) =>
						items.flatMap((item, place) => {
							const whole = item(writing);
							// The box of a task stands in front of a paragraph.
							const [first = { text: '' }, ...rest] =
								task === '' ? whole : [{ text: writing.word() }, { text: '' }, ...whole];
							return [
								...(loose && place > 0 ? [{ text: '' }] : []),
								{ text: mark + task + first.text },
								...indent(rest, ' '.repeat(mark.length)),
							];
						}),
			),
		fc
			.tuple(
				tie('blocks'),
				pick('> ', '>', '>  '),
				fc.boolean(),
				pick('', '', '[!NOTE]', '[!caution]'),
			)
			.map(([inner, mark, lazy, alert]): Block => (writing) => {
				const lines = inner(writing).map(({ text, plain, ...line }) => ({
					plain: plain === true,
					text: lazy && line.lazy === true ? text : quoted(mark, text),
				}));
				if (alert === '') return lines;
				const apart = lines[0]?.plain === true ? [] : [{ text: mark }];
				return [{ text: mark + alert }, ...apart, ...lines];
			}),
		fc
			.tuple(
				tie('blocks'),
				pick('note', 'tip', 'caution', 'tipo', 'details'),
				pick<'none' | 'label' | 'bare' | 'attributes'>('none', 'label', 'bare', 'attributes'),
			)
			.map(([inner, name, title]): Block => (writing) => {
				const titles = {
					none: '',
					label: `[${writing.format === 'md' ? '*x* ' : ''}\`y\` z]`,
					bare: ' y z',
					attributes: writing.format === 'md' ? '{.wide #id}' : '',
				};
				const lines = inner(writing).map(({ text }) => ({ text }));
				const longest = lines.map(({ text }) => /:{3,}/.exec(text)?.[0].length ?? 2);
				const fence = ':'.repeat(1 + Math.max(...longest, 2));
				return [{ text: fence + name + titles[title] }, ...lines, { text: fence }];
			}),
		fc
			.tuple(tie('blocks'), pick('Aside', 'Steps', 'div', 'Unheard', ''), fc.boolean())
			.map(([inner, name, dedent]): Block => (writing) => {
				if (writing.format === 'md') return inner(writing);
				const lines = inner(writing).map(({ text }) => ({ text }));
				const attributes = name === 'Aside' ? ` title="${writing.word()}" type="tip"` : '';
				return [
					{ text: `<${name}${attributes}>` },
					{ text: '' },
					...indent(lines, dedent ? '' : '  '),
					{ text: '' },
					{ text: `</${name}>` },
				];
			}),
	),
}));

/** One space behind a quotation mark belongs to the mark. */
const quoted = (mark: string, text: string): string =>
	mark === '>' && text.startsWith(' ') ? `> ${text}` : mark + text;

const head: fc.Arbitrary<Inline> = pick<Inline>(
	() => '',
	() => '\ufeff',
	({ hide }) => `---\ntitle: ${hide()}\n---\n\n`,
	({ hide }) => `+++\ntitle = "${hide()}"\n+++\n`,
	({ hide, format }) => (format === 'md' ? '' : `import { ${hide()} } from './x.mjs';\n\n`),
);

/** Documents of one language that hold constructs of all kinds in each other. */
export function documents(format: Format): fc.Arbitrary<GeneratedDocument> {
	return fc
		.tuple(head, blocks, pick('\n', '\n', '\r\n', '\r', 'mixed'), pick('', '\n', '\n\n  \n'))
		.map(([start, body, lineEnd, tail]) => {
			const visible: string[] = [];
			const hidden: string[] = [];
			const writing: Writing = {
				format,
				word: () => number('vis', visible),
				hide: () => number('hid', hidden),
			};
			const lines = body(writing).map(({ text }) => text);
			const text = start(writing) + lines.join('\n') + tail;
			let place = 0;
			return {
				text: text.replace(/\n/g, () =>
					lineEnd === 'mixed' ? (['\n', '\r', '\r\n'][place++ % 3] ?? '\n') : lineEnd,
				),
				visible,
				hidden,
			};
		});
}

function number(prefix: string, words: string[]): string {
	const word = `${prefix}${words.length}q`;
	words.push(word);
	return word;
}

/** Documents out of which, or into which, something was cut at random, so that nothing need close. */
export function damagedDocuments(format: Format): fc.Arbitrary<string> {
	const damage = fc.tuple(
		fc.nat(),
		fc.nat({ max: 12 }),
		pick(
			'',
			'',
			'\n',
			'> ',
			'- ',
			'`',
			'```',
			'*',
			':::note\n',
			':::',
			'<b>',
			'|',
			'    ',
			'\\',
			'&',
			'[',
		),
	);
	return fc
		.tuple(documents(format), fc.array(damage, { minLength: 1, maxLength: 4 }))
		.map(([{ text }, damages]) =>
			damages.reduce((damaged, [place, length, by]) => {
				const at = place % (damaged.length + 1);
				return damaged.slice(0, at) + by + damaged.slice(at + length);
			}, text),
		);
}
