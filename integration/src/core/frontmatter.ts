import { JSON_SCHEMA, load, YAMLException } from 'js-yaml';
import { parse, TomlError } from 'smol-toml';
import { CitableError } from './errors.ts';
import { lineAt } from './lines.ts';
import type { Frontmatter } from './nodes/reader.ts';
import type { Source } from './source.ts';

/**
 * Reads frontmatter with the libraries that Astro reads it with. Dates stay text, so that they are
 * the same on any machine.
 *
 * @throws {CitableError} `invalid-frontmatter` with its line.
 */
export function parseFrontmatter(
	source: Source,
	frontmatter: Frontmatter,
): Readonly<Record<string, unknown>> {
	const { kind, value, span } = frontmatter;
	try {
		const data: unknown = kind === 'yaml' ? load(value, { schema: JSON_SCHEMA }) : parse(value);
		if (data == null) return {};
		if (typeof data !== 'object' || Array.isArray(data))
			throw new TypeError('it is no table of names and values');
		return data as Record<string, unknown>;
	} catch (cause) {
		const opening = lineAt(source.lines, span.start);
		let line = opening;
		if (cause instanceof YAMLException) line = opening + 1 + cause.mark.line;
		else if (cause instanceof TomlError) line = opening + cause.line;
		const reason =
			cause instanceof YAMLException ? cause.reason : (cause as Error).message.split('\n', 1)[0];
		throw new CitableError(
			'invalid-frontmatter',
			{ reason: `${reason ?? ''}.` },
			{ file: source.path, line, column: 1, start: span.start, end: span.end, cause },
		);
	}
}

/** A value of the frontmatter that is a text or a number, as text. */
export function textOf(value: unknown): string | undefined {
	if (typeof value === 'number') return String(value);
	return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
