import type { Finding } from '../findings.ts';
import type { FidelityFile } from './files.ts';
import type { FidelityFileV1 } from './v1.ts';
import { FORMAT_VERSION } from './version.ts';

/** Everything that could not be fully trusted, document by document. */
export interface FidelityReport {
	readonly documents: readonly {
		readonly id: string;
		readonly path: string;
		readonly status: 'indexed' | 'failed' | 'accepted';
		readonly findings: readonly Finding[];
	}[];
	/** Findings about no single document. */
	readonly corpus: readonly Finding[];
}

type Message = FidelityFile['messages'][number];
type Row = NonNullable<FidelityFile['corpus']>[number];

/** The report as it is published, with each message once; properties in the order of canonical JSON. */
export function fidelityFile({ documents, corpus }: FidelityReport): FidelityFile {
	const messages: Message[] = [];
	const places = new Map<string, number>();
	const row = (finding: Finding, path?: string): Row => {
		const { code, severity, message, hint, file, line, column, start, end } = finding;
		const key = keyOf(code, severity, message, hint, file === path ? '' : file);
		let place = places.get(key);
		if (place === undefined) {
			const other = file === path ? {} : { file };
			place = messages.push({ code, ...other, hint, message, severity }) - 1;
			places.set(key, place);
		}
		return [place, line, column, start, end];
	};
	const rows = documents.map(({ findings, id, path, status }) => ({
		...(findings.length === 0 ? {} : { findings: findings.map((finding) => row(finding, path)) }),
		id,
		path,
		status,
	}));
	return {
		...(corpus.length === 0 ? {} : { corpus: corpus.map((finding) => row(finding)) }),
		documents: rows,
		format: FORMAT_VERSION,
		messages,
	};
}

/** Texts as one that no others give; most findings share theirs. */
function keyOf(...texts: readonly string[]): string {
	return texts.map((text) => `${String(text.length)} ${text}`).join('');
}

/**
 * Reads the published report of any version.
 *
 * @throws {RangeError} where a finding has no message.
 */
export function readFidelity(file: FidelityFile | FidelityFileV1): FidelityReport {
	if (file.format === 1) return { documents: file.documents, corpus: file.corpus };
	const finding = ([place, line, column, start, end]: Row, path: string): Finding => {
		const said = file.messages[place];
		if (said === undefined) throw new RangeError('A finding says nothing.');
		const { code, severity, message, hint, file: other } = said;
		return { code, severity, message, hint, file: other ?? path, line, column, start, end };
	};
	return {
		documents: file.documents.map(({ id, path, status, findings = [] }) => ({
			id,
			path,
			status,
			findings: findings.map((row) => finding(row, path)),
		})),
		corpus: (file.corpus ?? []).map((row) => finding(row, '')),
	};
}
