import { provenancePath } from '../documents.ts';
import type { EarlierDocument } from '../earlier-documents.ts';
import type { ReferencedDocument } from '../../core/references.ts';
import { pageAddress } from '../addresses.ts';
import type { SiteBuild } from '../workshop.ts';

/** An earlier revision of a document, on the page of the current one. */
export interface EarlierRevision {
	readonly revision: string;
	readonly address: string;
	/** Chunks of it that the current revision does not have. Citations lead to their ids. */
	readonly chunks: readonly { readonly id: string; readonly address: string }[];
}

/** What became of a revision. */
export interface Superseded {
	/** Address of the current revision's page; undefined where the document is no more. */
	readonly current: string | undefined;
	/** Chunks whose text the current revision still holds, word for word. */
	readonly kept: number;
	/** Chunks whose text it no longer holds. */
	readonly changed: number;
}

/** Paths of the pages of earlier revisions; a document that is no more keeps its own path too. */
export function earlierPaths(build: SiteBuild): string[] {
	const paths = new Set<string>();
	for (const earlier of build.earlier.documents) {
		const own = ownPath(build, earlier);
		paths.add(revisionPath(build, earlier));
		if (currentOf(build, earlier) === undefined) paths.add(own);
	}
	return [...paths];
}

/** The earlier document whose page has a path. */
export function earlierOf(build: SiteBuild, path: string): EarlierDocument | undefined {
	const { documents } = build.earlier;
	return (
		documents.find((earlier) => revisionPath(build, earlier) === path) ??
		documents.find((earlier) => ownPath(build, earlier) === path)
	);
}

/** Earlier revisions of a document, newest first. */
export function earlierRevisions(
	build: SiteBuild,
	{ document, chunks }: ReferencedDocument,
): EarlierRevision[] {
	const own = new Set(chunks.map(({ id }) => id));
	return build.earlier.documents
		.filter(({ indexed }) => indexed.document.id === document.id)
		.map((earlier) => {
			const address = pageAddress(
				build.site,
				`${String(build.settings.provenance)}${revisionPath(build, earlier)}`,
			);
			return {
				revision: earlier.indexed.document.revision,
				address,
				chunks: earlier.indexed.chunks
					.filter(({ id }) => !own.has(id))
					.map(({ id }) => ({ id, address: `${address}#${id}` })),
			};
		});
}

export function whatBecameOf(build: SiteBuild, earlier: EarlierDocument): Superseded {
	const current = currentOf(build, earlier);
	const { chunks, source } = earlier.indexed;
	const kept = chunks.filter(({ start, end }) =>
		current?.source.text.includes(source.text.slice(start, end).trim()),
	).length;
	return { current: current?.document.provenance, kept, changed: chunks.length - kept };
}

function currentOf(build: SiteBuild, earlier: EarlierDocument): ReferencedDocument | undefined {
	return build.generation.documents.find(
		({ document }) => document.id === earlier.indexed.document.id,
	);
}

function ownPath({ site }: SiteBuild, { indexed }: EarlierDocument): string {
	return provenancePath(site, indexed.document.collection, indexed.document.entry);
}

function revisionPath(build: SiteBuild, earlier: EarlierDocument): string {
	return `${ownPath(build, earlier)}/revision-${earlier.indexed.document.revision.slice(0, 12)}`;
}
