import type { PageChunk } from './page-chunks.ts';

/** Space between a chunk's blocks and the line around them, in pixels. */
const MARGIN = 4;

/** Draws a line around the blocks of each chunk, with its tokens. */
export class ChunkBoxes {
	private readonly layer: HTMLElement;
	private readonly boxes: { readonly chunk: PageChunk; readonly box: HTMLElement }[] = [];
	private readonly redraw = (): void => {
		this.place();
	};

	constructor(canvas: ShadowRoot, chunks: readonly PageChunk[]) {
		this.layer = document.createElement('div');
		this.layer.className = 'boxes';
		for (const chunk of chunks) {
			if (chunk.elements.length === 0) continue;
			const box = document.createElement('div');
			box.className = 'box';
			box.dataset['chunk'] = chunk.chunk.id;
			const label = document.createElement('span');
			label.textContent = `${String(chunk.chunk.order + 1)} · ${String(chunk.chunk.tokens)} tokens`;
			box.append(label);
			this.layer.append(box);
			this.boxes.push({ chunk, box });
		}
		canvas.append(this.layer);
		window.addEventListener('resize', this.redraw);
		window.addEventListener('load', this.redraw);
		this.place();
	}

	/** Marks the chunks that a query would find, best first; none leaves all unmarked. */
	mark(chunkIds: readonly string[]): void {
		for (const { chunk, box } of this.boxes) {
			const rank = chunkIds.indexOf(chunk.chunk.id);
			box.classList.toggle('hit', rank >= 0);
			box.classList.toggle('faint', chunkIds.length > 0 && rank < 0);
		}
	}

	/** Scrolls to a chunk, which takes the eye for a moment. */
	show(chunkId: string): void {
		const found = this.boxes.find(({ chunk }) => chunk.chunk.id === chunkId);
		found?.chunk.elements[0]?.scrollIntoView({ block: 'center', behavior: 'smooth' });
		for (const { box } of this.boxes) box.classList.toggle('chosen', box === found?.box);
	}

	remove(): void {
		window.removeEventListener('resize', this.redraw);
		window.removeEventListener('load', this.redraw);
		this.layer.remove();
	}

	private place(): void {
		for (const { chunk, box } of this.boxes) {
			const areas = chunk.elements
				.map((element) => element.getBoundingClientRect())
				.filter(({ width, height }) => width > 0 && height > 0);
			box.hidden = areas.length === 0;
			if (areas.length === 0) continue;
			const left = Math.min(...areas.map((area) => area.left)) + window.scrollX - MARGIN;
			const top = Math.min(...areas.map((area) => area.top)) + window.scrollY - MARGIN;
			const right = Math.max(...areas.map((area) => area.right)) + window.scrollX + MARGIN;
			const bottom = Math.max(...areas.map((area) => area.bottom)) + window.scrollY + MARGIN;
			Object.assign(box.style, {
				left: `${String(left)}px`,
				top: `${String(top)}px`,
				width: `${String(right - left)}px`,
				height: `${String(bottom - top)}px`,
			});
		}
	}
}
