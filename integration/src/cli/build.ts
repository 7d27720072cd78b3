import { join } from 'node:path';
import { Command, Option } from 'commander';
import {
	CitableError,
	engineNames,
	type EngineName,
	type Generation,
	type Progress,
} from '../core/index.ts';
import { findingOf } from '../core/findings.ts';
import {
	buildFolder,
	findRevisions,
	readOptions,
	publish,
	rebuildRevisions,
	revisionBuilder,
	type BuildOptions,
	type GitRevision,
	type ParserChoice,
	type Published,
} from '../node/index.ts';
import { wholeNumber } from './arguments.ts';
import { checkGates } from './gates.ts';
import {
	bytes,
	exit,
	note,
	print,
	printFindings,
	printJson,
	type FindingFormat,
} from './output.ts';

interface Flags {
	readonly out: string;
	readonly policy?: string;
	readonly config?: string;
	readonly parser?: ParserChoice;
	readonly accept?: readonly string[];
	readonly keep?: number;
	readonly cache?: string;
	readonly history?: string;
	readonly git?: readonly string[];
	readonly format: FindingFormat;
	readonly json?: true;
	readonly search: boolean;
	readonly engine?: readonly EngineName[];
	readonly quiet?: true;
}

export function buildCommand(finish: (code: number) => void): Command {
	return new Command('build')
		.description('build an index of a folder of Markdown and MDX files')
		.argument('<content-dir>', 'the folder with the sources')
		.requiredOption('--out <dir>', 'the folder to write the index to')
		.option('--policy <policy>', 'how to cut chunks, such as structure or heading-aware:220')
		.option('--config <file>', 'options as JSON or as a JavaScript module')
		.addOption(parserOption())
		.option('--accept <id...>', 'documents whose failure is accepted')
		.option(
			'--keep <count>',
			'earlier generations to keep in the output, or in --history',
			wholeNumber,
		)
		.option('--history <dir>', 'where earlier generations are kept')
		.option('--git <ref...>', 'earlier commits, tags or branches to publish too, newest first')
		.option('--cache <dir>', 'where the next build finds what this one read')
		.option('--no-search', 'make no search files')
		.addOption(
			new Option('--engine <engine...>', 'for which engines to make search files').choices(
				engineNames,
			),
		)
		.addOption(formatOption())
		.option('--quiet', 'count findings instead of listing them')
		.option('--json', 'print the result as JSON')
		.action(async (folder: string, flags: Flags) => {
			finish(await build(folder, flags));
		});
}

/** How findings are printed. */
export function formatOption(): Option {
	return new Option('--format <format>', 'how to print findings')
		.choices(['text', 'github'])
		.default('text');
}

/** What reads the sources. */
export function parserOption(): Option {
	return new Option('--parser <parser>', 'what reads the sources').choices([
		'auto',
		'remark',
		'satteri',
	]);
}

async function build(folder: string, flags: Flags): Promise<number> {
	const started = performance.now();
	const options = await optionsFrom(flags);
	const revisions = findRevisions(folder, options.history?.git ?? []);
	const { generation, cache } = await buildFolder(folder, options, 'heads', reporter());
	if (cache?.note !== undefined) note(cache.note);
	for (const { message, hint } of generation.warnings) note(`${message} ${hint}`);
	const pathOf = (file: string): string => join(folder, file);
	const { manifest, fidelity, failed, blocking } = generation;
	const findings = [
		...fidelity.documents.flatMap((document) => document.findings),
		...fidelity.corpus,
	];
	if (flags.quiet !== true) printFindings(findings, flags.format, pathOf);
	if (failed.length > 0 || blocking.length > 0) {
		refuse(generation, folder, flags);
		return exit.failed;
	}
	if (options.gates !== undefined && !(await passes(generation, flags.out, options.gates)))
		return exit.failed;
	const { retained, lost, ...written } = await published(generation, revisions, options, flags);
	for (const { message } of lost) note(message);
	const unsaved = cache?.save();
	if (unsaved !== undefined) note(unsaved);
	const { coverage, totals, chunking } = manifest;
	const milliseconds = Math.round(performance.now() - started);
	if (flags.json === true) {
		printJson({
			generation: generation.id,
			retained,
			out: flags.out,
			coverage,
			totals,
			chunking,
			files: written,
			...(cache === undefined ? {} : { cache: generation.read }),
			milliseconds,
		});
		return exit.done;
	}
	const gaps = coverage.failed.length === 0 ? '' : ` (${coverage.failed.length} accepted gaps)`;
	const kept = retained.length === 1 ? '' : ` (and ${retained.length - 1} earlier)`;
	print(`generation ${generation.id}${kept}`);
	print(
		`${coverage.documents} documents${gaps}, ${totals.nodes} nodes, ${totals.chunks} chunks, ` +
			`${findings.length} findings, ${bytes(written.bytes)} in ${flags.out}, ${(milliseconds / 1000).toFixed(2)} s`,
	);
	for (const [code, count] of Object.entries(totals.findings)) print(`  ${code}: ${count}`);
	return exit.done;
}

/** Publishes a generation, and those of earlier revisions that the options ask for. */
async function published(
	generation: Generation,
	revisions: readonly GitRevision[],
	options: BuildOptions,
	{ out }: Flags,
): Promise<Published> {
	if (options.history === undefined) return publish(out, generation);
	const { dir = out, keep } = options.history;
	const history = { dir, ...(keep === undefined ? {} : { keep }) };
	const build = revisionBuilder(options);
	const rebuilt = await rebuildRevisions(revisions, options.accept ?? [], build);
	try {
		const done = await publish(out, generation, history, rebuilt.generations);
		return { ...done, lost: [...rebuilt.notes, ...done.lost] };
	} finally {
		rebuilt.remove();
	}
}

/** Says how far a long build has come, where a person watches. */
function reporter(): ((progress: Progress) => void) | undefined {
	if (!process.stderr.isTTY) return undefined;
	return ({ stage, done, total }) => {
		note(`${stage} documents: ${done} of ${total}`);
	};
}

/** Options of the configuration file, with those of the command line above them. */
async function optionsFrom(flags: Flags): Promise<BuildOptions> {
	const options = flags.config === undefined ? {} : await readOptions(flags.config);
	const history = historyFrom(flags, options.history);
	return {
		...options,
		...(flags.policy === undefined ? {} : { policy: flags.policy }),
		...(flags.parser === undefined ? {} : { parser: flags.parser }),
		accept: [...(options.accept ?? []), ...(flags.accept ?? [])],
		...searchFrom(flags, options.search),
		...(flags.cache === undefined ? {} : { cache: flags.cache }),
		...(history === undefined ? {} : { history }),
	};
}

function searchFrom(
	{ search, engine }: Flags,
	configured: BuildOptions['search'],
): Pick<BuildOptions, 'search'> {
	if (!search) return { search: false };
	if (engine === undefined) return {};
	return { search: { ...(typeof configured === 'object' ? configured : {}), engine } };
}

/** A gate that fails leaves the published generation as it is, and says why. */
async function passes(
	generation: Generation,
	published: string,
	gates: NonNullable<BuildOptions['gates']>,
): Promise<boolean> {
	try {
		await checkGates(generation, published, gates);
		return true;
	} catch (error) {
		if (!(error instanceof CitableError) || error.code !== 'gate-failed') throw error;
		note(`${error.message} Nothing was written.\n${error.hint}`);
		return false;
	}
}

/** What the command line says of the history, above what the configuration says. */
function historyFrom(
	{ history: dir, keep, git }: Flags,
	configured: BuildOptions['history'],
): BuildOptions['history'] {
	const given = {
		...(dir === undefined ? {} : { dir }),
		...(keep === undefined ? {} : { keep }),
		...(git === undefined ? {} : { git: [...git] }),
	};
	if (configured === undefined && Object.keys(given).length === 0) return undefined;
	return { ...configured, ...given };
}

/** Says everything that keeps a generation from being published, at once. */
function refuse({ failed, blocking, manifest }: Generation, folder: string, flags: Flags): void {
	const problems = [...failed.map(({ path, error }) => findingOf(path, error)), ...blocking];
	const total = manifest.coverage.documents + manifest.coverage.failed.length;
	const error =
		failed.length > 0
			? new CitableError('documents-failed', { count: failed.length, total })
			: new CitableError('findings-blocking', { count: blocking.length });
	if (flags.json === true) {
		printJson({
			error: error.code,
			message: error.message,
			failed: failed.map(({ id }) => id),
			findings: problems,
		});
	}
	if (flags.quiet === true) printFindings(problems, flags.format, (file) => join(folder, file));
	note(`${error.message} Nothing was written.\n${error.hint}`);
	for (const { id, path, error: reason } of failed)
		note(`  ${id} (${join(folder, path)}): ${reason.code}`);
}
