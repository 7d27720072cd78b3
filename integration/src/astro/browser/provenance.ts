import { revisionOf, spanAddress } from '../../core/anchors.ts';
import { citationForms, type PageCitation } from './citation-text.ts';
import { element } from './elements.ts';
import { MarkedSpan, spanFromFragment } from './marked-span.ts';
import { offerRenderedPage } from './rendered-page.ts';
import { SourceText } from './source-text.ts';

/** Adds to the page of a document what needs a script. The page shows its chunks without it. */
export function enhanceProvenancePage(): void {
	const page = document.querySelector<HTMLElement>('.provenance');
	const container = document.querySelector<HTMLElement>('#source');
	if (page === null || container === null) return;
	const source = new SourceText(container);
	const marked = new MarkedSpan(source);
	const status = page.querySelector<HTMLElement>('[data-status]');
	const say = (text: string): void => {
		if (status !== null) status.textContent = text;
	};

	const mark = (span: { start: number; end: number }): void => {
		marked.show(span.start, span.end)?.scrollIntoView({ block: 'center' });
		const length = String(span.end - span.start);
		say(`Marked: ${length} characters on ${linesOf(container, 'mark')}.`);
	};
	const follow = (): void => {
		marked.clear();
		markOutline(page);
		markContext(page);
		const span = spanFromFragment(location.hash, source.text.length);
		if (span !== undefined && !isOfOtherRevision(page, say)) mark(span);
	};
	addEventListener('hashchange', follow);
	addEventListener('popstate', follow);
	follow();

	container.addEventListener('copy', (event) => {
		const span = selectedSpan(source);
		if (span === undefined || event.clipboardData === null) return;
		// The lines are elements of their own; what is copied is the source alone.
		event.clipboardData.setData('text/plain', source.text.slice(span.start, span.end));
		event.preventDefault();
	});

	const citation = (span: { start: number; end: number }, chunk?: string): PageCitation => {
		const { text } = source;
		const first = lineOf(text, span.start);
		const { document = '', title = '', path = '', revision = '', generation = '' } = page.dataset;
		return {
			document,
			title,
			path,
			revision,
			generation,
			span,
			...(chunk === undefined ? {} : { chunk }),
			lines: {
				first,
				last:
					first +
					text
						.slice(span.start, span.end)
						.trimEnd()
						.split(/\r\n|[\r\n]/).length -
					1,
			},
			quote: text.slice(span.start, span.end),
			url: new URL(
				chunk === undefined
					? spanAddress(location.pathname, revision, span)
					: `${location.pathname}#${chunk}`,
				location.href,
			).href,
		};
	};

	for (const footer of page.querySelectorAll<HTMLElement>('.more')) {
		const section = footer.closest<HTMLElement>('.chunk');
		if (section === null) continue;
		const cite = (): PageCitation =>
			citation(
				{ start: Number(section.dataset['start']), end: Number(section.dataset['end']) },
				section.id,
			);
		footer.prepend(copyButtons(cite, say));
	}
	offerSelection(container, source, citation, say);
	offerVerification(page, say);
	offerRenderedPage(page, container);
}

/**
 * Whether the address names a revision that the page does not show. Then its span means other text
 * here; the page says so, and leads to the revision where the site still has it.
 */
function isOfOtherRevision(page: HTMLElement, say: (text: string) => void): boolean {
	page.querySelector('.other')?.remove();
	const wanted = revisionOf(location.href);
	const shown = page.dataset['revision'] ?? '';
	if (wanted === undefined || shown.startsWith(wanted)) return false;
	const kept = page.querySelector<HTMLAnchorElement>(`a[data-revision^="${wanted}"]`);
	const text = `The link is of revision ${wanted}, and this page shows ${shown.slice(0, 12)}.`;
	const way =
		kept === null
			? 'That revision is not kept here, so nothing is marked.'
			: element(
					'a',
					{ href: kept.pathname + location.search + location.hash },
					'Open the passage as it was',
				);
	const note = element('p', {}, element('strong', {}, text), ' ', way);
	page
		.querySelector('h1')
		?.after(element('div', { class: 'superseded other', role: 'note' }, note));
	say(note.textContent);
	return true;
}

function linesOf(container: HTMLElement, selector: string): string {
	const lines = [...container.querySelectorAll(`.l:has(${selector})`)].map(({ id }) => id.slice(1));
	const [first = ''] = lines;
	const last = lines.at(-1) ?? '';
	return first === last ? `line ${first}` : `lines ${first} to ${last}`;
}

function lineOf(text: string, offset: number): number {
	return text.slice(0, offset).split(/\r\n|[\r\n]/).length;
}

function selectedSpan(source: SourceText): { start: number; end: number } | undefined {
	const selection = getSelection();
	if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return undefined;
	return source.spanOf(selection.getRangeAt(0));
}

/** Shows in the list of sections which one holds the target. */
function markOutline(page: HTMLElement): void {
	for (const link of page.querySelectorAll<HTMLAnchorElement>('.outline a')) {
		if (link.hash !== '' && link.hash === location.hash)
			link.setAttribute('aria-current', 'location');
		else link.removeAttribute('aria-current');
	}
}

/** Marks what the chosen chunk needs to be understood, and the chunks beside it. */
function markContext(page: HTMLElement): void {
	for (const line of page.querySelectorAll('.l.context')) line.classList.remove('context');
	for (const chunk of page.querySelectorAll('.chunk.beside')) chunk.classList.remove('beside');
	const chosen = page.querySelector('.chunk:target');
	if (chosen === null) return;
	for (const link of chosen.querySelectorAll<HTMLElement>('[data-context]')) {
		const [first = 0, last = 0] = (link.dataset['context'] ?? '').split('-').map(Number);
		for (let line = first; line <= last; line++)
			document.getElementById(`L${String(line)}`)?.classList.add('context');
	}
	for (const link of chosen.querySelectorAll<HTMLAnchorElement>('.walk a'))
		document.getElementById(link.hash.slice(1))?.classList.add('beside');
}

function button(label: string, act: () => void | Promise<void>): HTMLButtonElement {
	const made = document.createElement('button');
	made.type = 'button';
	made.className = 'button small';
	made.textContent = label;
	made.addEventListener('click', () => void act());
	return made;
}

function copyButtons(cite: () => PageCitation, say: (text: string) => void): HTMLElement {
	const row = document.createElement('p');
	row.className = 'copies';
	const copy = (name: string, text: () => string): HTMLButtonElement => {
		const made = button(name, async () => {
			try {
				await navigator.clipboard.writeText(text());
				made.textContent = 'Copied';
				say(`Copied: ${name}.`);
			} catch {
				made.textContent = 'Not allowed to copy';
			}
			setTimeout(() => {
				made.textContent = name;
			}, 1600);
		});
		return made;
	};
	row.append(copy('Copy link', () => cite().url));
	for (const [name, form] of Object.entries(citationForms))
		row.append(copy(`Copy as ${name}`, () => form(cite())));
	return row;
}

/** Offers a citation of whatever text of the source is selected. */
function offerSelection(
	container: HTMLElement,
	source: SourceText,
	cite: (span: { start: number; end: number }) => PageCitation,
	say: (text: string) => void,
): void {
	let span: { start: number; end: number } | undefined;
	const offer = document.createElement('div');
	offer.className = 'offer';
	offer.hidden = true;
	offer.setAttribute('role', 'group');
	offer.setAttribute('aria-label', 'Cite the selection');
	const chosen = (): PageCitation => cite(span ?? { start: 0, end: 0 });
	offer.append(
		button('Mark selection', () => {
			if (span === undefined) return;
			history.pushState(null, '', chosen().url);
			dispatchEvent(new PopStateEvent('popstate'));
			offer.hidden = true;
		}),
		...copyButtons(chosen, say).children,
	);
	// Right behind the source, so that the next press of Tab leads there.
	container.after(offer);
	const place = (): void => {
		const selection = getSelection();
		const inside =
			selection !== null &&
			!selection.isCollapsed &&
			selection.anchorNode !== null &&
			container.contains(selection.anchorNode);
		if (!inside) {
			if (!offer.contains(document.activeElement)) offer.hidden = true;
			return;
		}
		span = selectedSpan(source);
		offer.hidden = span === undefined;
	};
	let waiting: ReturnType<typeof setTimeout> | undefined;
	document.addEventListener('selectionchange', () => {
		clearTimeout(waiting);
		waiting = setTimeout(place, 150);
	});
}

/** Offers to compute the digest of the published source again. */
function offerVerification(page: HTMLElement, say: (text: string) => void): void {
	const verify = page.querySelector<HTMLButtonElement>('[data-verify]');
	const verdict = page.querySelector<HTMLElement>('[data-verdict]');
	// Digests need a secure context: https, or the machine itself.
	if (verify === null || verdict === null || !isSecureContext) return;
	verify.hidden = false;
	verify.addEventListener('click', () => {
		void (async () => {
			verdict.textContent = 'Reading the source …';
			const { source = '', revision } = page.dataset;
			let text: string;
			let bad = true;
			try {
				const response = await fetch(source, { cache: 'no-cache' });
				if (!response.ok) throw new Error(`The server answers ${String(response.status)}.`);
				const bytes = await response.arrayBuffer();
				const digest = await crypto.subtle.digest('SHA-256', bytes);
				const actual = [...new Uint8Array(digest)]
					.map((byte) => byte.toString(16).padStart(2, '0'))
					.join('');
				const shown = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
				const container = document.querySelector('#source');
				const same = container !== null && withoutNul(shown) === new SourceText(container).text;
				if (actual !== revision) text = `Altered: the digest is ${actual.slice(0, 12)}….`;
				else if (!same) text = 'The source is intact, but this page shows other text.';
				else {
					text = `Verified: ${String(bytes.byteLength)} bytes have the digest ${actual.slice(0, 12)}…, and this page shows them exactly.`;
					bad = false;
				}
			} catch (error) {
				text = `The source cannot be read. ${error instanceof Error ? error.message : ''}`;
			}
			verdict.textContent = text;
			verdict.classList.toggle('bad', bad);
			say(text);
		})();
	});
}

/** No page can hold a NUL; a replacement character of the same length stands for it. */
function withoutNul(text: string): string {
	return text.replaceAll('\0', '\uFFFD');
}
