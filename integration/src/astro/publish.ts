import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { glob } from 'tinyglobby';
import { CitableError, type IndexFile } from '../core/index.ts';
import { pageAddress as comparable } from '../core/file-paths.ts';
import { pagefindSite, publish } from '../node/index.ts';
import type { Published } from '../node/history.ts';
import { historyOf } from './earlier-documents.ts';
import type { SiteBuild } from './workshop.ts';

/**
 * Writes the index into the folder of the built site, with the generations of its history; the
 * pointer last.
 */
export async function publishIndex(build: SiteBuild, folder: string): Promise<Published> {
	const { generation, settings, site } = build;
	const history = historyOf(settings, site);
	const published = await publish(join(folder, settings.assets), generation, history);
	if (settings.searchPages !== undefined) {
		const files = await pagefindSite(generation, site.base);
		await publishPages(files, join(folder, settings.searchPages));
	}
	return published;
}

/** Writes the index for Pagefind's own interface in place of any that is there. */
async function publishPages(files: readonly IndexFile[], folder: string): Promise<void> {
	await rm(folder, { recursive: true, force: true });
	for (const { path, content } of files) {
		const file = join(folder, path);
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, content);
	}
}

/**
 * Looks in the pages of the built site for text that its readers may not read. The site renders its
 * pages itself, so this is a warning and no proof.
 */
export async function leakingPages(
	{ generation, settings }: SiteBuild,
	folder: string,
): Promise<string[]> {
	const { pageCanary } = generation;
	if (pageCanary === undefined) return [];
	const warnings: string[] = [];
	for (const page of await glob('**/*.html', { cwd: folder })) {
		const html = await readFile(join(folder, page), 'utf8');
		const [leak] = pageCanary.find(html.replace(/<[^>]*>/g, ' '));
		if (leak === undefined) continue;
		const { code, message, hint } = new CitableError('scope-page-leak', {
			page,
			audience: settings.audience.name,
			...leak,
		});
		warnings.push(`${code}: ${message} ${hint}`);
	}
	return warnings.sort();
}

/** Says which documents have an address that is no page of the built site. */
export function unknownPages(
	{ generation, site }: SiteBuild,
	pages: readonly { readonly pathname: string }[],
): string[] {
	const known = new Set(pages.map(({ pathname }) => comparable(`${site.base}${pathname}`)));
	const collections = new Map<string, string[]>();
	for (const { document } of generation.documents) {
		if (document.url === undefined || known.has(comparable(document.url))) continue;
		const list = collections.get(document.collection);
		if (list === undefined) collections.set(document.collection, [document.url]);
		else list.push(document.url);
	}
	return [...collections].map(
		([collection, urls]) =>
			`${String(urls.length)} documents of ${collection} have an address that is no page of the site (${urls[0] ?? ''}). Set collections.${collection}.url.`,
	);
}
