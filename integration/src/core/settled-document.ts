import { headOf, restOf, type RecordHead } from './document-record.ts';
import type { KeptRecord } from './record-store.ts';
import type { ReferencedDocument } from './references.ts';
import { formatOf, readSource, type Source } from './source.ts';

/**
 * What is kept of a document until all others are known. The rest waits where its record and its
 * source are, so that memory does not grow with the texts and nodes of the site.
 */
export interface SettledDocument extends RecordHead {
	readonly source: Source;
	readonly record: KeptRecord;
}

/**
 * A document of which the record and the source wait.
 *
 * @param size Length of the source in bytes.
 * @param bytes Reads the source.
 */
export function settled(
	path: string,
	revision: string,
	size: number,
	bytes: () => Uint8Array,
	record: KeptRecord,
): SettledDocument {
	const read = revived(() => readSource(path, bytes(), revision));
	const source: Source = {
		path,
		format: formatOf(path),
		revision,
		bytes: size,
		get text() {
			return read().text;
		},
		get lines() {
			return read().lines;
		},
	};
	return { ...headOf(record), source, record };
}
/** A document as it was indexed, of which the rest is read from its record when somebody looks at it. */
export function restored(
	{ document, source, outward, findings, record }: SettledDocument,
	references: ReferencedDocument['references'],
): ReferencedDocument {
	const rest = revived(() => restOf(record));
	return {
		document,
		source,
		outward,
		findings,
		references,
		get tree() {
			return rest().tree;
		},
		get sections() {
			return rest().sections;
		},
		get chunks() {
			return rest().chunks;
		},
		get relations() {
			return rest().relations;
		},
		get cuts() {
			return rest().cuts;
		},
	};
}

/** Makes a value again whenever nothing holds on to it any more. */
function revived<Value extends object>(make: () => Value): () => Value {
	let known: WeakRef<Value> | undefined;
	return () => {
		let value = known?.deref();
		if (value === undefined) {
			value = make();
			known = new WeakRef(value);
		}
		return value;
	};
}
