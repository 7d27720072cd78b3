import { fidelityPage, overviewOf, sourcesPage } from './overview.ts';
import type { Document } from '../../core/index.ts';
import type { SiteBuild } from '../workshop.ts';
import { provenancePage, provenancePaths } from './provenance-page.ts';

/** The document of a file, where the index holds it. */
function documentOfFile({ generation }: SiteBuild, path: string): Document | undefined {
	return generation.documents.find(({ document }) => document.path === path)?.document;
}

/** What each page shows, by the name under which routes ask for it. */
export const pages = {
	overview: overviewOf,
	sources: sourcesPage,
	fidelity: fidelityPage,
	provenance: provenancePage,
	provenancePaths,
	documentOfFile,
} as const;

/**
 * What the routes import.
 *
 * @public
 */
export type Pages = typeof pages;
