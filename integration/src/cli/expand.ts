import { Command } from 'commander';
import { openIndex } from '../node/index.ts';
import { wholeNumber } from './arguments.ts';
import { openingFrom } from './opening.ts';
import { exit, print, printJson } from './output.ts';

interface Flags {
	readonly radius?: number;
	readonly budget?: number;
	readonly query?: string;
	readonly generation?: string;
	readonly json?: true;
}

export function expandCommand(finish: (code: number) => void): Command {
	return new Command('expand')
		.description('make evidence of chunks: each with what it needs to be understood')
		.argument('<index>', 'a folder or a URL')
		.argument('<chunk-id...>', 'ids of chunks, best first')
		.option('--radius <count>', 'chunks to take along on each side, 0 to 3', wholeNumber)
		.option('--budget <tokens>', 'tokens that all pieces may have together', wholeNumber)
		.option('--query <question>', 'what is asked: picks the parts of a chunk that does not fit')
		.option('--generation <id>', 'a retained generation in place of the current one')
		.option('--json', 'print the evidence as JSON')
		.action(async (place: string, ids: readonly string[], flags: Flags) => {
			finish(await expand(place, ids, flags));
		});
}

async function expand(place: string, ids: readonly string[], flags: Flags): Promise<number> {
	const { radius, budget, query } = flags;
	const index = await openIndex(place, await openingFrom(flags));
	const evidence = await index.expand(ids, {
		...(radius === undefined ? {} : { radius }),
		...(budget === undefined ? {} : { budget }),
		...(query === undefined ? {} : { query }),
	});
	if (flags.json === true) {
		printJson(evidence);
		return exit.done;
	}
	for (const { document, headingPath, pieces, tokens } of evidence.units) {
		print(`${[document.title, ...headingPath].join(' › ')} (${tokens} tokens)`);
		for (const piece of pieces) {
			const rank = piece.rank === undefined ? '' : ` ${piece.rank}`;
			print(`  [${piece.role}${rank}] ${document.path}:${piece.startLine}–${piece.endLine}`);
			print(piece.text.replace(/^/gm, '    '));
		}
	}
	return exit.done;
}
