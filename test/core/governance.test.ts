import { describe, expect, it } from 'vitest';
import { buildSite, type SiteFiles } from './site.ts';

function governed(files: SiteFiles) {
	const generation = buildSite(files);
	return {
		documents: new Map(generation.documents.map(({ document }) => [document.id, document])),
		findings: generation.documents.flatMap(({ findings }) =>
			findings.map(({ code, file, line }) => `${code} ${file}:${line}`),
		),
	};
}

const page = (frontmatter: string, body = 'Text.'): string =>
	`---\ntitle: T\n${frontmatter}\n---\n\n${body}\n`;

describe('governance', () => {
	it('reads status, dates, version and owner from the frontmatter', () => {
		const { documents, findings } = governed({
			'docs/a.md': page(
				'status: accepted\nversion: 2\nowner: Delivery\neffective: 2026-01-31\nexpires: 2026-12-31T10:00:00Z',
			),
		});
		expect(documents.get('docs/a')).toMatchObject({
			status: 'accepted',
			version: '2',
			owner: 'Delivery',
			effective: '2026-01-31',
			expires: '2026-12-31T10:00:00Z',
		});
		expect(findings).toEqual([]);
	});

	it('reports a date that is none at its line, and leaves it out', () => {
		const { documents, findings } = governed({ 'docs/a.md': page('owner: X\neffective: soon') });
		expect(documents.get('docs/a')?.effective).toBeUndefined();
		expect(findings).toEqual(['date-invalid docs/a.md:4']);
	});

	it('takes the fields that the options name', () => {
		const generation = buildSite(
			{ 'docs/a.md': page('state: draft') },
			{ governance: { status: 'state' } },
		);
		expect(generation.documents[0]?.document.status).toBe('draft');
	});

	it('reads the status of a component before the first section', () => {
		const generation = buildSite(
			{ 'docs/a.mdx': page('', '<Status value="accepted" />\n\n## S\n\nText.') },
			{
				adapters: [
					{
						name: 'own',
						version: 1,
						adapters: [{ name: 'Status', kind: 'status', title: 'value' }],
					},
				],
			},
		);
		expect(generation.documents[0]?.document.status).toBe('accepted');
	});

	it.each(['docs/old', 'old', './old.md', '/old/'])('finds a superseded document as %s', (name) => {
		const { documents, findings } = governed({
			'docs/new.md': page(`supersedes: ${name}`),
			'docs/old.md': page(''),
		});
		expect(documents.get('docs/new')?.supersedes).toEqual(['docs/old']);
		expect(documents.get('docs/old')?.supersededBy).toEqual(['docs/new']);
		expect(findings).toEqual([]);
	});

	it('takes the word of the old document too, and says each relation once', () => {
		const { documents } = governed({
			'docs/new.md': page('supersedes: [old]'),
			'docs/old.md': page('supersededBy: new'),
		});
		expect(documents.get('docs/new')?.supersedes).toEqual(['docs/old']);
		expect(documents.get('docs/old')?.supersededBy).toEqual(['docs/new']);
	});

	it('reports what leads nowhere, and uses no circle', () => {
		const { documents, findings } = governed({
			'docs/a.md': page('supersedes: b'),
			'docs/b.md': page('supersedes: a'),
			'docs/c.md': page('supersededBy: gone'),
		});
		expect(documents.get('docs/a')?.supersedes).toBeUndefined();
		expect(documents.get('docs/b')?.supersedes).toBeUndefined();
		expect(documents.get('docs/c')?.supersededBy).toBeUndefined();
		expect(findings.sort()).toEqual([
			'supersession-broken docs/c.md:3',
			'supersession-cyclic docs/a.md:3',
			'supersession-cyclic docs/b.md:3',
		]);
	});
});
