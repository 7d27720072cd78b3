import { describe, expect, it } from 'vitest';
import { codes } from 'astro-citable/client';
import { readPages } from './pages.ts';

const pages = readPages().filter(
	({ path }) => path.startsWith('errors/') && !path.endsWith('/index.md'),
);

describe('the pages of the errors', () => {
	it('are one for each code', () => {
		const documented = pages.map(({ path }) => path.replace(/^errors\/|\.mdx?$/g, ''));
		expect(documented).toEqual(Object.keys(codes).sort());
	});

	it.each(pages.map((page) => [page.path, page] as const))(
		'%s says what happened, shows it and how to fix it',
		(path, { title, text }) => {
			expect(`errors/${title}.md`).toBe(path);
			const headings = Array.from(text.matchAll(/^## (.+)$/gm), ([, title]) => title);
			expect(headings).toEqual(
				expect.arrayContaining(['What happened', 'An example', 'How to fix it']),
			);
		},
	);
});
