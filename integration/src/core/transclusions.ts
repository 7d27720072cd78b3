import type { DocumentInput } from './document.ts';
import { CitableError } from './errors.ts';
import { resolvePath } from './file-paths.ts';
import { findingAt, type Finding } from './findings.ts';
import type { IndexedDocument } from './indexed-document.ts';

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

/** What following takes of a document. */
type ShowingDocument = Pick<IndexedDocument, 'document' | 'source' | 'outward'>;

/** What following transclusions brings to light. */
export interface Transcluded<Shown = unknown> {
	/** Files shown by others, as documents of their own. */
	readonly partials: readonly Shown[];
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
export function followTransclusions<Shown extends ShowingDocument>(
	documents: readonly Shown[],
	readFile: ReadFile,
	index: (input: DocumentInput) => Shown | undefined,
): Transcluded<Shown> {
	const byPath = new Map(documents.map((indexed) => [indexed.document.path, indexed]));
	const failed = new Map<string, CitableError>();
	const partials: Shown[] = [];
	const failures: { input: DocumentInput; error: CitableError }[] = [];
	const transclusions = new Map<string, Transclusion[]>();
	const findings = new Map<string, Finding[]>();

	/** The document of a file, read where no collection holds it. */
	const load = (path: string): Shown | 'missing' | 'outside' => {
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
	const follow = (indexed: Shown, above: readonly string[]): void => {
		const { id, path: from } = indexed.document;
		if (done.has(id)) return;
		done.add(id);
		for (const place of indexed.outward.shown) {
			const { name, target } = place;
			const report = (
				code: 'transclusion-missing' | 'transclusion-outside' | 'transclusion-cycle',
			): void => {
				add(findings, id, findingAt(indexed.source, code, place, { name, target }));
			};
			const file = resolvePath(from, target);
			const shown =
				file.type === 'inside' ? load(file.path) : file.type === 'outside' ? 'outside' : 'missing';
			if (shown === 'missing') report('transclusion-missing');
			else if (shown === 'outside') report('transclusion-outside');
			else if (shown.document.id === id || above.includes(shown.document.id))
				report('transclusion-cycle');
			else {
				add(transclusions, id, { node: place.node, document: shown.document.id });
				follow(shown, [...above, id]);
			}
		}
	};
	// By id, so that the order of the inputs makes no difference to where a circle is cut.
	for (const indexed of [...documents].sort((a, b) => (a.document.id < b.document.id ? -1 : 1)))
		follow(indexed, []);
	return { partials, failures, transclusions, findings };
}

function add<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
	const list = lists.get(key);
	if (list === undefined) lists.set(key, [value]);
	else list.push(value);
}
