import { codes, type Code, type Finding, type Severity } from '../../core/index.ts';
import { pageAddress } from '../addresses.ts';
import { size } from '../report.ts';
import type { SiteBuild } from '../workshop.ts';
import { inReadingOrder } from './provenance-page.ts';

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
	readonly groups: readonly {
		readonly code: Code;
		readonly severity: Severity;
		readonly label: string;
		readonly findings: readonly {
			readonly file: string;
			readonly line: number;
			readonly message: string;
			readonly hint: string;
			readonly excerpt: string;
			readonly address: string | undefined;
		}[];
	}[];
}

const labels: Readonly<Record<Severity, string>> = {
	error: 'error',
	warn: 'warning',
	info: 'note',
};

export function fidelityPage({ generation }: SiteBuild): FidelityPage {
	const documents = new Map(generation.documents.map((indexed) => [indexed.document.id, indexed]));
	const groups = new Map<Code, FidelityPage['groups'][number]['findings'][number][]>();
	const severities = new Map<Code, Severity>();
	const add = (finding: Finding, id: string | undefined): void => {
		const indexed = id === undefined ? undefined : documents.get(id);
		const list = groups.get(finding.code) ?? [];
		groups.set(finding.code, list);
		severities.set(finding.code, finding.severity);
		list.push({
			file: finding.file,
			line: finding.line,
			message: finding.message,
			hint: finding.hint,
			excerpt: indexed === undefined ? '' : excerptOf(indexed.source.text, finding),
			address:
				indexed?.document.provenance === undefined
					? undefined
					: `${indexed.document.provenance}#f${String(finding.start)}-${finding.code}`,
		});
	};
	for (const document of generation.fidelity.documents)
		for (const finding of document.findings) add(finding, document.id);
	for (const finding of generation.fidelity.corpus) add(finding, undefined);
	const order = Object.keys(codes);
	const rank: Readonly<Record<Severity, number>> = { error: 0, warn: 1, info: 2 };
	return {
		groups: [...groups]
			.map(([code, findings]) => {
				const severity = severities.get(code) ?? 'info';
				return { code, severity, label: labels[severity], findings };
			})
			.sort(
				(a, b) =>
					rank[a.severity] - rank[b.severity] || order.indexOf(a.code) - order.indexOf(b.code),
			),
	};
}

/** The first lines of what a finding is about. */
function excerptOf(text: string, { start, end }: Finding): string {
	const shown = text.slice(start, Math.min(end, start + 240)).trimEnd();
	const lines = shown.split(/\r\n|[\r\n]/);
	const cut = lines.length > 3 || start + shown.length < end - 1;
	return lines.slice(0, 3).join('\n') + (cut && shown !== '' ? ' …' : '');
}

function figure(number: number): string {
	return number.toLocaleString('en');
}
