import { fidelityPage, overviewOf, sourcesPage } from './overview.ts';
import type { Document } from '../../core/index.ts';
import type { SiteBuild } from '../workshop.ts';
import { provenancePage, provenancePaths } from './provenance-page.ts';

/** The document of an entry, where the index holds it. */
function documentOfEntry(
	{ generation }: SiteBuild,
	collection: string,
	entry: string,
): Document | undefined {
	return generation.documents.find(
		({ document }) => document.collection === collection && document.entry === entry,
	)?.document;
}

/** What each page shows, by the name under which routes ask for it. */
export const pages = {
	overview: overviewOf,
	sources: sourcesPage,
	fidelity: fidelityPage,
	provenance: provenancePage,
	provenancePaths,
	documentOfEntry,
} as const;

/**
 * What the routes import.
 *
 * @public
 */
export type Pages = typeof pages;
