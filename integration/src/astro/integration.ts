import { fileURLToPath } from 'node:url';
import type { AstroConfig, AstroIntegration, IntegrationResolvedRoute } from 'astro';
import type { CitableOptions } from './options.ts';
import { addAnchors } from './anchors/index.ts';
import { logGeneration, refuseGaps } from './report.ts';
import { settingsFrom } from './settings.ts';
import { siteFrom } from './site.ts';
import { virtualModules } from './virtual-modules.ts';
import { Workshop, WORKSHOP } from './workshop.ts';
import { leakingPages, publishIndex, unknownPages } from './publish.ts';

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
			'astro:config:setup': ({ command, config: given, injectRoute, updateConfig, logger }) => {
				if (command === 'preview' || command === 'sync') return;
				const anchors = settings.anchors && addAnchors(given, logger);
				workshop = new Workshop(
					{ ...settings, anchors },
					() => {
						if (config === undefined) throw new Error('The configuration is not done.');
						return siteFrom(config, command, routes, settings);
					},
					(build) => {
						if (command === 'build') refuseGaps(build, logger);
						logGeneration(build, logger);
					},
				);
				Object.assign(globalThis, { [WORKSHOP]: workshop });
				updateConfig({ vite: { plugins: [virtualModules(given, settings)] } });
				injectRoute({
					pattern: `${settings.assets}[...file]`,
					entrypoint: 'astro-citable/routes/index-file.js',
					prerender: true,
				});
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
			},
			'astro:build:done': async ({ dir, pages, logger }) => {
				const build = workshop?.current;
				if (build === undefined) return;
				await publishIndex(build, fileURLToPath(dir));
				for (const warning of unknownPages(build, pages)) logger.warn(warning);
				for (const warning of await leakingPages(build, fileURLToPath(dir))) logger.warn(warning);
			},
		},
	};
}
