import { codes } from '../codes.ts';
import type { Configuration } from '../configuration.ts';
import type { DocumentInput } from '../document.ts';
import { resolvePath } from '../file-paths.ts';
import type { IndexFile } from '../format/files.ts';
import type { ReadFile } from '../transclusions.ts';
import { makeCanary, type Canary, type Withheld } from './canary.ts';
import type { Audience, ScopeRules } from './rules.ts';
import { scopeDocument, type ScopedDocument } from './scoped-document.ts';

/** Words that files of an index hold whatever the documents say. */
const NODE_TYPES =
	'heading paragraph list item table row cell code math blockquote callout directive thematic break html component expression footnote definition reference link image element layout card label media status decoration generated transclusion unknown tip important warning danger details ordered tight marker checked columns header language meta display severity depth slug';

/** Reads documents as one audience may read them, and remembers what it may not. */
export class OpenDocuments {
	private readonly configuration: Configuration;
	private readonly rules: ScopeRules;
	private readonly audience: Audience;
	private readonly readFile: ReadFile;
	private readonly withheldFiles = new Map<string, boolean>();
	private readonly withheld: Withheld[] = [];

	constructor(
		configuration: Configuration,
		rules: ScopeRules,
		audience: Audience,
		readFile: ReadFile,
	) {
		this.configuration = configuration;
		this.rules = rules;
		this.audience = audience;
		this.readFile = readFile;
	}

	/** @throws {CitableError} where what may be read cannot be decided. */
	read(input: DocumentInput): ScopedDocument {
		const scoped = scopeDocument(
			input,
			this.configuration,
			this.rules,
			this.audience,
			(from, target) => this.isWithheld(from, target),
		);
		this.withheld.push(...scoped.withheld);
		return scoped;
	}

	/** A canary for the files of the index, whose own words are no sign of anything. */
	canaryForIndex(open: readonly string[], schemas: readonly IndexFile[]): Canary {
		const own = [
			NODE_TYPES,
			JSON.stringify(codes),
			JSON.stringify(this.configuration.adapters.presets),
			...schemas.map(({ content }) => (typeof content === 'string' ? content : '')),
		];
		return makeCanary(this.withheld, [...open, ...own]);
	}

	/** A canary for pages, which hold words of their own beside the documents. */
	canaryForPages(open: readonly string[]): Canary {
		return makeCanary(this.withheld, open, 4);
	}

	private isWithheld(from: string, target: string): boolean {
		const file = resolvePath(from, target);
		if (file.type !== 'inside') return false;
		const known = this.withheldFiles.get(file.path);
		if (known !== undefined) return known;
		const bytes = this.readFile(file.path);
		// While the file is looked at it counts as open, so that a circle comes to an end.
		this.withheldFiles.set(file.path, false);
		if (typeof bytes === 'string') return false;
		const scoped = this.read({ collection: '', entry: file.path, path: file.path, bytes });
		this.withheldFiles.set(file.path, scoped.type === 'withheld');
		return scoped.type === 'withheld';
	}
}
