import { documentId, type DocumentInput } from './document.ts';
import { CitableError } from './errors.ts';
import { resolvePath } from './file-paths.ts';
import { findingAt, type Finding } from './findings.ts';
import type { IndexedDocument } from './indexed-document.ts';
import type { AuthoredNode } from './nodes/node.ts';

/** A place where a document shows the content of another file. */
export interface Transclusion {
	/** `index` of the component node. */
	readonly node: number;
	/** Id of the document whose content it shows. */
	readonly document: string;
}

/** Reads a file by its path under the root; what lies outside the content root is not read. */
export type ReadFile = (path: string) => Uint8Array | 'missing' | 'outside';

/** The collection of files that are shown by others and are no entries themselves. */
export const PARTIALS = 'partials';

/** What following transclusions brings to light. */
export interface Transcluded {
	/** Files shown by others, as documents of their own. */
	readonly partials: readonly IndexedDocument[];
	readonly failures: readonly { input: DocumentInput; error: CitableError }[];
	/** By id of the document that shows. */
	readonly transclusions: ReadonlyMap<string, readonly Transclusion[]>;
	readonly findings: ReadonlyMap<string, readonly Finding[]>;
}

/**
 * Follows `import Part from './_part.mdx'` and `<Part />`. The text stays in its own file: a partial
 * is a document, and the document that shows it points there.
 *
 * @param index - Makes a document of a partial; undefined where its readers may not read it.
 */
export function followTransclusions(
	documents: readonly IndexedDocument[],
	readFile: ReadFile,
	index: (input: DocumentInput) => IndexedDocument | undefined,
): Transcluded {
	const byPath = new Map(documents.map((indexed) => [indexed.document.path, indexed]));
	const failed = new Map<string, CitableError>();
	const partials: IndexedDocument[] = [];
	const failures: { input: DocumentInput; error: CitableError }[] = [];
	const transclusions = new Map<string, Transclusion[]>();
	const findings = new Map<string, Finding[]>();

	/** The document of a file, read where no collection holds it. */
	const load = (path: string): IndexedDocument | 'missing' | 'outside' => {
		const known = byPath.get(path);
		if (known !== undefined) return known;
		if (failed.has(path)) return 'missing';
		const bytes = readFile(path);
		if (typeof bytes === 'string') return bytes;
		const input: DocumentInput = { collection: PARTIALS, entry: path, path, bytes };
		try {
			const indexed = index(input);
			if (indexed === undefined) return 'missing';
			byPath.set(path, indexed);
			partials.push(indexed);
			return indexed;
		} catch (error) {
			if (!(error instanceof CitableError)) throw error;
			failed.set(path, error);
			failures.push({ input, error });
			return 'missing';
		}
	};

	const done = new Set<string>();
	const follow = (indexed: IndexedDocument, above: readonly string[]): void => {
		const { id, path: from } = indexed.document;
		if (done.has(id)) return;
		done.add(id);
		for (const node of indexed.tree.nodes) {
			if (node.type !== 'component' || node.attributes.target === undefined) continue;
			const { name, target } = node.attributes;
			const report = (
				code: 'transclusion-missing' | 'transclusion-outside' | 'transclusion-cycle',
			): void => {
				add(
					findings,
					id,
					findingAt(indexed.source, code, opening(indexed, node), { name, target }),
				);
			};
			const file = resolvePath(from, target);
			const shown =
				file.type === 'inside' ? load(file.path) : file.type === 'outside' ? 'outside' : 'missing';
			if (shown === 'missing') report('transclusion-missing');
			else if (shown === 'outside') report('transclusion-outside');
			else if (shown.document.id === id || above.includes(shown.document.id))
				report('transclusion-cycle');
			else {
				add(transclusions, id, { node: node.index, document: shown.document.id });
				follow(shown, [...above, id]);
			}
		}
	};
	// By id, so that the order of the inputs makes no difference to where a circle is cut.
	for (const indexed of [...documents].sort((a, b) => (a.document.id < b.document.id ? -1 : 1)))
		follow(indexed, []);
	return { partials, failures, transclusions, findings };
}

/** The id that a partial has as a document. */
export function partialId(path: string): string {
	return documentId({ collection: PARTIALS, entry: path });
}

function opening(indexed: IndexedDocument, node: AuthoredNode): { start: number; end: number } {
	const line = /^[^\r\n]*/.exec(indexed.source.text.slice(node.start, node.end))?.[0].length ?? 0;
	return { start: node.start, end: node.start + line };
}

function add<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
	const list = lists.get(key);
	if (list === undefined) lists.set(key, [value]);
	else list.push(value);
}
