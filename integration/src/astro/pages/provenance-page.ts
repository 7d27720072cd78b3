import { offsetTable, type Finding, type Generation } from '../../core/index.ts';
import type { ReferencedDocument } from '../../core/references.ts';
import { fileAddress } from '../addresses.ts';
import { provenancePath } from '../documents.ts';
import { size } from '../report.ts';
import type { SiteBuild } from '../workshop.ts';
import {
	earlierOf,
	earlierPaths,
	earlierRevisions,
	whatBecameOf,
	type EarlierRevision,
	type Superseded,
} from './earlier-revisions.ts';
import { blockHtml } from './chunk-parts.ts';
import { markup, withCode, type Markup } from './markup.ts';
import { sourceBlocks, type SourceBlock } from './source-blocks.ts';
import { chunkClass, linesHtml } from './source-lines.ts';
import { tokensOf } from './source-tokens.ts';

/** What the page of one document shows. */
export interface ProvenancePage {
	readonly id: string;
	readonly title: string;
	readonly path: string;
	readonly language: string | undefined;
	readonly revision: string;
	readonly generation: string;
	/** Address of the rendered page, where there is one. */
	readonly page: string | undefined;
	/** Address of the exact bytes. */
	readonly source: string;
	/** Address of the folder of the index. */
	readonly index: string;
	readonly facts: readonly { readonly name: string; readonly value: string }[];
	readonly outline: readonly OutlineEntry[];
	readonly findings: number;
	/** The source with its chunks, as HTML. */
	readonly body: string;
	/** Rules for chunks that share lines, which no element can hold as a whole. */
	readonly css: string;
	/** Set where the page shows an earlier revision. */
	readonly superseded: Superseded | undefined;
	/** Earlier revisions of the document that can still be opened, newest first. */
	readonly earlier: readonly EarlierRevision[];
	readonly previous: Neighbour | undefined;
	readonly next: Neighbour | undefined;
}

export interface OutlineEntry {
	readonly title: string;
	readonly depth: number;
	/** Id of the first chunk of the section. */
	readonly chunk: string;
	readonly tokens: number;
}

export interface Neighbour {
	readonly title: string;
	readonly address: string;
}

/** The paths of all pages of documents, inside the folder of them. */
export function provenancePaths(build: SiteBuild): string[] {
	const current = inReadingOrder(build).map(({ document: { collection, entry } }) =>
		provenancePath(build.site, collection, entry),
	);
	return [...current, ...earlierPaths(build)];
}

/** Makes what the page at a path shows; undefined where no document has the path. */
export function provenancePage(build: SiteBuild, path: string): ProvenancePage | undefined {
	const indexed = build.generation.documents.find(
		({ document: { collection, entry } }) => provenancePath(build.site, collection, entry) === path,
	);
	if (indexed === undefined) return earlierPage(build, path);
	const documents = inReadingOrder(build);
	const place = documents.indexOf(indexed);
	return {
		...pageOf(build, indexed, build.generation.id),
		earlier: earlierRevisions(build, indexed),
		previous: neighbour(documents[place - 1]),
		next: neighbour(documents[place + 1]),
	};
}

function pageOf(build: SiteBuild, indexed: ReferencedDocument, generation: string): ProvenancePage {
	const { document, source } = indexed;
	const tokens = tokensOf(indexed);
	const notes = notesByLine(indexed);
	const anchors = build.generation.manifest.anchors === true;
	const view = { indexed, offsets: offsetTable(source.text), anchors };
	const blocks = sourceBlocks(indexed);
	const body = blocks.map((block) =>
		blockHtml(view, block, { html: linesHtml(source, tokens, block, notes) }),
	);
	return {
		id: document.id,
		title: document.title,
		path: document.path,
		language: document.language,
		revision: document.revision,
		generation,
		page: document.url,
		source: fileAddress(
			build.site,
			`${build.settings.assets}sources/${document.revision}.${source.format}`,
		),
		index: fileAddress(build.site, build.settings.assets),
		facts: factsOf(indexed),
		outline: outlineOf(indexed),
		findings: indexed.findings.length,
		body: body.map((block) => block.html).join(''),
		css: sharedLineRules(blocks),
		superseded: undefined,
		earlier: [],
		previous: undefined,
		next: undefined,
	};
}

/** The page of an earlier revision, or of a document that is no more. */
function earlierPage(build: SiteBuild, path: string): ProvenancePage | undefined {
	const found = earlierOf(build, path);
	if (found === undefined) return undefined;
	const page = pageOf(build, found.indexed, found.generation);
	return { ...page, page: undefined, superseded: whatBecameOf(build, found) };
}

/** By generation: every page of a site asks, and would sort all documents again. */
const ordered = new WeakMap<Generation, readonly ReferencedDocument[]>();

/** Documents by collection and path, as a reader would go through them. */
export function inReadingOrder({ generation }: SiteBuild): readonly ReferencedDocument[] {
	const known = ordered.get(generation);
	if (known !== undefined) return known;
	const documents = [...generation.documents].sort((a, b) =>
		a.document.collection === b.document.collection
			? a.document.path < b.document.path
				? -1
				: 1
			: a.document.collection < b.document.collection
				? -1
				: 1,
	);
	ordered.set(generation, documents);
	return documents;
}

/** Findings as notes in the margin, by the line behind which they stand. */
function notesByLine({ findings }: ReferencedDocument): Map<number, string> {
	const notes = new Map<number, string>();
	for (const finding of findings)
		notes.set(finding.line, (notes.get(finding.line) ?? '') + noteHtml(finding).html);
	return notes;
}

const severityNames = { error: 'Error', warn: 'Warning', info: 'Note' } as const;

function noteHtml(finding: Finding): Markup {
	const { severity, start, code, line, message, hint } = finding;
	const label = `${severityNames[severity]} on line ${String(line)}`;
	return markup`<aside class="note ${severity}" id="f${start}-${code}" aria-label="${label}"><p class="code">${code}</p><p>${message}</p>${hint !== '' && markup`<p class="hint">${withCode(hint)}</p>`}</aside>`;
}

function factsOf({ document, source, chunks, tree }: ReferencedDocument): ProvenancePage['facts'] {
	const facts: [string, string | undefined][] = [
		['Document', document.id],
		['File', document.path],
		['Size', `${size(source.bytes)}, ${String(source.lines.length)} lines`],
		['Language', document.language],
		['Status', document.status],
		['Version', document.version],
		['In force from', document.effective],
		['In force until', document.expires],
		['Owner', document.owner],
		['Takes the place of', document.supersedes?.join(', ')],
		['Superseded by', document.supersededBy?.join(', ')],
		['Nodes', tree.nodes.length.toLocaleString('en')],
		['Chunks', chunks.length.toLocaleString('en')],
	];
	return facts.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
}

function outlineOf({ document, sections, tree, chunks }: ReferencedDocument): OutlineEntry[] {
	const entries: OutlineEntry[] = [];
	sections.forEach((section, order) => {
		const own = chunks.filter((chunk) => chunk.section === order);
		const [first] = own;
		if (first === undefined) return;
		const node = tree.nodes[section.heading];
		entries.push({
			title: node?.type === 'heading' ? node.attributes.title : document.title,
			depth: Math.max(1, section.path.length),
			chunk: first.id,
			tokens: own.reduce((total, chunk) => total + chunk.tokens, 0),
		});
	});
	return entries;
}

function sharedLineRules(blocks: readonly SourceBlock[]): string {
	return blocks
		.filter((block) => block.chunks.length > 1)
		.flatMap((block) => block.chunks)
		.map(
			(chunk) =>
				`:root:has([id="${chunk.id}"]:target) .${chunkClass(chunk)}{background:var(--mark)}`,
		)
		.join('\n');
}

function neighbour(indexed: ReferencedDocument | undefined): Neighbour | undefined {
	if (indexed?.document.provenance === undefined) return undefined;
	return { title: indexed.document.title, address: indexed.document.provenance };
}
