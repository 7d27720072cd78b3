import { createWriteStream } from 'node:fs';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { Command, InvalidArgumentError, Option } from 'commander';
import { CitableError } from '../core/index.ts';
import {
	exportFormats,
	exportIndex,
	openIndex,
	type Embed,
	type ExportFormatName,
} from '../node/index.ts';
import { exit } from './output.ts';

interface Flags {
	readonly format: ExportFormatName;
	readonly name: string;
	readonly out?: string;
	readonly embed?: string;
	readonly dimensions?: number;
}

export function exportCommand(finish: (code: number) => void): Command {
	return new Command('export')
		.description('write the chunks of an index for another store')
		.argument('<index>', 'folder or address of an index')
		.addOption(
			new Option('--format <format>', 'what the other store reads')
				.choices(Object.keys(exportFormats))
				.default('ndjson'),
		)
		.option('--name <name>', 'name of the index, table or collection', 'citable')
		.option('--out <file>', 'the file to write; standard output without it')
		.option('--embed <module>', 'a module whose default export turns texts into vectors')
		.option('--dimensions <n>', 'numbers in a vector, where nothing is embedded', positive)
		.action(async (source: string, flags: Flags) => {
			finish(await run(source, flags));
		});
}

async function run(
	source: string,
	{ format, name, out, embed, dimensions }: Flags,
): Promise<number> {
	const index = await openIndex(source);
	const texts = exportIndex(index, {
		format,
		name,
		...(embed === undefined ? {} : { embed: await embedFrom(embed) }),
		...(dimensions === undefined ? {} : { dimensions }),
	});
	const stream = Readable.from(texts);
	if (out === undefined) await pipeline(stream, process.stdout, { end: false });
	else await pipeline(stream, createWriteStream(out));
	return exit.done;
}

async function embedFrom(path: string): Promise<Embed> {
	const module = (await import(pathToFileURL(resolve(path)).href)) as { default?: unknown };
	if (typeof module.default !== 'function')
		throw new CitableError('invalid-config', {
			reason: `${path} has no default export that is a function`,
		});
	return module.default as Embed;
}

function positive(text: string): number {
	const value = Number(text);
	if (!Number.isInteger(value) || value < 1)
		throw new InvalidArgumentError('Not a positive number.');
	return value;
}
