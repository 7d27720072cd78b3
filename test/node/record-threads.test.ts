import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { compareText } from '../../integration/src/core/compare-text.ts';
import {
	buildGeneration,
	configure,
	generationSteps,
	type Configuration,
	type Generation,
	type GenerationOptions,
} from '../../integration/src/core/index.ts';
import { MemoryStore } from '../../integration/src/core/record-store.ts';
import { readContentFolder } from '../../integration/src/node/content-folder.ts';
import { configurationFrom, parserFor } from '../../integration/src/node/index.ts';
import { RecordThreads } from '../../integration/src/node/record-threads.ts';
import { shared } from '../corpora.ts';
import { manual, temporaryFolder } from './folders.ts';

const pages = Object.fromEntries(
	Array.from({ length: 40 }, (_, at) => [
		`many/page-${String(at)}.mdx`,
		[
			`---\ntitle: Page ${String(at)}\nowner: keeper\n---\n`,
			`## Lamps\n\n<Since version="${String(at)}" />\n`,
			`Lamp ${String(at)} burns all night.\n`,
			':::pitfall\nExcept in fog.\n:::\n',
			`See [another](./page-${String(at + 1)}.mdx).\n`,
		].join('\n'),
	]),
);

/** Documents of all kinds, and two that cannot be read. */
const site: Readonly<Record<string, string | Uint8Array>> = {
	...manual,
	...pages,
	'many/broken.mdx': '# Broken\n\n<Open>\n',
	'many/latin.md': Uint8Array.of(0x23, 0x20, 0xe9, 0x0a),
};

/** Helps that come before the second document, whatever time it takes. */
const eager = { watch: 0, watches: 0, left: -1 };

const inputsOf = (folder: string) =>
	[...readContentFolder(folder).inputs].sort((a, b) => compareText(a.path, b.path));

const options: GenerationOptions = { documents: 'heads' };

/** Builds with other threads, for which this one waits at its second document. */
async function together(folder: string, configuration: Configuration, store = new MemoryStore()) {
	const inputs = inputsOf(folder);
	const documents = {
		root: folder,
		inputs,
		configuration,
		options: { search: true, whole: false },
	};
	const threads = new RecordThreads(store, documents, eager);
	const steps = generationSteps(inputs, configuration, { ...options, store: threads });
	try {
		for (;;) {
			const step = steps.next();
			if (step.done === true) return { generation: step.value, used: threads.used };
			threads.at(step.value);
			if (threads.helping > 0 && step.value.stage === 'reading' && step.value.done === 1) {
				while (threads.untaken > 0) await setTimeout(5);
				await setTimeout(50);
			}
		}
	} finally {
		threads.release();
	}
}

const alone = (folder: string, configuration: Configuration) =>
	buildGeneration(inputsOf(folder), configuration, options);

const filesOf = ({ files }: Generation) => files.map(({ path, content }) => [path, content]);

const failuresOf = ({ failed }: Generation) =>
	failed.map(({ id, error: { code, message } }) => [id, code, message]);

describe.skipIf(availableParallelism() < 2)('records that other threads make', () => {
	it.each(['satteri', 'remark'] as const)('are those of one thread, with %s', async (name) => {
		const folder = temporaryFolder(site);
		const configuration = configurationFrom(
			{
				policy: 'structure:hardLimit=500',
				syntax: { directives: true },
				callouts: { pitfall: 'warning' },
				components: [{ name: 'Since', kind: 'label', text: ['version'] }],
				findings: { 'link-broken': 'error' },
				governance: { owner: 'owner' },
			},
			await parserFor(name),
		);
		const expected = alone(folder, configuration);
		const { generation, used } = await together(folder, configuration);
		expect(used).toBeGreaterThan(30);
		expect(filesOf(generation)).toEqual(filesOf(expected));
		expect(failuresOf(generation)).toEqual(failuresOf(expected));
		expect(failuresOf(generation).map(([id]) => id)).toEqual([
			'docs/many/broken',
			'docs/many/latin',
		]);
		expect(generation.fidelity).toEqual(expected.fidelity);
	});

	it('are not made where they are known', async () => {
		const folder = temporaryFolder(pages);
		const configuration = configure();
		const store = new MemoryStore();
		const first = await together(folder, configuration, store);
		const again = await together(folder, configuration, store);
		expect(first.used).toBeGreaterThan(30);
		expect(again.used).toBe(0);
		expect(filesOf(again.generation)).toEqual(filesOf(first.generation));
	});

	it('are not asked for where documents are cut before they are read', async () => {
		const folder = temporaryFolder(pages);
		const configuration = configurationFrom({ scopes: { field: 'owner' } });
		const { generation, used } = await together(folder, configuration);
		expect(used).toBe(0);
		expect(filesOf(generation)).toEqual(filesOf(alone(folder, configuration)));
	});

	it('are not asked for with a policy that is no data', async () => {
		const folder = temporaryFolder(pages);
		const plain = configure();
		const policy = { ...plain.policy, name: 'our-own' };
		const configuration = configure({ policy });
		const { generation, used } = await together(folder, configuration);
		expect(used).toBe(0);
		expect(filesOf(generation)).toEqual(filesOf(alone(folder, configuration)));
	});

	const starlight = shared('corpora/starlight/docs/src/content/docs');

	it.skipIf(starlight === undefined)('are those of one thread for real documents', async () => {
		const folder = starlight ?? '';
		const configuration = configurationFrom({}, await parserFor('satteri'));
		const { generation, used } = await together(folder, configuration);
		expect(used).toBeGreaterThan(20);
		expect(filesOf(generation)).toEqual(filesOf(alone(folder, configuration)));
	});
});
