import type { StarlightPlugin } from '@astrojs/starlight/types';
import { citable } from './integration.ts';
import type { CitableOptions } from './options.ts';

/** What the Starlight plugin adds beside the index, on top of the options of `citable()`. */
export interface StarlightCitableOptions extends CitableOptions {
	/**
	 * Whether the search of the site is one over the index: passages with their evidence and their
	 * citations, in place of Starlight's list of pages.
	 *
	 * @default true
	 */
	searchDialog?: boolean;

	/**
	 * Whether the footer of each page links to its exact source and offers to copy a citation of the
	 * page.
	 *
	 * @default true
	 */
	footer?: boolean;
}

/** Marks the block that a citation leads to. */
const ANCHOR_STYLE = 'astro-citable/components/starlight/anchors.css';

/**
 * Makes a Starlight site citable: the integration, with a search that shows evidence and a link to
 * the source under each page. Components that the site overrides itself are left alone.
 *
 * @throws {CitableError} `invalid-options`, `unknown-policy`, `invalid-bounds`
 * @example
 * ```js
 * starlight({ title: 'Our docs', plugins: [starlightCitable()] })
 * ```
 */
export default function starlightCitable(options: StarlightCitableOptions = {}): StarlightPlugin {
	const { searchDialog = true, footer = true, ...rest } = options;
	const integration = citable(rest);
	return {
		name: 'astro-citable',
		hooks: {
			'config:setup': ({ addIntegration, astroConfig, config, updateConfig, logger }) => {
				if (astroConfig.integrations.some(({ name }) => name === integration.name))
					logger.warn('citable() is among the integrations too; take it out there.');
				else addIntegration(integration);
				const components: Record<string, string> = {};
				if (footer) components['Footer'] = 'astro-citable/components/starlight/Footer.astro';
				if (searchDialog && rest.search !== false)
					components['Search'] = 'astro-citable/components/starlight/Search.astro';
				for (const name of Object.keys(components)) {
					if (config.components?.[name as 'Footer'] === undefined) continue;
					logger.warn(
						`The site has a ${name} of its own. It can show astro-citable/components/starlight/${name}.astro itself.`,
					);
				}
				updateConfig({
					components: { ...components, ...config.components },
					...(rest.anchors === false
						? {}
						: { customCss: [ANCHOR_STYLE, ...(config.customCss ?? [])] }),
				});
			},
		},
	};
}
