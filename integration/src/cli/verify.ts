import { Command } from 'commander';
import type { CitableIndex, Evidence } from '../client/index.ts';
import { CitableError } from '../core/index.ts';
import { loadIndex } from '../node/index-folder.ts';
import {
	openIndex,
	readJson,
	readOptions,
	verifyContent,
	verifyIndex,
	type Verification,
} from '../node/index.ts';
import { bytes, exit, note, print, printJson } from './output.ts';

interface Flags {
	readonly content?: string;
	readonly citation?: string;
	readonly evidence?: string;
	readonly config?: string;
	readonly json?: true;
}

export function verifyCommand(finish: (code: number) => void): Command {
	return new Command('verify')
		.description('check an index, by itself or against its sources; or check citations')
		.argument('<index>', 'a folder or a URL')
		.option('--content <dir>', 'build the index again from these sources and compare')
		.option('--citation <file>', 'check the citation, or the list of citations, of a JSON file')
		.option(
			'--evidence <file>',
			'evidence that the citations must lie in, as expand --json printed it',
		)
		.option('--config <file>', 'options that the index does not record')
		.option('--json', 'print the result as JSON')
		.action(async (place: string, flags: Flags) => {
			finish(
				flags.citation === undefined
					? await verify(place, flags)
					: await verifyCitations(place, flags.citation, flags),
			);
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
		const { documents, chunks, files, bytes: size, generations } = checked;
		const count = problems.length === 0 ? 'no problems' : `${problems.length} problems`;
		print(
			`generation ${generation}${generations === 1 ? '' : ` (and ${generations - 1} earlier)`}: ` +
				`${documents} documents, ${chunks} chunks, ${files} files, ` +
				`${bytes(size)}; ${count}`,
		);
	}
	return problems.length === 0 ? exit.done : exit.failed;
}

/** Citations are checked against the revision that they name, and against what holds now. */
async function verifyCitations(place: string, file: string, flags: Flags): Promise<number> {
	const value = await readJson(file, 'invalid-citation');
	const index = await openIndex(place);
	const citations = Array.isArray(value) ? (value as unknown[]) : [value];
	if (citations.length === 0)
		throw new CitableError('invalid-citation', { reason: 'the list is empty' }, { file });
	const options =
		flags.evidence === undefined ? {} : { evidence: await evidenceOf(flags.evidence) };
	const verdicts: Awaited<ReturnType<CitableIndex['verify']>>[] = [];
	for (const citation of citations) verdicts.push(await index.verify(citation, options));
	if (flags.json === true) printJson(Array.isArray(value) ? verdicts : verdicts[0]);
	else for (const { verdict, message } of verdicts) print(`${verdict}: ${message}`);
	return verdicts.every(({ verdict }) => verdict === 'exact') ? exit.done : exit.failed;
}

async function evidenceOf(file: string): Promise<Evidence> {
	const value = await readJson(file, 'invalid-citation');
	if (!Array.isArray((value as Partial<Evidence> | null)?.units))
		throw new CitableError('invalid-citation', { reason: 'the evidence has no units' }, { file });
	return value as Evidence;
}
