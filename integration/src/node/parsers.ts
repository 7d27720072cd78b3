import { CitableError, remark, satteriParser, type Parser } from '../core/index.ts';

/** Which parser reads the sources. */
export type ParserChoice =
	/** The one that renders the site: Sätteri, or remark where the site uses the unified processor. */
	'auto' | 'remark' | 'satteri';

/**
 * The parser of a choice. Both give the same nodes; Sätteri is many times faster.
 *
 * @param processor Name of the processor that renders the site (`config.markdown.processor.name` in
 * Astro): `satteri`, or `unified`, for which `'auto'` takes remark.
 * @throws {CitableError} `parser-unavailable` where Sätteri is asked for by name and does not run on
 * this platform; `'auto'` takes remark there.
 */
export async function parserFor(choice: ParserChoice, processor = 'satteri'): Promise<Parser> {
	if (choice === 'remark' || (choice === 'auto' && processor !== 'satteri')) return remark;
	try {
		return satteriParser(await import('satteri'));
	} catch (cause) {
		if (choice === 'auto') return remark;
		const reason = cause instanceof Error ? cause.message : String(cause);
		throw new CitableError('parser-unavailable', { parser: choice, reason }, { cause });
	}
}
