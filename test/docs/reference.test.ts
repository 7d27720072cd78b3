import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { content } from './pages.ts';
import { entries, referencePage } from './reference.ts';

/** `UPDATE_GOLDEN=1` writes the pages instead of comparing them. */
const update = process.env['UPDATE_GOLDEN'] === '1';

describe('the reference', () => {
	it.each(entries)('has the docstrings of $module', (entry) => {
		const file = join(content, 'reference', `${entry.folder}.md`);
		const page = referencePage(entry);
		if (update) writeFileSync(file, page);
		expect(readFileSync(file, 'utf8')).toBe(page);
	});
});
