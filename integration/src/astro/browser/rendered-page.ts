import { element } from './elements.ts';

/** How far below the top of a view the line lies that both views keep in step, in pixels. */
const LINE = 110;

/**
 * Offers to show the rendered page beside its source. It is loaded only when it is asked for. Both
 * scroll together: the one that the pointer or the focus is in leads.
 */
export function offerRenderedPage(page: HTMLElement, container: HTMLElement): void {
	const button = page.querySelector<HTMLButtonElement>('[data-beside]');
	const address = page.dataset['page'];
	if (button === null || address === undefined) return;
	button.hidden = false;
	button.setAttribute('aria-pressed', 'false');
	let pane: HTMLElement | undefined;
	let frame: HTMLIFrameElement | undefined;
	let leader: 'source' | 'page' = 'source';

	const chunks = [...container.querySelectorAll<HTMLElement>('.chunk[data-anchor]')];
	const inPage = (chunk: HTMLElement): HTMLElement | null =>
		frame?.contentDocument?.getElementById(chunk.dataset['anchor'] ?? '') ?? null;

	const followSource = (): void => {
		const view = frame?.contentWindow;
		if (leader !== 'source' || view == null) return;
		const chosen = container.querySelector<HTMLElement>('.chunk:target');
		const chunk = chunks.find((candidate) => candidate.getBoundingClientRect().bottom > LINE);
		mark(chosen);
		if (chunk === undefined) return;
		const target = inPage(chunk);
		if (target === null) return;
		view.scrollTo({ top: view.scrollY + target.getBoundingClientRect().top - LINE });
	};
	const followPage = (): void => {
		if (leader !== 'page') return;
		const shown = chunks.findLast((chunk) => {
			const target = inPage(chunk);
			return target !== null && target.getBoundingClientRect().top <= LINE + 10;
		});
		if (shown !== undefined) scrollTo({ top: scrollY + shown.getBoundingClientRect().top - LINE });
	};
	/** Shows in the page where the chosen chunk begins. */
	const mark = (chunk: HTMLElement | null): void => {
		const target = chunk === null ? null : inPage(chunk);
		const before = frame?.contentDocument?.querySelector<HTMLElement>('[data-citable-marked]');
		if (before === target) return;
		if (before != null) {
			before.style.outline = '';
			delete before.dataset['citableMarked'];
		}
		if (target === null) return;
		target.style.outline = '2px solid #d9a400';
		target.style.outlineOffset = '4px';
		target.dataset['citableMarked'] = '';
	};

	let waiting = false;
	const soon = (follow: () => void) => (): void => {
		if (waiting) return;
		waiting = true;
		requestAnimationFrame(() => {
			waiting = false;
			follow();
		});
	};
	addEventListener('scroll', soon(followSource), { passive: true });
	addEventListener('hashchange', soon(followSource));
	container.addEventListener('pointerenter', () => (leader = 'source'));
	container.addEventListener('focusin', () => (leader = 'source'));

	const show = (): void => {
		frame = element('iframe', { src: address, title: 'The rendered page' });
		pane = element('div', { class: 'rendered' }, frame);
		frame.addEventListener('load', () => {
			frame?.contentWindow?.addEventListener('scroll', soon(followPage), { passive: true });
			followSource();
		});
		pane.addEventListener('pointerenter', () => (leader = 'page'));
		frame.addEventListener('focus', () => (leader = 'page'));
		container.after(pane);
	};
	button.addEventListener('click', () => {
		const shown = page.classList.toggle('split');
		button.setAttribute('aria-pressed', String(shown));
		if (shown) show();
		else pane?.remove();
	});
}
