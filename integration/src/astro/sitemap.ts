import type { AstroConfig } from 'astro';
import type { Settings } from './settings.ts';

/**
 * Keeps our pages, which are not for search engines, out of the sitemap. Its filter is an option of
 * the site, which another integration cannot set, and Starlight adds the sitemap on its own; so its
 * hooks get to see the pages of the site alone.
 */
export function leaveOutOfSitemap({ integrations }: AstroConfig, { provenance }: Settings): void {
	const hooks = integrations.find(({ name }) => name === '@astrojs/sitemap')?.hooks;
	if (hooks === undefined || provenance === false) return;
	const isOther = (path: string): boolean =>
		!`/${path}/`.replace(/^\/+/, '/').startsWith(provenance);
	const { 'astro:routes:resolved': resolved, 'astro:build:done': done } = hooks;
	if (resolved !== undefined)
		hooks['astro:routes:resolved'] = (given) =>
			resolved({ ...given, routes: given.routes.filter(({ pattern }) => isOther(pattern)) });
	if (done !== undefined)
		hooks['astro:build:done'] = (given) =>
			done({ ...given, pages: given.pages.filter(({ pathname }) => isOther(pathname)) });
}
