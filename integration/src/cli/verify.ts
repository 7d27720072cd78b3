import { Command } from 'commander';
import { loadIndex } from '../node/index-folder.ts';
import { readOptions, verifyContent, verifyIndex, type Verification } from '../node/index.ts';
import { bytes, exit, note, print, printJson } from './output.ts';

interface Flags {
	readonly content?: string;
	readonly config?: string;
	readonly json?: true;
}

export function verifyCommand(finish: (code: number) => void): Command {
	return new Command('verify')
		.description('check an index: by itself, or against its sources')
		.argument('<index>', 'a folder or a URL')
		.option('--content <dir>', 'build the index again from these sources and compare')
		.option('--config <file>', 'options that the index does not record')
		.option('--json', 'print the result as JSON')
		.action(async (place: string, flags: Flags) => {
			finish(await verify(place, flags));
		});
}

async function verify(place: string, flags: Flags): Promise<number> {
	const load = loadIndex(place);
	const options = flags.config === undefined ? {} : await readOptions(flags.config);
	const verification: Verification =
		flags.content === undefined
			? await verifyIndex(load, place)
			: await verifyContent(load, place, flags.content, options);
	const { generation, checked, problems } = verification;
	for (const problem of problems) note(problem.message);
	if (flags.json === true) {
		printJson({
			generation,
			against: flags.content === undefined ? 'itself' : 'sources',
			checked,
			problems: problems.map(({ code, message, place: { file } }) => ({ code, file, message })),
		});
	} else {
		const { documents, chunks, files, bytes: size } = checked;
		const count = problems.length === 0 ? 'no problems' : `${problems.length} problems`;
		print(
			`generation ${generation}: ${documents} documents, ${chunks} chunks, ${files} files, ` +
				`${bytes(size)}; ${count}`,
		);
	}
	return problems.length === 0 ? exit.done : exit.failed;
}
