import type { Code } from './codes.ts';
import { compareText } from './compare-text.ts';
import type { CitableError } from './errors.ts';
import { findingOf, type Finding } from './findings.ts';
import type { FidelityReport } from './format/fidelity-file.ts';
import type { IndexedDocument } from './indexed-document.ts';

/** A document that could not be read. */
export interface FailedDocument {
	readonly id: string;
	readonly path: string;
	readonly error: CitableError;
	/** Whether the options accept the gap by name. */
	readonly accepted: boolean;
}

export function fidelityReport(
	documents: readonly Pick<IndexedDocument, 'document' | 'findings'>[],
	failures: readonly FailedDocument[],
	corpus: readonly Finding[],
): FidelityReport {
	const reported = documents.map(({ document, findings }): FidelityReport['documents'][number] => ({
		id: document.id,
		path: document.path,
		status: 'indexed',
		findings,
	}));
	for (const { id, path, error, accepted } of failures) {
		reported.push({
			id,
			path,
			status: accepted ? 'accepted' : 'failed',
			findings: [findingOf(path, error)],
		});
	}
	reported.sort((a, b) => compareText(a.id, b.id) || compareText(a.path, b.path));
	return { documents: reported, corpus };
}

/** How often each code occurs in a report. */
export function countByCode(report: FidelityReport): Partial<Record<Code, number>> {
	const counts: Partial<Record<Code, number>> = {};
	for (const finding of [
		...report.documents.flatMap((document) => document.findings),
		...report.corpus,
	]) {
		counts[finding.code] = (counts[finding.code] ?? 0) + 1;
	}
	return counts;
}
