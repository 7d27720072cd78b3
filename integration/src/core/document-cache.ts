import { describePreset, type Configuration } from './configuration.ts';
import { digest, WrittenJson } from './digest.ts';
import type { SettledFile } from './document-file.ts';
import type { DocumentInput } from './document.ts';
import { expansionRules } from './expansion-rules.ts';
import { FORMAT_VERSION } from './format/version.ts';
import type { Outward } from './outward.ts';
import { REPRESENTATION_VERSION } from './representations.ts';
import type { DocumentTerms } from './search/build.ts';
import { SEARCH_VERSION } from './search/engine.ts';
import type { SettledDocument } from './settled-document.ts';
import type { Source } from './source.ts';
import { PACKAGE_VERSION } from './version.ts';

/** Version of the form in which documents are remembered. */
const CACHE_VERSION = 1;

/** A document as it is remembered: all that the build needs of it but its source. */
export interface RememberedDocument extends Omit<SettledDocument, 'source' | 'searched'> {
	readonly terms?: DocumentTerms;
}

/**
 * What documents came to in an earlier build, by all that shaped them. Only what this build asked
 * for is kept for the next one.
 */
export class DocumentCache {
	private readonly configuration: string;
	private readonly known: ReadonlyMap<string, readonly string[]>;
	private readonly used = new Map<string, readonly string[]>();
	/** Documents taken from the earlier build. */
	hits = 0;
	/** Documents that had to be read. */
	misses = 0;

	/** @param written What `write()` gave in the earlier build; nothing for the first one. */
	constructor(configuration: Configuration, search: boolean, written = '') {
		const { parser, adapters, governance, severities, tokenizer } = configuration;
		this.configuration = digest({
			cache: CACHE_VERSION,
			package: PACKAGE_VERSION,
			format: FORMAT_VERSION,
			representation: REPRESENTATION_VERSION,
			expansion: expansionRules,
			search: search ? SEARCH_VERSION : false,
			parser: { name: parser.name, version: parser.version },
			adapters: adapters.presets.map(describePreset),
			tokenizer: { name: tokenizer.name, version: tokenizer.version },
			governance,
			severities,
			chunking: configuration.chunking,
		});
		this.known = recordsOf(written);
	}

	/** The name under which a document is remembered; undefined where it cannot be. */
	keyOf(input: DocumentInput, source: Source, cuts: readonly number[]): string | undefined {
		const { collection, entry, path, url, provenance, language, data } = input;
		try {
			const given = [collection, entry, path, url, provenance, language].map(
				(text) => text ?? null,
			);
			// Dates and other values of a site's schema count as JSON has them.
			const fields: unknown = data === undefined ? null : JSON.parse(JSON.stringify(data));
			return digest([this.configuration, source.revision, given, fields, cuts]);
		} catch {
			return undefined;
		}
	}

	find(key: string): RememberedDocument | undefined {
		const record = this.known.get(key);
		if (record === undefined) return undefined;
		this.used.set(key, record);
		this.hits++;
		return read(record);
	}

	keep(key: string | undefined, remembered: RememberedDocument): void {
		this.misses++;
		if (key !== undefined) this.used.set(key, write(remembered));
	}

	/** Whether this build asked for all that was remembered. */
	get isComplete(): boolean {
		return this.used.size === this.known.size;
	}

	/** All documents of this build, for the next one. */
	write(): string {
		return [...this.used]
			.map(([key, record]) => [key, record.length, ...record].join('\n'))
			.join('\n');
	}
}

/** Each record is a line with its key, one with the number of its lines, and those lines. */
function recordsOf(written: string): Map<string, readonly string[]> {
	const records = new Map<string, readonly string[]>();
	if (written === '') return records;
	const lines = written.split('\n');
	for (let at = 0; at < lines.length;) {
		const [key = '', length = ''] = lines.slice(at, at + 2);
		const end = at + 2 + Number(length);
		records.set(key, lines.slice(at + 2, end));
		at = end;
	}
	return records;
}

/** Parts of a document file, in the order of their lines; the compiler sees that none is missing. */
const PARTS = Object.keys({
	format: true,
	length: true,
	offsets: true,
	nodes: true,
	text: true,
	sections: true,
	chunks: true,
	relations: true,
	counts: true,
	cuts: true,
} satisfies Record<keyof SettledFile, true>) as (keyof SettledFile)[];

/** What stands in the first line of a record. */
interface Header extends Omit<RememberedDocument, 'outward' | 'file' | 'terms'> {
	readonly outward: Omit<Outward, 'anchors'> & { readonly anchors: readonly string[] };
	readonly headings?: readonly string[];
}

/** JSON never holds a line break outside its texts, and writes those in texts as `\n`. */
function write({ outward, file, terms, ...rest }: RememberedDocument): string[] {
	const header: Header = {
		...rest,
		outward: { ...outward, anchors: [...outward.anchors] },
		...(terms === undefined ? {} : { headings: terms.map(({ heading }) => heading) }),
	};
	return [
		JSON.stringify(header),
		...PARTS.map((part) => file[part]?.json ?? ''),
		...(terms ?? []).map((chunk) => chunk.terms.join(' ')),
	];
}

function read([first = '', ...rest]: readonly string[]): RememberedDocument {
	const { outward, headings, ...header } = JSON.parse(first) as Header;
	const file: Partial<Record<keyof SettledFile, WrittenJson>> = {};
	PARTS.forEach((part, at) => {
		const json = rest[at] ?? '';
		if (json !== '') file[part] = new WrittenJson(json);
	});
	const terms = headings?.map((heading, at) => {
		const line = rest[PARTS.length + at] ?? '';
		return { heading, terms: line === '' ? [] : line.split(' ') };
	});
	return {
		...header,
		outward: { ...outward, anchors: new Set(outward.anchors) },
		file: file as SettledFile,
		...(terms === undefined ? {} : { terms }),
	};
}
