import {
	open,
	CitableError,
	type CitableIndex,
	type EvidencePiece,
	type Hit,
} from '../../client/index.ts';
import { spanAddress } from '../../core/anchors.ts';
import { citationForms } from './citation-text.ts';
import { element } from './elements.ts';
import { matchedRuns, snippetOf } from './matched-text.ts';

/** How long to wait for the next key before searching, in milliseconds. */
const PAUSE = 120;
const SNIPPET = 300;

/** Roles of evidence in words. */
const roles: Readonly<Record<string, string>> = {
	seed: 'found',
	neighbor: 'beside it',
	introduction: 'introduction',
	caption: 'caption',
	header: 'table header',
	qualifier: 'qualifies it',
	footnote: 'footnote',
	sibling: 'same list',
	definition: 'definition',
	declaration: 'declaration',
	import: 'import',
	continuation: 'continues',
};

/** Makes the element `<citable-search>` work. */
export function defineCitableSearch(): void {
	if (customElements.get('citable-search') === undefined)
		customElements.define('citable-search', CitableSearch);
}

/** A search over a citable index: hits with their evidence, each with a citation that can be opened. */
class CitableSearch extends HTMLElement {
	private index: Promise<CitableIndex> | undefined;
	private waiting: ReturnType<typeof setTimeout> | undefined;
	/** Grows with each search; an answer to an older one is dropped. */
	private turn = 0;

	connectedCallback(): void {
		const { input } = this;
		input.addEventListener('input', () => {
			clearTimeout(this.waiting);
			this.waiting = setTimeout(() => void this.search(), PAUSE);
		});
		input.addEventListener('focus', () => void this.opened().catch(() => undefined), {
			once: true,
		});
		this.querySelector('form')?.addEventListener('submit', (event) => {
			event.preventDefault();
			clearTimeout(this.waiting);
			void this.search();
		});
		this.addEventListener('keydown', this.walk);
		document.addEventListener('keydown', this.summon);
		const query = new URLSearchParams(location.search).get('q');
		if (query !== null && query !== '') {
			input.value = query;
			void this.search();
		}
	}

	disconnectedCallback(): void {
		document.removeEventListener('keydown', this.summon);
	}

	private get input(): HTMLInputElement {
		const input = this.querySelector('input');
		if (input === null) throw new Error('<citable-search> needs an input.');
		return input;
	}

	private get results(): Element {
		const list = this.querySelector('[data-results]');
		if (list === null) throw new Error('<citable-search> needs a list.');
		return list;
	}

	private say(text: string, state: 'idle' | 'busy' | 'error' = 'idle'): void {
		this.dataset['state'] = state;
		const status = this.querySelector('[data-status]');
		if (status !== null) status.textContent = text;
	}

	/** The index; opened once, and tried again after a failure. */
	private opened(): Promise<CitableIndex> {
		this.index ??= open(new URL(this.dataset['index'] ?? '', location.href));
		this.index.catch(() => (this.index = undefined));
		return this.index;
	}

	private async search(): Promise<void> {
		const turn = ++this.turn;
		const query = this.input.value.trim();
		share(query);
		if (query === '') {
			this.results.replaceChildren();
			this.say('');
			return;
		}
		this.say(this.index === undefined ? 'Loading the index …' : 'Searching …', 'busy');
		try {
			const index = await this.opened();
			const limit = Number(this.dataset['limit'] ?? 10);
			const language = this.dataset['language'];
			const hits = await index.search(query, {
				limit,
				...(language === undefined ? {} : { language }),
			});
			const items = await Promise.all(hits.map((hit) => this.hitItem(index, hit)));
			if (turn !== this.turn) return;
			this.results.replaceChildren(...items);
			this.say(
				hits.length === 0
					? `Nothing is found for “${query}”. Try fewer words, or other ones.`
					: `${String(hits.length)} ${hits.length === 1 ? 'passage' : 'passages'} for “${query}”`,
			);
		} catch (error) {
			if (turn !== this.turn) return;
			this.results.replaceChildren();
			const hint = error instanceof CitableError ? ` ${error.hint}` : '';
			this.say(`The search failed. ${(error as Error).message}${hint}`, 'error');
		}
	}

	private async hitItem(index: CitableIndex, hit: Hit): Promise<HTMLElement> {
		const citation = await index.cite(hit);
		const words = [...new Set(Object.entries(hit.matches).flat(2))];
		const titles = [
			hit.document.title,
			...hit.headingPath.filter((title) => title !== hit.document.title),
		];
		const last = titles.pop() ?? '';
		const provenance = citation.provenance;
		const main = citation.url ?? provenance;
		const evidence = element('div', { class: 'evidence', hidden: '' });
		const toggle = element('button', { type: 'button', 'aria-expanded': 'false' }, 'Evidence');
		toggle.addEventListener('click', () => {
			void (async () => {
				if (evidence.childElementCount === 0)
					evidence.replaceChildren(...(await evidenceOf(index, hit)));
				evidence.hidden = !evidence.hidden;
				toggle.setAttribute('aria-expanded', String(!evidence.hidden));
			})();
		});
		const copy = element('button', { type: 'button' }, 'Copy citation');
		copy.addEventListener('click', () => {
			const text = citationForms.Markdown({
				document: citation.document.id,
				title: citation.document.title,
				path: citation.document.path,
				revision: citation.revision,
				generation: citation.generation,
				span: citation.span,
				lines: { first: citation.startLine, last: citation.endLine },
				quote: citation.quote,
				url: provenance ?? citation.url ?? '',
			});
			void navigator.clipboard.writeText(text).then(
				() => (copy.textContent = 'Copied'),
				() => (copy.textContent = 'Not allowed to copy'),
			);
		});
		const lines =
			citation.startLine === citation.endLine
				? `line ${String(citation.startLine)}`
				: `lines ${String(citation.startLine)}–${String(citation.endLine)}`;
		const source = `${citation.document.path}, ${lines}`;
		return element(
			'li',
			{ class: 'hit' },
			element('p', { class: 'path' }, titles.join(' › ')),
			element(
				'p',
				{ class: 'title' },
				main === undefined ? last : element('a', { href: main, 'data-hit': '' }, last),
				hit.document.status === undefined
					? ''
					: element('span', { class: 'status' }, hit.document.status),
			),
			element(
				'p',
				{ class: 'snippet' },
				...marked(
					snippetOf(without(last, citation.visible ?? citation.quote), words, SNIPPET),
					words,
				),
			),
			element(
				'p',
				{ class: 'cite' },
				provenance === undefined
					? source
					: element('a', { href: provenance, class: 'provenance' }, source),
				element('code', { title: `revision ${citation.revision}` }, citation.revision.slice(0, 8)),
				toggle,
				copy,
			),
			evidence,
		);
	}

	/** `/` leads to the field from anywhere on the page. */
	private readonly summon = (event: KeyboardEvent): void => {
		if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
		const { target } = event;
		if (
			target instanceof HTMLElement &&
			target.matches('input, textarea, select, [contenteditable]')
		)
			return;
		event.preventDefault();
		this.input.focus();
	};

	/** The arrow keys lead from hit to hit, and Escape back to the field. */
	private readonly walk = (event: KeyboardEvent): void => {
		const links = [...this.querySelectorAll<HTMLElement>('[data-hit]')];
		const at = links.indexOf(document.activeElement as HTMLElement);
		const inInput = document.activeElement === this.input;
		if (event.key === 'ArrowDown' && (inInput || at >= 0)) links[at + 1]?.focus();
		else if (event.key === 'ArrowUp' && at >= 0) (links[at - 1] ?? this.input).focus();
		else if (event.key === 'Escape' && !inInput) this.input.focus();
		else return;
		event.preventDefault();
	};
}

/** Puts the query into the address, so that it can be shared. */
function share(query: string): void {
	const address = new URL(location.href);
	if (query === '') address.searchParams.delete('q');
	else address.searchParams.set('q', query);
	history.replaceState(history.state, '', address);
}

async function evidenceOf(index: CitableIndex, hit: Hit): Promise<HTMLElement[]> {
	const { units } = await index.expand([hit]);
	return units.flatMap((unit) => [
		element(
			'p',
			{ class: 'context' },
			unit.context === 'complete'
				? `What a claim on this needs is here: ${String(unit.tokens)} tokens.`
				: `Not all that a claim on this needs is here: ${String(unit.tokens)} tokens.`,
		),
		...unit.pieces.map((piece) => pieceElement(index, hit, piece)),
	]);
}

function pieceElement(index: CitableIndex, hit: Hit, piece: EvidencePiece): HTMLElement {
	const { provenance, revision } = hit.document;
	const lines =
		piece.startLine === piece.endLine
			? `line ${String(piece.startLine)}`
			: `lines ${String(piece.startLine)}–${String(piece.endLine)}`;
	return element(
		'figure',
		{ class: piece.role === 'seed' ? 'piece seed' : 'piece' },
		element(
			'figcaption',
			{},
			element('span', { class: 'role' }, roles[piece.role] ?? piece.role),
			provenance === undefined
				? lines
				: element('a', { href: spanAddress(index.resolve(provenance), revision, piece) }, lines),
		),
		element('pre', { tabindex: '0' }, element('code', {}, piece.text)),
	);
}

/** A passage often starts with its own heading, which stands above it already. */
function without(title: string, text: string): string {
	return text.startsWith(title) && text.length > title.length ? text.slice(title.length) : text;
}

function marked(text: string, words: readonly string[]): (string | HTMLElement)[] {
	return matchedRuns(text, words).map((run) =>
		run.matched ? element('mark', {}, run.text) : run.text,
	);
}
