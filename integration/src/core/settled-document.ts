import { headOf, restOf, type RecordHead } from './document-record.ts';
import { lineIndex } from './lines.ts';
import type { ReferencedDocument } from './references.ts';
import type { Source } from './source.ts';

/**
 * What is kept of a document until all others are known. The rest waits where its record and its
 * source are, so that memory does not grow with the texts and nodes of the site.
 */
export interface SettledDocument extends RecordHead {
	readonly source: Source;
	/** Reads the record of the document. */
	readonly record: () => string;
}

/**
 * A document of which the record and the text wait.
 *
 * @param text Reads the text of the source.
 */
export function settled(
	{ path, format, revision, bytes }: Source,
	text: () => string,
	record: () => string,
): SettledDocument {
	const decoded = revived(() => {
		const read = text();
		return { text: read, lines: lineIndex(read) };
	});
	const source: Source = {
		path,
		format,
		revision,
		bytes,
		get text() {
			return decoded().text;
		},
		get lines() {
			return decoded().lines;
		},
	};
	return { ...headOf(record()), source, record };
}

/** A document as it was indexed, of which the rest is read from its record when somebody looks at it. */
export function restored(
	{ document, source, outward, findings, record }: SettledDocument,
	references: ReferencedDocument['references'],
): ReferencedDocument {
	const rest = revived(() => restOf(record()));
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
