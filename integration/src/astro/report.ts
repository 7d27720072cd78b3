import type { AstroIntegrationLogger } from 'astro';
import { CitableError, codes, describePlace, type Code, type Finding } from '../core/index.ts';
import type { Published } from '../node/history.ts';
import type { SiteBuild } from './workshop.ts';

/** Logs what a generation holds: one line, and a warning for each kind of finding. */
export function logGeneration(build: SiteBuild, logger: AstroIntegrationLogger): void {
	const { generation, documents, milliseconds, cache } = build;
	const { manifest, fidelity } = generation;
	const findings = [...fidelity.documents.flatMap((entry) => entry.findings), ...fidelity.corpus];
	const parts = [
		count(manifest.coverage.documents, 'document'),
		count(manifest.totals.nodes, 'node'),
		count(manifest.totals.chunks, 'chunk'),
		count(findings.length, 'finding'),
		`${(milliseconds / 1000).toFixed(1)} s`,
	];
	logger.info(parts.join(', '));
	if (cache.note !== undefined) logger.warn(cache.note);
	for (const { code, message } of generation.warnings) logger.warn(`${code}: ${message}`);
	if (documents.drafts > 0) logger.info(`${count(documents.drafts, 'draft')} left out`);
	for (const failed of manifest.coverage.failed.filter(({ accepted }) => accepted))
		logger.warn(`accepted gap: ${failed.id} (${failed.code}: ${failed.message})`);
	for (const [code, list] of byCode(findings)) {
		const [first] = list;
		if (first === undefined || first.severity === 'info') continue;
		const place = first.file === '' ? '' : ` (${describePlace(first)})`;
		const rest = list.length > 1 ? ` and ${String(list.length - 1)} more` : '';
		logger.warn(`${code}: ${first.message}${place}${rest}`);
	}
}

/** Logs what was written of an index. */
export function logPublished(
	{ written, kept, bytes }: Published,
	folder: string,
	logger: AstroIntegrationLogger,
): void {
	logger.info(`${count(written + kept, 'file')}, ${size(bytes)} in ${folder}`);
}

/**
 * Refuses a generation with gaps that nobody accepted, or findings that the options call errors, and
 * logs each of them.
 *
 * @throws {CitableError} `documents-failed`, `findings-blocking`
 */
export function refuseGaps({ generation }: SiteBuild, logger: AstroIntegrationLogger): void {
	const { failed, blocking, manifest } = generation;
	for (const { id, error } of failed)
		logger.error(`${error.message}\n  ${error.code} in ${id}. ${error.hint}`);
	for (const finding of blocking)
		logger.error(
			`${describePlace(finding)}: ${finding.message}\n  ${finding.code}. ${finding.hint}`,
		);
	if (failed.length > 0) {
		const total = manifest.coverage.documents + manifest.coverage.failed.length;
		throw forAstro(new CitableError('documents-failed', { count: failed.length, total }));
	}
	if (blocking.length > 0)
		throw forAstro(new CitableError('findings-blocking', { count: blocking.length }));
}

/** Astro takes an error that says “document” for a use of browser APIs, and hides our hint. */
function forAstro(error: CitableError): CitableError {
	return Object.defineProperty(error, 'toString', { value: () => error.name });
}

function byCode(findings: readonly Finding[]): [Code, Finding[]][] {
	const groups = new Map<Code, Finding[]>();
	for (const finding of findings) {
		const group = groups.get(finding.code);
		if (group === undefined) groups.set(finding.code, [finding]);
		else group.push(finding);
	}
	const order = Object.keys(codes);
	return [...groups].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
}

function count(number: number, noun: string): string {
	return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}

/** Bytes as people read them. */
export function size(bytes: number): string {
	if (bytes < 1000) return `${String(bytes)} B`;
	return bytes < 1_000_000
		? `${(bytes / 1000).toFixed(1)} kB`
		: `${(bytes / 1_000_000).toFixed(1)} MB`;
}
