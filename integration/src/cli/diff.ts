import { Command } from 'commander';
import { compareGenerations, type Lineage, type LineageNode } from '../client/lineage.ts';
import { openIndex } from '../node/index.ts';
import { exit, print, printJson } from './output.ts';

interface Flags {
	readonly from?: string;
	readonly to?: string;
	readonly json?: true;
}

export function diffCommand(finish: (code: number) => void): Command {
	return new Command('diff')
		.description('say what became of the nodes of one generation in another')
		.argument('<index-a>', 'a folder or a URL')
		.argument('[index-b]', 'another, or the same for two generations of one')
		.option('--from <generation>', 'a retained generation of the first in place of the current one')
		.option('--to <generation>', 'a retained generation of the second in place of the current one')
		.option('--json', 'print the changes as JSON')
		.action(async (a: string, b: string | undefined, flags: Flags) => {
			finish(await diff(a, b ?? a, flags));
		});
}

async function diff(a: string, b: string, flags: Flags): Promise<number> {
	const at = (generation?: string) => (generation === undefined ? {} : { generation });
	const lineage = await compareGenerations(
		await openIndex(a, at(flags.from)),
		await openIndex(b, at(flags.to)),
	);
	if (flags.json === true) printJson(lineage);
	else printLineage(lineage);
	return exit.done;
}

function printLineage({ documents, nodes, unchanged }: Lineage): void {
	for (const id of documents.added) print(`document added: ${id}`);
	for (const id of documents.removed) print(`document removed: ${id}`);
	for (const { from, to } of documents.renamed) print(`document renamed: ${from} → ${to}`);
	for (const { id, fields } of documents.described)
		print(`document described otherwise: ${id} (${fields.join(', ')})`);
	for (const change of nodes) {
		switch (change.change) {
			case 'added':
				print(`added    ${placeOf(change.to)}`);
				break;
			case 'removed':
				print(`removed  ${placeOf(change.from)}`);
				break;
			case 'moved':
				print(`moved    ${placeOf(change.from)} → ${placeOf(change.to)}`);
				break;
			case 'edited': {
				const percent = Math.round(100 * change.similarity);
				print(`edited   ${placeOf(change.from)} → ${placeOf(change.to)}, ${percent}% alike`);
			}
		}
	}
	const count = (kind: string): number => nodes.filter(({ change }) => change === kind).length;
	print(
		`${documents.edited.length} documents edited: ${count('added')} nodes added, ${count('removed')} removed, ` +
			`${count('moved')} moved, ${count('edited')} edited, ${unchanged} unchanged`,
	);
}

function placeOf({ path, startLine, type }: LineageNode): string {
	return `${path}:${startLine} ${type}`;
}
