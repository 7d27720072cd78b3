import { fileURLToPath } from 'node:url';
import type { AstroConfig, IntegrationResolvedRoute } from 'astro';
import type { SyntaxOptions } from '../core/index.ts';
import type { Settings } from './settings.ts';

/** What is known of the site that holds the collections. */
export interface Site {
	/** Absolute path, without a slash at the end. */
	readonly root: string;
	/** Folder in which the next build finds what this one read; absolute. */
	readonly cacheDir: string;
	/** `/`, or `/docs/`. */
	readonly base: string;
	/** What stands in front of paths where whole addresses are wanted. */
	readonly origin: string | undefined;
	readonly trailingSlash: AstroConfig['trailingSlash'];
	readonly format: AstroConfig['build']['format'];
	readonly command: 'dev' | 'build';
	/** Whether Starlight shows the collection `docs`. */
	readonly starlight: boolean;
	/** Path segment to language tag. */
	readonly languages: ReadonlyMap<string, string>;
	readonly defaultLanguage: string | undefined;
	readonly syntax: SyntaxOptions;
	/** Name of the Markdown processor: `satteri`, `unified`. */
	readonly processor: string;
	/** Routes of pages with parameters, which may show collections. */
	readonly routes: readonly PageRoute[];
}

/** A route such as `/blog/[...slug]`. */
export interface PageRoute {
	/** The segments before the last, `[name]` for parameters. */
	readonly before: readonly string[];
	/** Whether the last segment takes slashes. */
	readonly rest: boolean;
}

/** Gathers what the configuration says of a site. */
export function siteFrom(
	config: AstroConfig,
	command: Site['command'],
	routes: readonly IntegrationResolvedRoute[],
	settings: Settings,
): Site {
	const { languages, defaultLanguage } = languagesOf(config);
	return {
		root: fileURLToPath(config.root).replace(/[\\/]$/, ''),
		cacheDir: fileURLToPath(new URL('astro-citable/', config.cacheDir)),
		base: config.base.endsWith('/') ? config.base : `${config.base}/`,
		origin: config.site,
		trailingSlash: config.trailingSlash,
		format: config.build.format,
		command,
		starlight: config.integrations.some(({ name }) => name === '@astrojs/starlight'),
		languages,
		defaultLanguage,
		syntax: syntaxOf(config, settings),
		processor: processorOf(config).name,
		routes: routes
			.filter(({ pattern }) => !pattern.startsWith(settings.assets) && !isUnder(pattern, settings))
			.flatMap((route) => pageRoute(route)),
	};
}

/** Whether a route is one of our own pages. */
function isUnder(pattern: string, { provenance }: Settings): boolean {
	return provenance !== false && `${pattern}/`.startsWith(provenance);
}

function languagesOf(config: AstroConfig): Pick<Site, 'languages' | 'defaultLanguage'> {
	const languages = new Map<string, string>();
	let defaultLanguage: string | undefined;
	for (const locale of config.i18n?.locales ?? []) {
		const path = typeof locale === 'string' ? locale : locale.path;
		const tag = typeof locale === 'string' ? locale : locale.codes[0];
		languages.set(path.toLowerCase(), tag);
		if (path === config.i18n?.defaultLocale || tag === config.i18n?.defaultLocale)
			defaultLanguage = tag;
	}
	return { languages, defaultLanguage };
}

/** A Markdown processor, as far as its options say which syntax it reads. */
interface Processor {
	readonly name: string;
	readonly options?: {
		readonly features?: {
			readonly directive?: unknown;
			readonly math?: boolean | { readonly singleDollarTextMath?: boolean };
		};
		readonly remarkPlugins?: readonly unknown[];
	};
}

function processorOf(config: AstroConfig): Processor {
	return config.markdown.processor;
}

/** What the site's Markdown processor reads, unless the options know better. */
function syntaxOf(config: AstroConfig, { syntax }: Settings): SyntaxOptions {
	const { options } = processorOf(config);
	const legacy: readonly unknown[] = config.markdown.remarkPlugins;
	const plugins = [...(options?.remarkPlugins ?? []), ...legacy].map(pluginName);
	const directives = Boolean(options?.features?.directive) || plugins.includes('remarkDirective');
	const math = options?.features?.math;
	const dollar = typeof math === 'object' ? math.singleDollarTextMath !== false : math === true;
	return {
		directives: syntax.directives === 'auto' ? directives : syntax.directives,
		textDirectives: syntax.textDirectives,
		math:
			syntax.math !== 'auto'
				? syntax.math
				: dollar || plugins.includes('remarkMath')
					? 'dollar'
					: Boolean(math),
	};
}

function pluginName(plugin: unknown): string {
	const first: unknown = Array.isArray(plugin) ? plugin[0] : plugin;
	if (typeof first === 'function') return first.name;
	return typeof first === 'string'
		? first.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
		: '';
}

function pageRoute(route: IntegrationResolvedRoute): PageRoute[] {
	if (route.type !== 'page' || route.origin === 'internal') return [];
	const last = route.segments.at(-1);
	const [part] = last ?? [];
	if (last?.length !== 1 || part?.dynamic !== true) return [];
	const before = route.segments
		.slice(0, -1)
		.map((segment) =>
			segment.map(({ content, dynamic }) => (dynamic ? `[${content}]` : content)).join(''),
		);
	return [{ before, rest: part.spread }];
}
