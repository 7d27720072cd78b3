import { describePlace, type Finding } from '../core/index.ts';

/** How findings are printed: for people, or as annotations of GitHub's checks. */
export type FindingFormat = 'text' | 'github';

/** The exit codes of the command line. */
export const exit = {
	done: 0,
	/** The check failed: documents failed, the index does not verify. */
	failed: 1,
	/** Wrong usage, or input that cannot be read. */
	usage: 2,
} as const;

/** Prints the one JSON value of a command on standard output. */
export function printJson(value: unknown): void {
	process.stdout.write(`${JSON.stringify(value, undefined, '\t')}\n`);
}

/** Prints a line of the result on standard output. */
export function print(line = ''): void {
	process.stdout.write(`${harmless(line)}\n`);
}

/** Prints a line of progress or trouble on standard error. */
export function note(line: string): void {
	process.stderr.write(`${harmless(line)}\n`);
}

/** Text of sources and names of files may hold what a terminal would obey. */
function harmless(text: string): string {
	return text.replace(
		// eslint-disable-next-line no-control-regex -- These are the characters to be shown.
		/[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g,
		(character) => `\\u{${character.charCodeAt(0).toString(16)}}`,
	);
}

/** Prints findings on standard error, those of one kind together. */
export function printFindings(
	findings: readonly Finding[],
	format: FindingFormat,
	pathOf: (file: string) => string = (file) => file,
): void {
	for (const finding of findings) {
		const file = pathOf(finding.file);
		note(format === 'github' ? annotation(finding, file) : findingLine(finding, file));
	}
}

function findingLine({ severity, code, message, line, column }: Finding, file: string): string {
	return `${describePlace({ file, line, column })} ${severity} ${code}: ${message}`;
}

const LEVELS = { error: 'error', warn: 'warning', info: 'notice' } as const;

/** https://docs.github.com/actions/reference/workflow-commands-for-github-actions */
function annotation(
	{ severity, code, message, hint, line, column }: Finding,
	file: string,
): string {
	const properties = { file, line, col: column, title: code };
	const written = Object.entries(properties)
		.map(([key, value]) => `${key}=${escapeProperty(String(value))}`)
		.join(',');
	return `::${LEVELS[severity]} ${written}::${escapeData(`${message} ${hint}`)}`;
}

function escapeData(text: string): string {
	return text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}

function escapeProperty(text: string): string {
	return escapeData(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
}

/** A count of bytes for people. */
export function bytes(count: number): string {
	if (count < 1000) return `${count} B`;
	return count < 1_000_000
		? `${(count / 1000).toFixed(1)} kB`
		: `${(count / 1_000_000).toFixed(2)} MB`;
}
