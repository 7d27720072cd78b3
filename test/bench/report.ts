import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, '..', '..', 'BENCHMARKS.md');

/** Writes one benchmark's part of BENCHMARKS.md, and leaves those of the others alone. */
export function writeReport(name: string, text: string): void {
	const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
	const part = `${start}\n\n${text.trim()}\n\n${end}`;
	const known = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '# Benchmarks\n';
	const from = known.indexOf(start);
	const to = known.indexOf(end);
	writeFileSync(
		FILE,
		from < 0
			? `${known.trimEnd()}\n\n${part}\n`
			: known.slice(0, from) + part + known.slice(to + end.length),
	);
}

/** A table of Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
	const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
	return [
		line(head),
		line(head.map((_, at) => (at === 0 ? '---' : '--:'))),
		...rows.map(line),
	].join('\n');
}
