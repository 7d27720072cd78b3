import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { viewOf, type ViewNode, type ViewText } from '../../../integration/src/core/nodes/view.ts';
import { violations } from '../invariants.ts';
import { read, type ReadDocument } from '../reading.ts';

/**
 * What is read of each fixture lies beside it as JSON. `UPDATE_GOLDEN=1 npm test` writes the JSON
 * anew; look at the difference before you commit it.
 */
const folder = resolve(import.meta.dirname, '../../../fixtures/sources');
const update = process.env['UPDATE_GOLDEN'] === '1';

const names = readdirSync(folder).filter((file) => /\.mdx?$/.test(file));

describe('the fixtures', () => {
	it.each(names)('%s is read as before', (name) => {
		const document = read(name, readFileSync(join(folder, name)));
		expect(violations(document)).toEqual([]);
		const golden = `${JSON.stringify(goldenOf(document), undefined, '\t')}\n`;
		const path = join(folder, `${name}.json`);
		if (update) writeFileSync(path, golden);
		expect(existsSync(path) ? readFileSync(path, 'utf8') : 'missing').toBe(golden);
	});

	it('have no golden result without a source', () => {
		const golden = readdirSync(folder).filter((file) => file.endsWith('.json'));
		expect(golden.filter((file) => !names.includes(file.replace(/\.json$/, '')))).toEqual([]);
	});
});

function goldenOf(document: ReadDocument): Record<string, unknown> {
	const { text, source, tree, ledger, findings } = document;
	return {
		nodes: viewOf(source, tree).map(nested),
		ledger: ledger.map(
			({ kind, entry, start, end }) =>
				`${entry === 'leaf' ? `“${kind}”` : kind} ${start}-${end} ${JSON.stringify(text.slice(start, end))}`,
		),
		findings: findings.map(
			({ code, severity, line, column, start, end, message }) =>
				`${code} (${severity}) ${line}:${column} ${start}-${end} ${message}`,
		),
	};
}

/** Runs of text as `kind start-end: what readers see`, nodes with what they hold. */
function nested(item: ViewNode | ViewText): unknown {
	const span = `${item.start}-${item.end}`;
	if ('kind' in item) {
		const seen = JSON.stringify(item.text);
		const source = item.source === undefined ? '' : ` of ${JSON.stringify(item.source)}`;
		return `${item.kind} ${span}: ${seen}${source}`;
	}
	const attributes = JSON.stringify(item.attributes);
	const content = item.content.map(nested);
	return { [`${item.type} ${span} ${attributes}`]: content };
}
