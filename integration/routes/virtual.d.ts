declare module 'virtual:astro-citable/site-build' {
	type Pages = import('../dist/astro/pages/pages.js').Pages;

	/** The generation of what the site's collections hold now. */
	export function siteBuild(): Promise<import('../dist/astro/workshop.js').SiteBuild>;
	export function overview(): Promise<ReturnType<Pages['overview']>>;
	export function sources(): Promise<ReturnType<Pages['sources']>>;
	export function fidelity(): Promise<ReturnType<Pages['fidelity']>>;
	export function provenancePaths(): Promise<ReturnType<Pages['provenancePaths']>>;
	export function provenance(id: string): Promise<ReturnType<Pages['provenance']>>;
}
