declare module 'virtual:astro-citable/site-build' {
	/** The generation of what the site's collections hold now. */
	export function siteBuild(): Promise<import('../dist/astro/workshop.js').SiteBuild>;
}
