import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Words of which made-up documents consist; rare ones are numbered, as names in real docs are. */
const WORDS =
	'the a to of and in is for with that you can page route build file option value server render component import content when this which site layout style script image link data query cache index token chunk source span node config default returns each after before under between request response error retry adapter status policy limit must should never always only'.split(
		' ',
	);

/** Numbers that look random and are the same on any machine (mulberry32). */
function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** One document as docs sites have them: prose, lists, code, tables, asides, components and links. */
export function syntheticDocument(number: number, total: number): string {
	const random = randomFrom(number + 1);
	const below = (limit: number): number => Math.floor(random() * limit);
	const word = (): string =>
		random() < 0.06
			? `name${below(total * 4)}`
			: (WORDS[Math.floor(random() ** 2 * WORDS.length)] ?? '');
	const words = (count: number): string => Array.from({ length: count }, word).join(' ');
	const sentence = (): string => {
		const text = words(6 + below(14));
		return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
	};
	const inline = (): string => {
		const kind = below(8);
		if (kind === 0) return `See [${words(2)}](/${path(below(total))}/) for ${words(3)}.`;
		if (kind === 1) return `Use \`${word()}.${word()}()\` with **${words(2)}**.`;
		return sentence();
	};
	const paragraph = (): string => Array.from({ length: 1 + below(4) }, inline).join(' ');
	const block = (): string => {
		const kind = below(12);
		if (kind === 0) return Array.from({ length: 2 + below(5) }, () => `- ${inline()}`).join('\n');
		if (kind === 1)
			return Array.from(
				{ length: 2 + below(3) },
				(_, at) => `${at + 1}. ${sentence()}\n\n   ${inline()}`,
			).join('\n\n');
		if (kind === 2) {
			const lines = Array.from(
				{ length: 3 + below(9) },
				() => `  const ${word()}${below(90)} = ${word()}('${words(2)}');`,
			);
			return `\`\`\`ts title="${word()}.ts"\nexport function ${word()}() {\n${lines.join('\n')}\n}\n\`\`\``;
		}
		if (kind === 3) {
			const rows = Array.from(
				{ length: 2 + below(6) },
				() => `| \`${word()}\` | ${words(3)} | ${words(5)} |`,
			);
			return `| Option | Type | Meaning |\n| --- | --- | --- |\n${rows.join('\n')}`;
		}
		if (kind === 4) return `:::note[${words(2)}]\n${paragraph()}\n:::`;
		if (kind === 5) return `<Card title="${words(3)}" icon="star">\n  ${sentence()}\n</Card>`;
		return paragraph();
	};
	const sections = Array.from({ length: 3 + below(6) }, () => {
		const blocks = Array.from({ length: 2 + below(6) }, block);
		return `${'#'.repeat(2 + below(2))} ${words(3)} ${below(1000)}\n\n${blocks.join('\n\n')}`;
	});
	return (
		[
			`---\ntitle: ${words(3)} ${number}\ndescription: ${words(8)}\n---`,
			`import { Card } from '@astrojs/starlight/components';`,
			paragraph(),
			...sections,
		].join('\n\n') + '\n'
	);
}

function path(number: number): string {
	return `section-${number % 40}/page-${number}`;
}

/** Writes a corpus of made-up documents and returns their size in bytes. */
export function writeSynthetic(folder: string, total: number): number {
	let bytes = 0;
	for (let number = 0; number < total; number++) {
		const file = join(folder, `${path(number)}.mdx`);
		if (number < 40) mkdirSync(dirname(file), { recursive: true });
		const text = syntheticDocument(number, total);
		writeFileSync(file, text);
		bytes += Buffer.byteLength(text);
	}
	return bytes;
}
