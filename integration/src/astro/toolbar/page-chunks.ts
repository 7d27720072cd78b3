import type { Chunk, CitableIndex } from '../../client/index.ts';
import { anchorPrefix, CODE_ANCHOR } from '../../core/anchors.ts';
import { pageAddress } from '../../core/file-paths.ts';

/** A chunk with the blocks of the page that show it. */
export interface PageChunk {
	readonly chunk: Chunk;
	readonly elements: readonly HTMLElement[];
}

/** What the index knows of the page that is open. */
export interface IndexedPage {
	readonly title: string;
	readonly documentId: string;
	readonly path: string;
	readonly provenance: string | undefined;
	readonly chunks: readonly PageChunk[];
}

/** Finds the document of a page by its address; undefined where the index has none. */
export async function readPage(
	index: CitableIndex,
	address: string,
	body: ParentNode,
): Promise<IndexedPage | undefined> {
	const wanted = pageAddress(address);
	const entry = (await index.documents()).find(
		({ url }) => url !== undefined && pageAddress(url) === wanted,
	);
	if (entry === undefined) return undefined;
	const view = await index.view(entry);
	const chunks = view.content.chunks.map((_, order): { chunk: Chunk; elements: HTMLElement[] } => ({
		chunk: view.chunk(order),
		elements: [],
	}));
	const add = (element: HTMLElement | null, offset: number): void => {
		const holder = chunks.findLast(({ chunk }) => chunk.start <= offset && offset < chunk.end);
		if (element !== null) holder?.elements.push(element);
	};
	const prefix = anchorPrefix(entry.revision);
	for (const element of body.querySelectorAll<HTMLElement>(`[id^="${prefix}"]`)) {
		const offset = Number(element.id.slice(prefix.length));
		// The anchor of a code block stands before it.
		const code = element.classList.contains(CODE_ANCHOR);
		add(code ? (element.nextElementSibling as HTMLElement | null) : element, offset);
	}
	for (const node of view.nodes) {
		if (node.type === 'heading') add(document.getElementById(node.attributes.slug), node.start);
	}
	const { title, id: documentId, path, provenance } = entry;
	return { title, documentId, path, provenance, chunks };
}
