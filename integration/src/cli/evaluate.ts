import { Command } from 'commander';
import { CitableError, type Generation } from '../core/index.ts';
import {
	evaluate,
	indexRetriever,
	openGeneration,
	readGold,
	tableOf,
	type GoldSet,
	type Retriever,
} from '../evaluation/index.ts';
import { embedderOf } from '../node/search-files.ts';
import { buildFolder, readJson, readOptions, type BuildOptions } from '../node/index.ts';
import { exit, note, print, printJson } from './output.ts';

interface Flags {
	readonly policies?: string;
	readonly config?: string;
	readonly json?: true;
}

export function evaluateCommand(finish: (code: number) => void): Command {
	return new Command('evaluate')
		.description('compare chunk policies by questions whose answers are known')
		.argument('<content-dir>', 'the folder with the sources')
		.argument('<gold>', 'a JSON file of questions with spans')
		.option('--policies <names>', 'policies with a comma between, the one to compare with first')
		.option('--config <file>', 'options as JSON or as a JavaScript module')
		.option('--json', 'print everything that was measured as JSON')
		.action(async (folder: string, gold: string, flags: Flags) => {
			finish(await run(folder, gold, flags));
		});
}

async function run(folder: string, goldFile: string, flags: Flags): Promise<number> {
	const options = flags.config === undefined ? {} : await readOptions(flags.config);
	const policies = flags.policies === undefined ? [undefined] : policiesOf(flags.policies);
	const retrievers: Retriever[] = [];
	let gold: GoldSet | undefined;
	for (const policy of policies) {
		const generation = await build(folder, policy === undefined ? options : { ...options, policy });
		gold ??= readGold(await readJson(goldFile, 'invalid-gold'), textsOf(generation));
		const name = policy ?? generation.manifest.chunking.policy;
		note(`${name}: ${generation.manifest.totals.chunks} chunks`);
		retrievers.push(await indexRetriever(await openGeneration(generation), { name }));
		const embedder = embedderOf(options.search);
		if (embedder !== undefined) {
			const index = await openGeneration(generation, embedder);
			const both = `${name}, by words and ${embedder.model}`;
			retrievers.push(await indexRetriever(index, { name: both }));
		}
	}
	if (gold === undefined) return exit.usage;
	const evaluation = await evaluate(retrievers, gold);
	if (flags.json === true) printJson(evaluation);
	else print(tableOf(evaluation));
	return exit.done;
}

/** `structure,heading-aware:220`: a comma also stands inside a policy, before a number or a bound. */
function policiesOf(list: string): string[] {
	return list.split(/,(?=[a-z-]+(?:[:,]|$))/).map((name) => name.trim());
}

async function build(folder: string, options: BuildOptions): Promise<Generation> {
	const { generation } = await buildFolder(folder, options);
	const { failed, manifest } = generation;
	if (failed.length > 0)
		throw new CitableError('documents-failed', {
			count: failed.length,
			total: manifest.coverage.documents + manifest.coverage.failed.length,
		});
	return generation;
}

function textsOf({ documents }: Generation): (path: string) => string | undefined {
	const texts = new Map(documents.map(({ source }) => [source.path, source.text]));
	return (path) => texts.get(path);
}
