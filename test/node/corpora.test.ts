import { appendFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compareGenerations } from '../../integration/src/client/index.ts';
import {
	buildFolder,
	openFolder,
	openIndex,
	publish,
	verifyContent,
} from '../../integration/src/node/index.ts';
import { describeShared } from '../corpora.ts';
import { filesIn, temporaryFolder } from './folders.ts';

describeShared('a real book', 'corpora/rust-book/src', (corpus) => {
	it('is indexed whole, follows from its sources, and lives through an edit', async () => {
		const content = temporaryFolder();
		cpSync(corpus, content, { recursive: true });
		const [out, cache] = [temporaryFolder(), temporaryFolder()];
		const build = async () => {
			const built = await buildFolder(content, { cache }, 'heads');
			expect(built.generation.failed).toEqual([]);
			expect(built.cache?.save()).toBeUndefined();
			await publish(out, built.generation, { dir: out, keep: 1 });
			return built;
		};
		const first = await build();
		expect(first.generation.manifest.coverage).toMatchObject({ complete: true, documents: 112 });
		const { problems, checked } = await verifyContent(openFolder(out), 'out', content);
		expect(problems.map(({ message }) => message)).toEqual([]);
		expect(checked).toMatchObject({ documents: 112, generations: 1 });

		appendFileSync(join(content, 'appendix-00.md'), '\nOne more paragraph.\n');
		const second = await build();
		expect(second.generation.read).toMatchObject({ hits: 111, misses: 1 });
		const cold = await buildFolder(content);
		expect(second.generation.files).toEqual(cold.generation.files);

		const now = await openIndex(out);
		const lineage = await compareGenerations(await now.open(first.generation.id), now);
		expect(lineage.documents).toMatchObject({
			added: [],
			removed: [],
			edited: ['docs/appendix-00'],
		});
		expect(lineage.nodes).toMatchObject([{ change: 'added', to: { text: 'One more paragraph.' } }]);
		const paths = [...filesIn(out).keys()];
		expect(paths.filter((path) => path.startsWith('sources/'))).toHaveLength(113);
	}, 300_000);
});
