import { Command } from 'commander';
import {
	configurationFrom,
	inspectFile,
	parserFor,
	readOptions,
	type Inspection,
	type ParserChoice,
} from '../node/index.ts';
import { formatOption, parserOption } from './build.ts';
import { exit, print, printFindings, printJson, type FindingFormat } from './output.ts';

interface Flags {
	readonly policy?: string;
	readonly config?: string;
	readonly parser?: ParserChoice;
	readonly nodes?: true;
	readonly ledger?: true;
	readonly format: FindingFormat;
	readonly json?: true;
}

export function inspectCommand(finish: (code: number) => void): Command {
	return new Command('inspect')
		.description('show the nodes, chunks and findings of one file')
		.argument('<file>', 'a Markdown or MDX file')
		.option('--policy <policy>', 'how to cut chunks')
		.option('--config <file>', 'options as JSON or as a JavaScript module')
		.addOption(parserOption())
		.option('--nodes', 'show nodes beside chunks')
		.option('--ledger', 'show what every unit of the source is')
		.addOption(formatOption())
		.option('--json', 'print nodes, chunks and findings as JSON')
		.action(async (file: string, flags: Flags) => {
			finish(await inspect(file, flags));
		});
}

async function inspect(file: string, flags: Flags): Promise<number> {
	const options = flags.config === undefined ? {} : await readOptions(flags.config);
	const policy = flags.policy ?? options.policy;
	const parser = await parserFor(flags.parser ?? options.parser ?? 'auto');
	const configuration = configurationFrom(
		{ ...options, ...(policy === undefined ? {} : { policy }) },
		parser,
	);
	const inspection = inspectFile(file, configuration);
	printFindings(inspection.findings, flags.format);
	if (flags.json === true) {
		const { document = null, nodes, chunks, findings, ledger } = inspection;
		printJson({ document, nodes, chunks, findings, ...(flags.ledger === true ? { ledger } : {}) });
	} else {
		printInspection(inspection, flags);
	}
	return inspection.document === undefined ? exit.failed : exit.done;
}

function printInspection({ document, nodes, chunks, ledger }: Inspection, flags: Flags): void {
	if (document === undefined) return;
	print(`${document.id} “${document.title}”, revision ${document.revision}`);
	if (flags.nodes === true) {
		const depths = new Map<string, number>();
		for (const { id, parent, type, startLine, start, end, text } of nodes) {
			const depth = parent === undefined ? 0 : (depths.get(parent) ?? 0) + 1;
			depths.set(id, depth);
			print(`${'  '.repeat(depth)}${type} ${start}–${end} line ${startLine}: ${firstLine(text)}`);
		}
	}
	for (const { id, order, startLine, endLine, start, end, tokens, headingPath, text } of chunks) {
		const place = startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`;
		print(`chunk ${order} ${id} ${place} (${start}–${end}), ${tokens} tokens`);
		print(`  ${[...headingPath, firstLine(text)].join(' › ')}`);
	}
	if (flags.ledger === true)
		for (const { kind, start, end } of ledger) print(`${kind} ${start}–${end}`);
}

function firstLine(text: string): string {
	const line = text.trim().split(/\r\n?|\n/, 1)[0] ?? '';
	return line.length > 72 ? `${line.slice(0, 71)}…` : line;
}
