import { Command, CommanderError } from 'commander';
import { CitableError, PACKAGE_VERSION } from '../core/index.ts';
import { buildCommand } from './build.ts';
import { diffCommand } from './diff.ts';
import { evaluateCommand } from './evaluate.ts';
import { expandCommand } from './expand.ts';
import { exportCommand } from './export.ts';
import { inspectCommand } from './inspect.ts';
import { mcpCommand } from './mcp.ts';
import { exit, note } from './output.ts';
import { searchCommand } from './search.ts';
import { verifyCommand } from './verify.ts';

/** Each makes a command that hands over its exit code. */
const commands = [
	buildCommand,
	inspectCommand,
	searchCommand,
	expandCommand,
	evaluateCommand,
	verifyCommand,
	diffCommand,
	exportCommand,
	mcpCommand,
];

/**
 * Runs the command line.
 *
 * @param argv The arguments behind the name of the program.
 * @returns The exit code: 0 done, 1 the check failed, 2 wrong usage or unreadable input.
 */
export async function run(argv: readonly string[]): Promise<number> {
	let code: number = exit.done;
	const finish = (result: number): void => {
		code = result;
	};
	const program = new Command('citable')
		.description('Builds, reads and checks citable chunk indexes of Markdown and MDX.')
		.version(PACKAGE_VERSION)
		// `--version` behind a command is that command's.
		.enablePositionalOptions();
	for (const makeCommand of commands) program.addCommand(makeCommand(finish));
	for (const command of [program, ...program.commands])
		command.exitOverride().showHelpAfterError('(citable --help shows how)');
	try {
		await program.parseAsync(argv, { from: 'user' });
		return code;
	} catch (error) {
		if (error instanceof CommanderError) return error.exitCode === 0 ? exit.done : exit.usage;
		if (!(error instanceof CitableError)) throw error;
		note(`${error.message}\n${error.hint}`);
		return exit.usage;
	}
}
