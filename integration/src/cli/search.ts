import { Command } from 'commander';
import { openIndex } from '../node/index.ts';
import { wholeNumber } from './arguments.ts';
import { openingFrom } from './opening.ts';
import { exit, print, printJson } from './output.ts';

interface Flags {
	readonly limit: number;
	readonly language?: string;
	readonly version?: readonly string[];
	readonly status?: readonly string[];
	readonly engine?: string;
	readonly generation?: string;
	readonly config?: string;
	readonly json?: true;
}

export function searchCommand(finish: (code: number) => void): Command {
	return new Command('search')
		.description('search an index')
		.argument('<index>', 'a folder or a URL')
		.argument('<query>', 'what to search for')
		.option('--limit <count>', 'hits at most', wholeNumber, 10)
		.option('--language <tag>', 'search one language')
		.option('--version <version...>', 'search documents of these versions alone')
		.option('--status <status...>', 'search documents with one of these statuses alone')
		.option('--engine <engine>', 'search with another engine than the index prefers')
		.option('--generation <id>', 'a retained generation in place of the current one')
		.option('--config <file>', 'the configuration that the index was built with, for its `embed`')
		.option('--json', 'print the hits as JSON')
		.action(async (place: string, query: string, flags: Flags) => {
			finish(await search(place, query, flags));
		});
}

async function search(place: string, query: string, flags: Flags): Promise<number> {
	const { limit, language, version, status, engine } = flags;
	const index = await openIndex(place, await openingFrom(flags));
	const hits = await index.search(query, {
		limit,
		...(language === undefined ? {} : { language }),
		...(version === undefined ? {} : { version }),
		...(status === undefined ? {} : { status }),
		...(engine === undefined ? {} : { engine }),
	});
	if (flags.json === true) {
		printJson({ generation: index.generation, query, hits });
		return exit.done;
	}
	for (const { rank, score, chunkId, document, headingPath, startLine, endLine, text } of hits) {
		print(`${rank}. ${[document.title, ...headingPath].join(' › ')} (${score.toFixed(2)})`);
		print(`   ${document.path}:${startLine}–${endLine}  ${chunkId}`);
		print(`   ${text.replace(/\s+/g, ' ').trim().slice(0, 160)}`);
	}
	if (hits.length === 0) print('Nothing matches.');
	return exit.done;
}
