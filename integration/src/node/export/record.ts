import type { CitableIndex } from '../../client/index.ts';

/** A chunk as it goes into another store: with all that is needed to cite it from there. */
export interface ExportRecord {
	/** Chunk id; the same for the same chunk in every export. */
	readonly id: string;
	/** The slice of the source. It is what a citation quotes. */
	readonly text: string;
	/** Heading path and what readers see: what is embedded and searched. Never quote it. */
	readonly content: string;
	readonly title: string;
	readonly headingPath: readonly string[];
	readonly documentId: string;
	readonly path: string;
	/** SHA-256 of the source. */
	readonly revision: string;
	readonly generation: string;
	/** UTF-16 code units of the source. */
	readonly start: number;
	readonly end: number;
	/** 1-based. */
	readonly startLine: number;
	readonly endLine: number;
	readonly tokens: number;
	readonly sectionId: string;
	/** Place among the chunks of the document, from 0. */
	readonly order: number;
	/** Ids of the chunks before and after it in the same section. */
	readonly previous?: string;
	readonly next?: string;
	/** Set where the chunk is a piece of one oversize node. */
	readonly part?: { readonly of: string; readonly number: number; readonly count: number };
	readonly language?: string;
	readonly version?: string;
	readonly status?: string;
	/** Address of the rendered page. */
	readonly url?: string;
	/** Address of the provenance page that highlights the chunk. */
	readonly provenance?: string;
}

/** All chunks of an index, document by document; memory is bounded by the largest document. */
export async function* exportRecords(index: CitableIndex): AsyncGenerator<ExportRecord> {
	for (const entry of await index.documents()) {
		const view = await index.view(entry);
		index.forget(entry);
		const { chunks } = view.content;
		for (const [order, { section }] of chunks.entries()) {
			const chunk = view.chunk(order);
			const { id } = chunk;
			const { document, headingPath, text, tokens, sectionId, part } = chunk;
			const { start, end, startLine, endLine } = chunk;
			const beside = (at: number): string | undefined =>
				chunks[at]?.section === section ? view.chunkId(at) : undefined;
			const { language, version, status } = document;
			const content = [headingPath.join(' › '), bodyOf(view.visible.valueOf(chunk), headingPath)];
			yield withoutAbsent({
				id,
				text,
				content: content.filter((line) => line !== '').join('\n\n'),
				title: document.title,
				headingPath,
				documentId: document.id,
				path: document.path,
				revision: document.revision,
				generation: index.generation,
				start,
				end,
				startLine,
				endLine,
				tokens,
				sectionId,
				order,
				previous: beside(order - 1),
				next: beside(order + 1),
				part,
				language,
				version,
				status,
				url: document.url === undefined ? undefined : index.resolve(document.url),
				provenance:
					document.provenance === undefined
						? undefined
						: `${index.resolve(document.provenance)}#${id}`,
			});
		}
	}
}

/** What readers see of a chunk, without the heading that the path ends with. */
function bodyOf(visible: string, headingPath: readonly string[]): string {
	const text = visible.trim();
	const title = headingPath.at(-1) ?? '';
	return title !== '' && text.startsWith(`${title}\n`) ? text.slice(title.length).trim() : text;
}

/** Leaves out properties without a value. */
function withoutAbsent(record: {
	[Key in keyof ExportRecord]-?: ExportRecord[Key] | undefined;
}): ExportRecord {
	return Object.fromEntries(
		Object.entries(record).filter(([, value]) => value !== undefined),
	) as unknown as ExportRecord;
}
