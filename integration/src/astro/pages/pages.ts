import type { SiteBuild } from '../workshop.ts';
import { fidelityPage, overviewOf, sourcesPage } from './overview.ts';
import { inReadingOrder, provenancePage } from './provenance-page.ts';

/** What each page shows, by the name under which routes ask for it. */
export const pages = {
	overview: overviewOf,
	sources: sourcesPage,
	fidelity: fidelityPage,
	provenance: provenancePage,
	provenancePaths: (build: SiteBuild): string[] =>
		inReadingOrder(build).map(({ document }) => document.id),
} as const;

export type Pages = typeof pages;
