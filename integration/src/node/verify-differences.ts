import { decodeContent, type DocumentContent } from '../core/format/content.ts';
import {
	canonicalJson,
	hash,
	paths,
	type Catalog,
	type CatalogEntry,
	type DocumentFile,
	type Generation,
} from '../core/index.ts';
import type { ReadGeneration } from './verify-index.ts';

/** Something in an index that its sources do not give. */
export interface Difference {
	/** File of the index, or of the content folder. */
	readonly file: string;
	readonly reason: string;
}

/** Says in what an index differs from the generation that its sources give. */
export function differences(read: ReadGeneration, built: Generation): Difference[] {
	const found: Difference[] = [];
	const files = new Map(built.files.map(({ path, content }) => [path, content]));
	const parse = (path: string): unknown => JSON.parse(String(files.get(path) ?? 'null'));
	const expected = new Map<string, CatalogEntry>();
	for (const { digest } of built.manifest.catalog) {
		const page = parse(paths.catalog(digest)) as Catalog;
		for (const entry of page.documents) expected.set(entry.id, entry);
	}
	for (const entry of read.entries) {
		const file = paths.document(entry.file);
		const own = expected.get(entry.id);
		expected.delete(entry.id);
		if (own === undefined) {
			const failed = built.failed.find(({ id }) => id === entry.id);
			const why = failed === undefined ? 'the sources do not give it' : failed.error.message;
			found.push({
				file: entry.path,
				reason: `the index has the document ${entry.id}, and ${why}`,
			});
		} else if (own.revision !== entry.revision) {
			found.push({
				file: entry.path,
				reason: `the file has the revision ${own.revision}, and the index that of ${entry.revision}`,
			});
		} else if (own.file !== entry.file) {
			const index = read.documents.get(file);
			const text = files.get(own.source);
			const source = decodeContent(parse(paths.document(own.file)) as DocumentFile, String(text));
			const reason =
				index === undefined ? 'it is another document' : documentDifference(index, source);
			found.push({ file, reason });
		} else if (canonicalJson(own) !== canonicalJson(entry)) {
			found.push({
				file,
				reason: `the catalog says of it otherwise: ${differentKeys(entry, own)}`,
			});
		}
	}
	for (const { id, path } of expected.values())
		found.push({
			file: path,
			reason: `the index lacks the document ${id}, which the sources give`,
		});
	if (found.length > 0) return found;
	for (const [path, content] of files) {
		const digest = read.digests.get(path);
		if (path === paths.pointer || path.startsWith('schema/') || digest === hash(content)) continue;
		if (/^(?:search|fidelity|expansion)\//.test(path))
			found.push({ file: path, reason: 'the index has another file in its place' });
	}
	const keys = differentKeys(read.manifest, built.manifest);
	if (keys !== '')
		found.push({ file: paths.generation(read.id), reason: `the manifest says otherwise: ${keys}` });
	return found;
}

/** The first thing in which two files of one document differ. */
function documentDifference(index: DocumentContent, source: DocumentContent): string {
	const lists = [
		['node', index.nodes, source.nodes],
		['section', index.sections, source.sections],
		['chunk', index.chunks, source.chunks],
	] as const;
	for (const [what, own, expected] of lists) {
		for (let at = 0; at < Math.max(own.length, expected.length); at++) {
			const [a, b] = [own[at], expected[at]];
			if (b === undefined)
				return `it has ${what} ${at}, and the source gives ${expected.length} of them`;
			if (a === undefined) return `it lacks ${what} ${at}`;
			const keys = differentKeys(a, b);
			if (keys !== '') return `${what} ${at} is not what the source gives: ${keys}`;
		}
	}
	return `it is not what the source gives: ${differentKeys(index, source)}`;
}

/** Names what two objects differ in, with both values where they are short. */
function differentKeys(own: object, expected: object): string {
	const a = own as Readonly<Record<string, unknown>>;
	const b = expected as Readonly<Record<string, unknown>>;
	const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
	return keys
		.filter((key) => canonicalJson([a[key] ?? null]) !== canonicalJson([b[key] ?? null]))
		.map((key) => {
			const values = [a[key], b[key]].map((value) => JSON.stringify(value ?? null));
			return values.every((value) => value.length < 80)
				? `${key} is ${values.join(', not ')}`
				: key;
		})
		.join('; ');
}
