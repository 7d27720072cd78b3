import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CitableIndex, EvidencePiece } from 'astro-citable/client';
import type { Generation } from 'astro-citable/core';
import { openGeneration } from 'astro-citable/evaluation';
import { buildFolder, readOptions, type BuildOptions } from 'astro-citable/node';
import { content, root } from './pages.ts';

/**
 * The stories for which this package exists, told by the documents of the showcase. They hold for
 * chunks as they are by default, for chunks that keep items and rows apart, and for plain paragraphs.
 */
const policies: Readonly<Record<string, NonNullable<BuildOptions['policy']>>> = {
	'the default chunks': 'structure',
	'the smallest chunks': { minimum: 1, preferred: [1, 16] },
	'plain paragraphs': 'paragraph',
};

const staff = { name: 'staff', scopes: ['staff'] };

describe.each(Object.entries(policies))('the showcase, with %s', (name, policy) => {
	let options: BuildOptions;
	let generation: Generation;
	let index: CitableIndex;

	beforeAll(async () => {
		options = await showcaseOptions();
		({ generation } = await buildFolder(content, { ...options, policy }));
		index = await openGeneration(generation);
	});

	/** Evidence of the first hit in a document whose text holds some words. */
	async function evidenceFor(question: string, words: string): Promise<EvidencePiece[]> {
		const hits = await index.search(question, { limit: 50 });
		const hit = hits.find(({ text }) => text.includes(words));
		if (hit === undefined) throw new Error(`Nothing found for “${question}” says “${words}”.`);
		const { units } = await index.expand([hit], { radius: 0 });
		return units.flatMap(({ pieces }) => pieces);
	}

	const textOf = (pieces: readonly EvidencePiece[]): string =>
		pieces.map(({ text }) => text).join('\n');

	it('gives the question about retries the exception that follows', async () => {
		const question = 'Is a parcel sent again when its receiver gives no answer?';
		const pieces = await evidenceFor(question, 'sent again after thirty seconds');
		const exception = 'Except when the receiver cannot establish';
		expect(textOf(pieces)).toContain(exception);
		const seeds = pieces.filter(({ role }) => role === 'seed');
		expect(textOf(seeds).includes(exception)).toBe(name !== 'plain paragraphs');
	});

	it('gives a list item the sentence that introduces it', async () => {
		const question = 'harmful repeats whose state cannot be asked';
		const pieces = await evidenceFor(question, 'Both sides’ logs are laid beside each other');
		expect(textOf(pieces)).toContain('is in one of four classes');
	});

	it('gives a table row its headers and its caption', async () => {
		const pieces = await evidenceFor('night ferry recovery', 'by hand, from both logs');
		expect(textOf(pieces)).toContain('| adapter | harmless repeats | state lookup |');
		expect(textOf(pieces)).toContain('What is done for the adapters in service');
	});

	it('gives a sentence its footnote', async () => {
		const pieces = await evidenceFor('how many times is a parcel sent', 'five times at the most');
		expect(textOf(pieces)).toContain('Attempts are counted over all relays together.');
	});

	it('keeps the function whole, with the sentence before it', async () => {
		const pieces = await evidenceFor('pauseBefore attempt receiver', 'function pauseBefore');
		expect(textOf(pieces)).toMatch(/from one function:[^]*return 30_000;\n\}/);
	});

	const note = 'showcase/retry-note-2024';
	const current = 'showcase/retry-policy';
	const question = 'How are parcels that time out sent again?';
	const now = '2026-06-30';

	it('never lets the superseded note stand in for the policy', async () => {
		const { hits, withheld } = await index.find(question, { now });
		expect(hits.map(({ document }) => document.id)).toContain(current);
		expect(hits.map(({ document }) => document.id)).not.toContain(note);
		expect(withheld).toMatchObject([{ document: { id: note }, standing: 'superseded' }]);
	});

	it('gives a historical question both notes, and says which one holds', async () => {
		const hits = await index.search(question, { intent: 'historical', now });
		const standings = Object.fromEntries(
			hits.map(({ document, standing }) => [document.id, standing]),
		);
		expect(standings).toMatchObject({ [note]: 'superseded', [current]: 'in-force' });
		const { relations } = await index.expand(hits);
		expect(relations).toContainEqual({ type: 'supersedes', newer: current, older: note });
	});

	it('gives a question about a date what held then', async () => {
		const hits = await index.search(question, { intent: { asOf: '2025-01-15' } });
		const documents = new Set(hits.map(({ document }) => document.id));
		expect(documents).toContain(note);
		expect(documents).not.toContain(current);
	});

	it('says of a citation of the old note that the policy has taken its place', async () => {
		const end = (await index.view(note)).text.length;
		const quote = 'sent again at once, as often as it takes';
		const citation = await index.cite({ document: note, start: 0, end }, { quote });
		const { verdict, supersededBy } = await index.verify(citation);
		expect({ verdict, supersededBy }).toEqual({
			verdict: 'superseded',
			supersededBy: [current],
		});
	});

	it('takes the status of the decision from the component too', () => {
		const policyDocument = generation.documents.find(
			({ document }) => document.id === 'showcase/retry-policy',
		);
		const decision = policyDocument?.tree.nodes.find(
			(node) => node.type === 'component' && node.attributes.name === 'Decision',
		);
		expect(decision?.attributes).toMatchObject({ kind: 'status', title: 'accepted' });
	});

	it('shows everybody no trace of what is for the staff', async () => {
		const secret = /foghorn|harbour master|two keys/i;
		const written = generation.files
			.filter(({ path }) => !path.startsWith('schema/'))
			.map(({ path, content: file }) => path + (typeof file === 'string' ? file : ''));
		expect(written.filter((file) => secret.test(file))).toEqual([]);
		expect(await index.search('foghorn switch')).toEqual([]);
		expect(generation.blocking).toEqual([]);

		const evidence = await index.expand([
			(await index.search('senders are told after the last attempt')).find(({ text }) =>
				text.includes('Senders are told'),
			)!,
		]);
		expect(evidence.units[0]).toMatchObject({ context: 'incomplete', cut: true });
	});

	it('shows the staff what is for them', async () => {
		const built = await buildFolder(content, { ...options, policy, audience: staff });
		const inside = await openGeneration(built.generation);
		const [hit] = await inside.search('foghorn switch');
		expect(hit?.text).toContain('foghorn switch');
	});
});

/** What the site reads its showcase with. */
async function showcaseOptions(): Promise<BuildOptions> {
	const { collections = {}, ...options } = await readOptions(join(root, 'citable.config.mjs'));
	return { ...options, collections: { showcase: collections['showcase'] ?? {} } };
}
