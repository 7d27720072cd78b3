import type { Page } from 'playwright-core';
import { open, type Chunk, type CitableIndex } from '../../integration/src/client/index.ts';
import { openFolder } from '../../integration/src/node/index.ts';

/** Opens the index that a built site holds. */
export function openBuiltIndex(out: string, assets = 'citable'): Promise<CitableIndex> {
	return open({ load: openFolder(`${out}/${assets}`) });
}

/** All chunks of an index, document by document. */
export async function allChunks(index: CitableIndex): Promise<Chunk[]> {
	const chunks: Chunk[] = [];
	for (const entry of await index.documents()) {
		const view = await index.view(entry);
		for (let order = 0; order < view.content.chunks.length; order++) chunks.push(view.chunk(order));
	}
	return chunks;
}

/** A choice of items that is the same in every run. */
export function sample<Item>(items: readonly Item[], count: number, seed = 1): Item[] {
	const left = [...items];
	const chosen: Item[] = [];
	let state = seed;
	while (chosen.length < count && left.length > 0) {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		chosen.push(...left.splice(state % left.length, 1));
	}
	return chosen;
}

/** What a page highlights. */
export interface Highlight {
	/** The text that has the colour of the mark, as the page shows it. */
	readonly text: string;
	/** Whether its start is in view. */
	readonly inView: boolean;
	/** The heading path that stands above it. */
	readonly headingPath: readonly string[];
}

/** Reads from the page what a reader sees highlighted: by its colour, not by any name. */
export function highlightOf(page: Page): Promise<Highlight> {
	return page.evaluate(() => {
		const probe = document.createElement('div');
		probe.style.background = 'var(--mark)';
		document.body.append(probe);
		const colour = getComputedStyle(probe).backgroundColor;
		probe.remove();
		let text = '';
		let top: number | undefined;
		let section: Element | null = null;
		for (const line of document.querySelectorAll('#source .l')) {
			const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
			while (walker.nextNode() !== null) {
				let element = walker.currentNode.parentElement;
				while (element !== null && element.id !== 'source') {
					if (getComputedStyle(element).backgroundColor === colour) break;
					element = element.parentElement;
				}
				if (element === null || element.id === 'source') continue;
				text += (walker.currentNode as Text).data;
				top ??= element.getBoundingClientRect().top;
				section ??= element.closest('.chunk, .shared');
			}
		}
		const path = [...(section?.querySelectorAll('.path > span:not(.sep)') ?? [])];
		return {
			text,
			inView: top !== undefined && top >= 0 && top < innerHeight,
			headingPath: path.map((part) => part.textContent),
		};
	});
}
