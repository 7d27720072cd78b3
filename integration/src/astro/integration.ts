import { fileURLToPath } from 'node:url';
import type { AstroConfig, AstroIntegration, IntegrationResolvedRoute } from 'astro';
import type { CitableOptions } from './options.ts';
import { addAnchors } from './anchors/index.ts';
import { logGeneration, logPublished, refuseGaps } from './report.ts';
import { settingsFrom } from './settings.ts';
import { siteFrom } from './site.ts';
import { leaveOutOfSitemap } from './sitemap.ts';
import { virtualModules } from './virtual-modules.ts';
import { Workshop, WORKSHOP } from './workshop.ts';
import { leakingPages, publishIndex, unknownPages } from './publish.ts';

/** A pair of quotation marks. */
const TOOLBAR_ICON =
	'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="currentColor"><path d="M4 17h4l2-4V6H3v7h3.5zM14 17h4l2-4V6h-7v7h3.5z"/></svg>';

/**
 * Makes a site citable: a chunk index beside the HTML, and a page for each document that shows its
 * exact source.
 *
 * @throws {CitableError} `invalid-options`, `unknown-policy`, `invalid-bounds`
 */
export function citable(options?: CitableOptions): AstroIntegration {
	const settings = settingsFrom(options);
	let config: AstroConfig | undefined;
	let routes: readonly IntegrationResolvedRoute[] = [];
	let workshop: Workshop | undefined;
	return {
		name: 'astro-citable',
		hooks: {
			'astro:config:setup': ({
				addDevToolbarApp,
				command,
				config: given,
				injectRoute,
				updateConfig,
				logger,
			}) => {
				if (command === 'preview' || command === 'sync') return;
				const anchors = settings.anchors && addAnchors(given, logger);
				workshop = new Workshop(
					{ ...settings, anchors },
					() => {
						if (config === undefined) throw new Error('The configuration is not done.');
						return siteFrom(config, command, routes, settings);
					},
					{
						progress: ({ stage, done, total }) => {
							logger.info(`${stage} documents: ${String(done)} of ${String(total)}`);
						},
						report: (build) => {
							if (command === 'build') refuseGaps(build, logger);
							logGeneration(build, logger);
						},
					},
				);
				Object.assign(globalThis, { [WORKSHOP]: workshop });
				updateConfig({ vite: { plugins: [virtualModules(given, settings)] } });
				// In development files come and go with every edit, so their paths are not known beforehand.
				const dev = command === 'dev';
				injectRoute({
					pattern: `${settings.assets}${dev ? '[...file]' : 'current.json'}`,
					entrypoint: `astro-citable/routes/${dev ? 'index-file' : 'index-pointer'}.js`,
					prerender: !dev,
				});
				if (dev) {
					addDevToolbarApp({
						id: 'astro-citable',
						name: 'Citable',
						icon: TOOLBAR_ICON,
						entrypoint: 'astro-citable/toolbar',
					});
				}
				if (settings.provenance === false) return;
				const pages = {
					'': 'sources',
					fidelity: 'fidelity',
					'[...document]': 'provenance',
				};
				for (const [path, name] of Object.entries(pages)) {
					injectRoute({
						pattern: `${settings.provenance}${path}`,
						entrypoint: `astro-citable/routes/${name}.astro`,
						prerender: true,
					});
				}
			},
			'astro:routes:resolved': ({ routes: resolved }) => {
				routes = resolved;
			},
			'astro:config:done': ({ config: done }) => {
				config = done;
				leaveOutOfSitemap(done, settings);
			},
			'astro:server:setup': ({ toolbar }) => {
				const base = config?.base ?? '/';
				const index = `${base.replace(/\/$/, '')}${settings.assets}`;
				toolbar.on('astro-citable:index', () => {
					toolbar.send('astro-citable:index', { index });
				});
			},
			'astro:build:done': async ({ dir, pages, logger }) => {
				const build = workshop?.current;
				if (build === undefined) return;
				logPublished(await publishIndex(build, fileURLToPath(dir)), settings.assets, logger);
				for (const { code, message } of build.earlier.lost) logger.warn(`${code}: ${message}`);
				const unsaved = build.cache.save();
				if (unsaved !== undefined) logger.warn(unsaved);
				for (const warning of unknownPages(build, pages)) logger.warn(warning);
				for (const warning of await leakingPages(build, fileURLToPath(dir))) logger.warn(warning);
			},
		},
	};
}
