import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { Citation } from '../../integration/src/client/index.ts';
import { openIndex } from '../../integration/src/node/index.ts';
import { run } from '../../integration/src/cli/main.ts';
import { temporaryFolder } from '../node/folders.ts';

const BEFORE = {
	'hours.md': '# Hours\n\nThe office opens at nine.\n\nIt closes at noon on Fridays.\n',
	'fees.md': '# Fees\n\nFees are paid in advance by every ship.\n',
	'storms.md': '# Storms\n\nIn storms the harbour stays closed to yachts.\n',
	'old-rule.md': '# Rule\n\nShips report by horn.\n',
};
const AFTER = {
	'hours.md':
		'# Hours\n\nA word before.\n\nThe office opens at nine.\n\nIt closes at noon on Fridays.\n',
	'fees.md': '# Fees\n\nFees are paid on leaving by every ship.\n',
	'old-rule.md': '# Rule\n\nShips report by horn.\n',
	'new-rule.md': '---\nsupersedes: old-rule\n---\n\n# Rule\n\nShips report by radio.\n',
};

async function citable(...argv: string[]): Promise<{ code: number; out: string }> {
	let out = '';
	const outSpy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
		out += String(text);
		return true;
	});
	const errSpy = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
	try {
		return { code: await run(argv), out };
	} finally {
		outSpy.mockRestore();
		errSpy.mockRestore();
	}
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder);
	for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
}

it('gives each verdict over two revisions of a site', async () => {
	const folder = temporaryFolder();
	const content = join(folder, 'content');
	const out = join(folder, 'index');
	write(content, BEFORE);
	expect((await citable('build', content, '--out', out, '--keep', '5')).code).toBe(0);
	const first = await openIndex(out);
	const cite = async (document: string, quote: string): Promise<Citation> => {
		const view = await first.view(`docs/${document}`);
		return first.cite(view.chunkId(0), { quote });
	};
	const opens = await cite('hours', 'The office opens at nine.');
	const fees = await cite('fees', 'Fees are paid in advance by every ship.');
	const storms = await cite('storms', 'In storms the harbour stays closed to yachts.');
	const rule = await cite('old-rule', 'Ships report by horn.');
	const verdict = async (citation: unknown, ...flags: string[]): Promise<string> => {
		const file = join(folder, 'citation.json');
		writeFileSync(file, JSON.stringify(citation));
		const { code, out: printed } = await citable(
			...['verify', out, '--citation', file, '--json', ...flags],
		);
		const { verdict: given } = JSON.parse(printed) as { verdict: string };
		expect(code).toBe(given === 'exact' ? 0 : 1);
		return given;
	};
	expect(await verdict(opens)).toBe('exact');
	const evidence = join(folder, 'evidence.json');
	writeFileSync(evidence, (await citable('expand', out, fees.chunk ?? '', '--json')).out);
	expect(await verdict(fees, '--evidence', evidence)).toBe('exact');
	expect(await verdict(opens, '--evidence', evidence)).toBe('outside-evidence');

	write(content, AFTER);
	expect((await citable('build', content, '--out', out, '--keep', '5')).code).toBe(0);
	expect(await verdict(opens)).toBe('moved');
	expect(await verdict(fees)).toBe('edited');
	expect(await verdict(storms)).toBe('deleted');
	expect(await verdict(rule)).toBe('superseded');
	const second = await openIndex(out);
	expect(await verdict({ ...opens, chunk: undefined, generation: second.generation })).toBe(
		'wrong-revision',
	);
	expect(await verdict({ ...storms, chunk: undefined, generation: second.generation })).toBe(
		'outside-scope',
	);
	expect(await verdict({ ...opens, generation: '0'.repeat(64) })).toBe('unknown-generation');
});
