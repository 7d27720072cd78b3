import { codes, type Code, type Finding, type Severity } from '../../core/index.ts';
import { compareText } from '../../core/compare-text.ts';
import { pageAddress } from '../addresses.ts';
import { size } from '../report.ts';
import type { SiteBuild } from '../workshop.ts';
import { escapeText, withCode } from './markup.ts';
import { inReadingOrder } from './provenance-page.ts';
import { showDirections } from './source-lines.ts';

/** Addresses that every page links to. */
export interface Overview {
	readonly site: string;
	readonly sources: string;
	readonly fidelity: string;
}

/** The addresses of the pages that show more than one document. */
export function overviewOf({ site, settings }: SiteBuild): Overview {
	const folder = settings.provenance === false ? settings.assets : settings.provenance;
	return {
		site: site.base,
		sources: pageAddress(site, folder),
		fidelity: pageAddress(site, `${folder}fidelity`),
	};
}

/** What the page shows that lists all documents. */
export interface SourcesPage {
	readonly generation: string;
	readonly complete: boolean;
	readonly failed: SiteBuild['generation']['manifest']['coverage']['failed'];
	readonly totals: readonly { readonly name: string; readonly value: string }[];
	readonly collections: readonly {
		readonly name: string;
		readonly documents: readonly {
			readonly title: string;
			readonly address: string | undefined;
			readonly path: string;
			readonly language: string | undefined;
			readonly status: string | undefined;
			readonly chunks: string;
			readonly tokens: string;
			readonly findings: string;
		}[];
	}[];
}

export function sourcesPage(build: SiteBuild): SourcesPage {
	const { manifest, id } = build.generation;
	const { totals, coverage } = manifest;
	const findings = Object.values(totals.findings).reduce((sum, number) => sum + number, 0);
	const collections = new Map<string, SourcesPage['collections'][number]['documents'][number][]>();
	for (const { document, chunks, findings: own } of inReadingOrder(build)) {
		const list = collections.get(document.collection) ?? [];
		collections.set(document.collection, list);
		list.push({
			title: document.title,
			address: document.provenance,
			path: document.path,
			language: document.language,
			status: document.status,
			chunks: figure(chunks.length),
			tokens: figure(chunks.reduce((sum, { tokens }) => sum + tokens, 0)),
			findings: own.length === 0 ? '–' : figure(own.length),
		});
	}
	return {
		generation: id,
		complete: coverage.complete,
		failed: coverage.failed,
		totals: [
			{ name: 'documents', value: figure(coverage.documents) },
			{ name: 'nodes', value: figure(totals.nodes) },
			{ name: 'chunks', value: figure(totals.chunks) },
			{ name: 'tokens', value: figure(totals.tokens) },
			{ name: 'of sources', value: size(totals.sourceBytes) },
			{ name: 'findings', value: figure(findings) },
		],
		collections: [...collections].map(([name, documents]) => ({ name, documents })),
	};
}

/** What the page shows that lists all findings. */
export interface FidelityPage {
	/** What kinds of findings there are, the gravest first. */
	readonly codes: readonly {
		readonly code: Code;
		readonly severity: Severity;
		readonly count: number;
	}[];
	readonly severities: readonly { readonly severity: Severity; readonly label: string }[];
	/** Files with findings, in their order. */
	readonly files: readonly string[];
	/** By code, then by place. */
	readonly findings: readonly FindingRow[];
}

interface FindingRow {
	readonly code: Code;
	readonly severity: Severity;
	readonly label: string;
	/** 0 for errors, 1 for warnings, 2 for notes. */
	readonly rank: number;
	readonly file: string;
	readonly line: number;
	readonly message: string;
	/** As HTML. */
	readonly hint: string;
	/** As HTML. */
	readonly excerpt: string;
	readonly address: string | undefined;
	/** The id of the first row of each code. */
	readonly id: string | undefined;
}

const severities = [
	{ severity: 'error', label: 'error' },
	{ severity: 'warn', label: 'warning' },
	{ severity: 'info', label: 'note' },
] as const;

export function fidelityPage({ generation }: SiteBuild): FidelityPage {
	const documents = new Map(generation.documents.map((indexed) => [indexed.document.id, indexed]));
	const all: { readonly finding: Finding; readonly id?: string }[] = [
		...generation.fidelity.documents.flatMap(({ id, findings }) =>
			findings.map((finding) => ({ finding, id })),
		),
		...generation.fidelity.corpus.map((finding) => ({ finding })),
	];
	const order = Object.keys(codes);
	const rank = ({ severity }: Finding): number =>
		severities.findIndex((known) => known.severity === severity);
	all.sort(
		({ finding: a }, { finding: b }) =>
			rank(a) - rank(b) || order.indexOf(a.code) - order.indexOf(b.code),
	);
	const counts = new Map<Code, { severity: Severity; count: number }>();
	const findings = all.map(({ finding, id }): FindingRow => {
		const { code, severity, file, line, message, hint, start } = finding;
		const indexed = id === undefined ? undefined : documents.get(id);
		const counted = counts.get(code);
		counts.set(code, { severity, count: (counted?.count ?? 0) + 1 });
		return {
			code,
			severity,
			label: severities[rank(finding)]?.label ?? severity,
			rank: rank(finding),
			file,
			line,
			message,
			hint: withCode(hint).html,
			excerpt: indexed === undefined ? '' : excerptOf(indexed.source.text, finding),
			address:
				indexed?.document.provenance === undefined
					? undefined
					: `${indexed.document.provenance}#f${String(start)}-${code}`,
			id: counted === undefined ? code : undefined,
		};
	});
	return {
		codes: [...counts].map(([code, counted]) => ({ code, ...counted })),
		severities: severities.filter(({ severity }) =>
			findings.some((finding) => finding.severity === severity),
		),
		files: [...new Set(findings.map(({ file }) => file))].sort(compareText),
		findings,
	};
}

/** The first lines of what a finding is about, as HTML. */
function excerptOf(text: string, { start, end }: Finding): string {
	const shown = text.slice(start, Math.min(end, start + 240)).trimEnd();
	const lines = shown.split(/\r\n|[\r\n]/);
	const cut = lines.length > 3 || start + shown.length < end - 1;
	const excerpt = lines.slice(0, 3).join('\n') + (cut && shown !== '' ? ' …' : '');
	return showDirections(escapeText(excerpt));
}

function figure(number: number): string {
	return number.toLocaleString('en');
}
