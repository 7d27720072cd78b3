import { fidelityPage, overviewOf, sourcesPage } from './overview.ts';
import { provenancePage, provenancePaths } from './provenance-page.ts';

/** What each page shows, by the name under which routes ask for it. */
export const pages = {
	overview: overviewOf,
	sources: sourcesPage,
	fidelity: fidelityPage,
	provenance: provenancePage,
	provenancePaths,
} as const;

export type Pages = typeof pages;
