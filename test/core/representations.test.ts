import { describe, expect, it } from 'vitest';
import { structure } from '../../integration/src/core/chunks/structure.ts';
import { embeddingTextOf, representationsOf } from '../../integration/src/core/representations.ts';
import { cut } from './chunks/cutting.ts';

const text = `---
title: Locks
---

# Locks

## Upper lock

Shut the *gate*\nbefore [noon](/noon/).

| Gate | State |
| --- | --- |
| north | \`open\` |

\`\`\`js
  open('north');  

    close();
\`\`\`

![The gate at dawn](./gate.png)
`;
const [representation] = representationsOf(cut(text, structure()));

describe('representationsOf', () => {
	it('parts what is searched by what it is, and is never exact', () => {
		expect(representation).toEqual({
			version: 1,
			exact: false,
			title: 'Locks',
			headings: ['Locks', 'Upper lock'],
			text: 'Shut the gate before noon.\nGate\nState\nnorth\nopen',
			code: "  open('north');  \n\n    close();",
			facts: 'Gate: north\nState: open',
			alt: 'The gate at dawn',
		});
	});
});

describe('embeddingTextOf', () => {
	it('puts the headings inside the document before the normalised content', () => {
		const embedding = embeddingTextOf(representation!);
		expect(embedding).toMatchObject({ version: 1, exact: false });
		expect(embedding.text).toBe(
			[
				'Upper lock',
				'',
				'Shut the gate before noon.',
				'Gate',
				'State',
				'north',
				'open',
				"open('north');",
				'  close();',
				'Gate: north',
				'State: open',
				'The gate at dawn',
			].join('\n'),
		);
	});

	it('gives a passage one key wherever it stands, and another passage another', () => {
		const keyOf = (source: string): string =>
			embeddingTextOf(representationsOf(cut(source, structure()))[0]!).key;
		const passage = '## Retry\n\nTry again once.\n';
		const here = keyOf(`---\ntitle: Release notes\n---\n\n${passage}`);
		expect(keyOf(`---\ntitle: Looking back\n---\n\n\n${passage}`)).toBe(here);
		expect(keyOf(passage.replace('again once', 'again  \nonce'))).toBe(here);
		expect(keyOf(passage.replace('once', 'twice'))).not.toBe(here);
		expect(keyOf(passage.replace('Retry', 'Refusal'))).not.toBe(here);
	});
});
