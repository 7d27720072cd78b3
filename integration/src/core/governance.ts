import { pageAddress, resolvePath } from './file-paths.ts';
import { findingAt, type Finding } from './findings.ts';
import { type AuthoredTree } from './nodes/read.ts';
import { valueOf } from './nodes/node.ts';
import { textOf } from './frontmatter.ts';
import type { Source } from './source.ts';
import type { Span } from './spans.ts';

/**
 * How far a document holds, as its author says: in the frontmatter, or in a status component before
 * the first section.
 */
export interface Governance {
	/** As written: `draft`, `accepted`, `superseded`, … */
	readonly status?: string;
	readonly version?: string;
	/** ISO 8601 date, or date and time, from which the document is in force. */
	readonly effective?: string;
	/** ISO 8601 date, or date and time, from which it is no longer. */
	readonly expires?: string;
	readonly owner?: string;
	/** Documents that this one takes the place of; ids once they are resolved. */
	readonly supersedes?: readonly string[];
	/** Documents that take the place of this one; ids once they are resolved. */
	readonly supersededBy?: readonly string[];
}

/** Which field of the frontmatter says what. */
export type GovernanceFields = Readonly<Record<keyof Governance, string>>;

export const defaultGovernanceFields: GovernanceFields = {
	status: 'status',
	version: 'version',
	effective: 'effective',
	expires: 'expires',
	owner: 'owner',
	supersedes: 'supersedes',
	supersededBy: 'supersededBy',
};

type Data = Readonly<Record<string, unknown>>;

/** Reads what governs a document; a date that is none is a finding, and left out. */
export function governanceOf(
	source: Source,
	tree: AuthoredTree,
	data: Data,
	fields: GovernanceFields,
): { governance: Governance; findings: Finding[] } {
	const findings: Finding[] = [];
	const governance: { -readonly [Key in keyof Governance]: Governance[Key] } = {};
	for (const key of ['status', 'version', 'owner'] as const) {
		const text = textOf(data[fields[key]]);
		if (text !== undefined) governance[key] = text;
	}
	const shown = shownStatus(source, tree);
	if (governance.status === undefined && shown !== undefined) governance.status = shown;
	for (const key of ['effective', 'expires'] as const) {
		const value = data[fields[key]];
		const date = dateOf(value);
		if (date !== undefined) governance[key] = date;
		else if (value != null && value !== '') {
			findings.push(
				findingAt(source, 'date-invalid', fieldSpan(source, tree.frontmatter?.span, fields[key]), {
					field: fields[key],
					value: typeof value === 'string' ? value : JSON.stringify(value),
				}),
			);
		}
	}
	for (const key of ['supersedes', 'supersededBy'] as const) {
		const names = [data[fields[key]]].flat().flatMap((name) => textOf(name) ?? []);
		if (names.length > 0) governance[key] = [...new Set(names)];
	}
	return { governance, findings };
}

/** What supersession needs to know of a document. */
export interface SupersedingDocument {
	readonly document: Governance & {
		readonly id: string;
		readonly collection: string;
		readonly path: string;
		readonly url?: string;
	};
	readonly source: Source;
	/** Where the frontmatter stands. */
	readonly frontmatter: Span | undefined;
}

/** Which documents take the place of which, both ways; by id. */
export interface Supersession {
	readonly supersedes: ReadonlyMap<string, readonly string[]>;
	readonly supersededBy: ReadonlyMap<string, readonly string[]>;
	/** By id of the document that they are about. */
	readonly findings: ReadonlyMap<string, readonly Finding[]>;
}

/**
 * Finds the documents that others are said to supersede: by id, by entry of the same collection, by
 * path of the file, or by address of the page. What leads nowhere or in a circle holds for nothing.
 */
export function supersessionOf(
	documents: readonly SupersedingDocument[],
	fields: GovernanceFields,
): Supersession {
	const naming = documents.filter(
		({ document }) => document.supersedes !== undefined || document.supersededBy !== undefined,
	);
	const names = naming.length === 0 ? new Map<string, string>() : namesOf(documents);
	const findings = new Map<string, Finding[]>();
	const edges: { newer: string; older: string; by: SupersedingDocument; field: string }[] = [];
	for (const by of naming) {
		const { id } = by.document;
		for (const key of ['supersedes', 'supersededBy'] as const) {
			for (const name of by.document[key] ?? []) {
				const other = find(by.document, name, names);
				if (other === undefined) report(by, key, 'supersession-broken', name);
				else if (key === 'supersedes') edges.push({ newer: id, older: other, by, field: key });
				else edges.push({ newer: other, older: id, by, field: key });
			}
		}
	}
	const older = group(edges.map((edge) => [edge.newer, edge.older]));
	const supersedes: [string, string][] = [];
	for (const edge of edges) {
		if (reaches(edge.older, edge.newer, older))
			report(edge.by, edge.field as keyof Governance, 'supersession-cyclic', edge.older);
		else supersedes.push([edge.newer, edge.older]);
	}
	return {
		supersedes: group(supersedes),
		supersededBy: group(supersedes.map(([newer, old]) => [old, newer])),
		findings,
	};

	function report(
		{ document, source, frontmatter }: SupersedingDocument,
		key: keyof Governance,
		code: 'supersession-broken' | 'supersession-cyclic',
		name: string,
	): void {
		const finding = findingAt(source, code, fieldSpan(source, frontmatter, fields[key]), { name });
		const list = findings.get(document.id);
		if (list === undefined) findings.set(document.id, [finding]);
		else list.push(finding);
	}
}

function namesOf(documents: readonly SupersedingDocument[]): Map<string, string> {
	const names = new Map<string, string>();
	for (const { document } of documents) {
		names.set(`id:${document.id}`, document.id);
		names.set(`path:${document.path}`, document.id);
		if (document.url !== undefined) names.set(`page:${pageAddress(document.url)}`, document.id);
	}
	return names;
}

function find(
	from: SupersedingDocument['document'],
	name: string,
	names: ReadonlyMap<string, string>,
): string | undefined {
	const path = resolvePath(from.path, name);
	return (
		names.get(`id:${name}`) ??
		names.get(`id:${from.collection}/${name}`) ??
		(path.type === 'inside' ? names.get(`path:${path.path}`) : undefined) ??
		(name.startsWith('/') ? names.get(`page:${pageAddress(name)}`) : undefined)
	);
}

/** Whether a way leads from one document to another. */
function reaches(
	from: string,
	to: string,
	edges: ReadonlyMap<string, readonly string[]>,
	seen = new Set<string>(),
): boolean {
	if (from === to) return true;
	if (seen.has(from)) return false;
	seen.add(from);
	return (edges.get(from) ?? []).some((next) => reaches(next, to, edges, seen));
}

function group(pairs: readonly (readonly [string, string])[]): Map<string, string[]> {
	const groups = new Map<string, Set<string>>();
	for (const [from, to] of pairs) {
		const known = groups.get(from);
		if (known === undefined) groups.set(from, new Set([to]));
		else known.add(to);
	}
	return new Map([...groups].map(([from, to]) => [from, [...to].sort()]));
}

/** The text of a status component that stands before the first section. */
function shownStatus(source: Source, tree: AuthoredTree): string | undefined {
	for (const node of tree.nodes) {
		if (node.type === 'heading' && node.attributes.depth > 1) return undefined;
		if (node.type !== 'component' || node.attributes.kind !== 'status') continue;
		const text = tree.leaves
			.filter((leaf) => leaf.start >= node.start && leaf.end <= node.end)
			.map((leaf) => valueOf(source.text, leaf))
			.join('');
		return node.attributes.title ?? textOf(text);
	}
	return undefined;
}

/** The line of the frontmatter that holds a field; the place where it would stand otherwise. */
function fieldSpan(source: Source, frontmatter: Span | undefined, field: string): Span {
	const span = frontmatter ?? { start: 0, end: 0 };
	const text = source.text.slice(span.start, span.end);
	const line = text
		.split(/\r\n|\r|\n/)
		.find((candidate) => /^["']?([^"':=]+?)["']?\s*[:=]/.exec(candidate)?.[1] === field);
	if (line === undefined) return { start: span.start, end: span.start };
	const start = span.start + text.indexOf(line);
	return { start, end: start + line.length };
}

const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** A date as ISO 8601; midnight in UTC, which is how a date alone is read, is written as the date. */
function dateOf(value: unknown): string | undefined {
	if (value instanceof Date) {
		return Number.isNaN(value.getTime())
			? undefined
			: value.toISOString().replace(/T00:00:00\.000Z$/, '');
	}
	const text = textOf(value);
	if (text === undefined || !DATE.test(text)) return undefined;
	return Number.isNaN(Date.parse(text)) ? undefined : text.replace(' ', 'T');
}
