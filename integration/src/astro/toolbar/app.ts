import { defineToolbarApp } from 'astro/toolbar';
import { CitableError, open } from '../../client/index.ts';
import { ChunkBoxes } from './boxes.ts';
import { makePanel } from './panel.ts';
import { readPage } from './page-chunks.ts';
import { style } from './style.ts';

/** What the server tells the app. */
interface Told {
	/** Path of the folder of the index, with base. */
	readonly index: string;
}

/** The event by which the server tells where the index is; the app asks for it by the same name. */
const EVENT = 'astro-citable:index';

/**
 * Shows on a page of the site, in development, which chunks its blocks are in, what evidence they
 * bring along, what could not be trusted, and what a query would find.
 */
export default defineToolbarApp({
	init(canvas, app, server) {
		let boxes: ChunkBoxes | undefined;
		let index: string | undefined;
		let shown = false;

		const clear = (): void => {
			boxes?.remove();
			boxes = undefined;
			canvas.querySelector('astro-dev-toolbar-window')?.remove();
		};
		const show = async (): Promise<void> => {
			clear();
			if (index === undefined) return;
			const frame = document.createElement('astro-dev-toolbar-window');
			canvas.append(frame);
			try {
				const opened = await open(new URL(index, location.href));
				const page = await readPage(opened, location.pathname, document);
				if (page === undefined) {
					say(frame, 'The index has no document for this page.');
					return;
				}
				boxes = new ChunkBoxes(canvas, page.chunks);
				frame.append(await makePanel(opened, page, boxes));
			} catch (error) {
				if (!(error instanceof CitableError)) throw error;
				say(frame, `${error.message} ${error.hint}`);
			}
		};

		canvas.append(Object.assign(document.createElement('style'), { textContent: style }));
		server.on<Told>(EVENT, (told) => {
			index = told.index;
			if (shown) void show();
		});
		server.send(EVENT, {});
		app.onToggled(({ state }) => {
			shown = state;
			if (state) void show();
			else clear();
		});
	},
});

function say(frame: HTMLElement, text: string): void {
	const panel = Object.assign(document.createElement('div'), { className: 'panel' });
	panel.append(Object.assign(document.createElement('p'), { textContent: text }));
	frame.append(panel);
}
