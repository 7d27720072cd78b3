declare module 'virtual:astro-citable/site-build' {
	type Pages = import('../dist/astro/pages/pages.js').Pages;

	/** The generation of what the site's collections hold now. */
	export function siteBuild(): Promise<import('../dist/astro/workshop.js').SiteBuild>;
	export function overview(): Promise<ReturnType<Pages['overview']>>;
	export function sources(): Promise<ReturnType<Pages['sources']>>;
	export function fidelity(): Promise<ReturnType<Pages['fidelity']>>;
	export function provenancePaths(): Promise<ReturnType<Pages['provenancePaths']>>;
	export function documentOfFile(path: string): Promise<ReturnType<Pages['documentOfFile']>>;
	export function provenance(id: string): Promise<ReturnType<Pages['provenance']>>;
}

declare module 'virtual:astro-citable/addresses' {
	/** Address of the folder of the index, base included. */
	export const assets: string;
	/** Address of the folder of the provenance pages, base included; undefined where there are none. */
	export const provenance: string | undefined;
}
