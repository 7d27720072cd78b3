import type { CitableIndex } from 'astro-citable/client';
import { openGeneration } from 'astro-citable/evaluation';
import { buildSite, type SiteFiles } from './core/site.ts';

/** Builds an index of a small site in memory and opens it. */
export function openSite(
	files: SiteFiles,
	...rest: Parameters<typeof buildSite> extends [unknown, ...infer Rest] ? Rest : never
): Promise<CitableIndex> {
	return openGeneration(buildSite(files, ...rest));
}
