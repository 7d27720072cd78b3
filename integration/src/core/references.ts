import type { Configuration } from './configuration.ts';
import { hash } from './digest.ts';
import type { Document } from './document.ts';
import { isExternal, resolvePath } from './file-paths.ts';
import { graded } from './findings.ts';
import { supersessionOf, type SupersedingDocument, type Supersession } from './governance.ts';
import type { IndexedDocument } from './indexed-document.ts';
import { LinkResolver, type ResolvedLink } from './links.ts';
import type { ReadFile, Transcluded, Transclusion } from './transclusions.ts';

/** An image that stands in a file beside the source. */
export interface ImageFile {
	/** `index` of the image node. */
	readonly node: number;
	/** SHA-256 of its bytes. */
	readonly digest: string;
}

/** What a document points to outside itself. */
export interface References {
	readonly links: readonly ResolvedLink[];
	readonly transclusions: readonly Transclusion[];
	readonly images: readonly ImageFile[];
}

/** A document whose place among the others is known. */
export interface ReferencedDocument extends IndexedDocument {
	readonly references: References;
}

/** What resolving takes of a document. */
type PointingDocument = Pick<IndexedDocument, 'document' | 'source' | 'outward' | 'findings'> &
	SupersedingDocument;

/** Resolves what documents point to, once all of them are known. */
export function withReferences<Pointing extends PointingDocument>(
	documents: readonly Pointing[],
	transcluded: Transcluded,
	readFile: ReadFile,
	configuration: Configuration,
): (Pointing & Pick<ReferencedDocument, 'references'>)[] {
	const resolver = new LinkResolver(documents);
	const { governance, severities } = configuration;
	const supersession = supersessionOf(documents, governance);
	return documents.map((indexed) => {
		const { id } = indexed.document;
		const { links, findings } = resolver.resolve(indexed);
		const added = [
			...findings,
			...(transcluded.findings.get(id) ?? []),
			...(supersession.findings.get(id) ?? []),
		];
		return {
			...indexed,
			document: superseding(indexed.document, supersession),
			references: {
				links,
				transclusions: transcluded.transclusions.get(id) ?? [],
				images: imageFiles(indexed, readFile),
			},
			findings:
				added.length === 0 ? indexed.findings : graded([...indexed.findings, ...added], severities),
		};
	});
}

/** The document with the ids of what it supersedes and of what supersedes it. */
function superseding(document: Document, supersession: Supersession): Document {
	const { id, supersedes, supersededBy } = document;
	if (
		supersedes === undefined &&
		supersededBy === undefined &&
		!supersession.supersedes.has(id) &&
		!supersession.supersededBy.has(id)
	)
		return document;
	const resolved: Writable<Document> = { ...document };
	delete resolved.supersedes;
	delete resolved.supersededBy;
	const older = supersession.supersedes.get(document.id);
	const newer = supersession.supersededBy.get(document.id);
	if (older !== undefined) resolved.supersedes = older;
	if (newer !== undefined) resolved.supersededBy = newer;
	return resolved;
}

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

function imageFiles(indexed: PointingDocument, readFile: ReadFile): ImageFile[] {
	const images: ImageFile[] = [];
	for (const { node, url } of indexed.outward.images) {
		if (isExternal(url) || url.startsWith('/')) continue;
		const file = resolvePath(indexed.document.path, url);
		const bytes = file.type === 'inside' ? readFile(file.path) : 'missing';
		if (typeof bytes !== 'string') images.push({ node, digest: hash(bytes) });
	}
	return images;
}
