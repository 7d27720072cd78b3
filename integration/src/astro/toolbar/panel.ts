import type { CitableIndex } from '../../client/index.ts';
import { element } from '../browser/elements.ts';
import type { ChunkBoxes } from './boxes.ts';
import type { IndexedPage } from './page-chunks.ts';

/** Hits that a query of the panel asks for. */
const HITS = 8;

/** The window of the app: the chunks of the page, their evidence, findings, and a query to try. */
export async function makePanel(
	index: CitableIndex,
	page: IndexedPage,
	boxes: ChunkBoxes,
): Promise<HTMLElement> {
	const panel = element('div', { class: 'panel' });
	const tokens = page.chunks.reduce((sum, { chunk }) => sum + chunk.tokens, 0);
	const query = element('input', {
		type: 'search',
		placeholder: 'What would a query find?',
		'aria-label': 'Query',
	});
	const list = element('ol', { 'aria-label': 'Chunks' });
	const evidence = element('details', {});
	const told = element('p', { role: 'status' });
	panel.append(
		element('h1', {}, page.title),
		facts(page, tokens),
		query,
		told,
		list,
		evidence,
		await findingsOf(index, page),
	);

	const showEvidence = async (chunkId: string): Promise<void> => {
		boxes.show(chunkId);
		const { units } = await index.expand([chunkId]);
		const pieces = units.flatMap((unit) => unit.pieces);
		const text = pieces.map((piece) => `[${piece.role}] ${piece.text.trim()}`).join('\n\n');
		evidence.replaceChildren(
			element('summary', {}, `Evidence: ${String(pieces.length)} pieces`),
			element('pre', {}, text),
		);
		evidence.open = true;
	};
	const row = (number: string, label: string, note: string, chunkId: string): HTMLElement => {
		const button = element('button', { type: 'button' });
		button.append(
			element('small', {}, number),
			element('span', { class: 'text' }, label),
			element('small', {}, note),
		);
		button.addEventListener('click', () => void showEvidence(chunkId));
		const item = element('li', {});
		item.append(button);
		return item;
	};
	const showChunks = (): void => {
		told.textContent = '';
		boxes.mark([]);
		list.replaceChildren(
			...page.chunks.map(({ chunk }) =>
				row(
					String(chunk.order + 1),
					chunk.text.trim().replace(/\s+/g, ' '),
					`${String(chunk.tokens)} tokens`,
					chunk.id,
				),
			),
		);
	};
	let asked = 0;
	const ask = async (): Promise<void> => {
		const words = query.value.trim();
		const turn = ++asked;
		if (words === '') {
			showChunks();
			return;
		}
		const hits = await index.search(words, { limit: HITS });
		if (turn !== asked) return;
		const here = hits.filter(({ document }) => document.id === page.documentId);
		told.textContent =
			hits.length === 0
				? 'Nothing matches.'
				: `${String(here.length)} of the first ${String(hits.length)} hits are on this page.`;
		boxes.mark(here.map(({ chunkId }) => chunkId));
		list.replaceChildren(
			...hits.map((hit) =>
				row(
					`${String(hit.rank)}.`,
					hit.text.trim().replace(/\s+/g, ' '),
					hit.document.id === page.documentId ? 'this page' : hit.document.title,
					hit.chunkId,
				),
			),
		);
	};
	query.addEventListener('input', () => void ask());
	showChunks();
	return panel;
}

function facts(page: IndexedPage, tokens: number): HTMLElement {
	const line = element(
		'p',
		{},
		`${page.path} · ${String(page.chunks.length)} chunks · ${String(tokens)} tokens `,
	);
	if (page.provenance !== undefined) line.append(element('a', { href: page.provenance }, 'Source'));
	return line;
}

async function findingsOf(index: CitableIndex, page: IndexedPage): Promise<HTMLElement> {
	const { documents } = await index.fidelity();
	const findings = documents.find(({ id }) => id === page.documentId)?.findings ?? [];
	const list = element('ol', { class: 'findings', 'aria-label': 'Findings' });
	for (const { severity, code, message, line } of findings) {
		const item = element('li', { class: severity }, `Line ${String(line)}: ${message} (${code})`);
		list.append(item);
	}
	return list;
}
