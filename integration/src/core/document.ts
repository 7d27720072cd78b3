import { CitableError } from './errors.ts';
import { textOf } from './frontmatter.ts';
import type { Governance } from './governance.ts';
import { documentKey } from './identity.ts';
import type { AuthoredTree } from './nodes/read.ts';
import type { Source } from './source.ts';

/** A file as it comes from a site's collection or from a folder. */
export interface DocumentInput {
	/** The collection that holds it. */
	readonly collection: string;
	/** Its id inside the collection, as the site names it. */
	readonly entry: string;
	/** Path for messages and readers, relative to the root of the project, with forward slashes. */
	readonly path: string;
	readonly bytes: Uint8Array;
	/** Path of the rendered page, base included: `/docs/guides/retry/`. */
	readonly url?: string;
	/** Path of the provenance page, base included. */
	readonly provenance?: string;
	/** Frontmatter as the site read it; read from the source where it is missing. */
	readonly data?: Readonly<Record<string, unknown>>;
	/** BCP 47 tag of the language, where the site knows it. */
	readonly language?: string;
}

/** What governs a source: who it is, what it is called, how far it holds. */
export interface Document extends Governance {
	/** 16 hexadecimal digits that stand in every id of the document's parts: from id and revision. */
	readonly key: string;
	/** `collection/entry`. */
	readonly id: string;
	readonly collection: string;
	readonly entry: string;
	readonly path: string;
	readonly revision: string;
	readonly title: string;
	readonly description?: string;
	readonly url?: string;
	readonly provenance?: string;
	readonly language?: string;
}

/** `collection/entry`; an entry may hold slashes. */
export function documentId(input: Pick<DocumentInput, 'collection' | 'entry'>): string {
	return `${input.collection}/${input.entry}`;
}

/** Says who a source is, and what governs it. */
export function describeDocument(
	input: DocumentInput,
	source: Source,
	tree: AuthoredTree,
	data: Readonly<Record<string, unknown>>,
	governance: Governance,
): Document {
	const id = documentId(input);
	const heading = tree.nodes.find((node) => node.type === 'heading');
	const h1 = heading?.attributes.depth === 1 ? heading.attributes.title : undefined;
	const language = input.language ?? textOf(data['lang']) ?? textOf(data['language']);
	return {
		key: documentKey(id, source.revision),
		id,
		collection: input.collection,
		entry: input.entry,
		path: source.path,
		revision: source.revision,
		title: textOf(data['title']) ?? h1 ?? (input.entry || source.path),
		...given('description', textOf(data['description'])),
		...given('url', input.url),
		...given('provenance', input.provenance),
		...given('language', language),
		...governance,
	};
}

/** The first documents that share an id with an earlier one, as errors that name both files. */
export function duplicateDocuments(
	inputs: readonly DocumentInput[],
): Map<DocumentInput, CitableError> {
	const first = new Map<string, DocumentInput>();
	const duplicates = new Map<DocumentInput, CitableError>();
	for (const input of inputs) {
		const id = documentId(input);
		const other = first.get(id);
		if (other === undefined) first.set(id, input);
		else
			duplicates.set(
				input,
				new CitableError(
					'duplicate-document',
					{ id, other: other.path },
					{ file: input.path, line: 1 },
				),
			);
	}
	return duplicates;
}

/** A property only where it has a value. */
function given<Key extends string>(
	key: Key,
	value: string | undefined,
): Partial<Record<Key, string>> {
	return (value === undefined ? {} : { [key]: value }) as Partial<Record<Key, string>>;
}
