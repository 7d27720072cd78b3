/** HTML that is safe to put into a page as it is. Only `markup` makes it. */
export interface Markup {
	readonly html: string;
}

type Part = Markup | string | number | false | undefined | readonly Part[];

/** Makes HTML; whatever is filled in is text, unless it is HTML that was made here. */
export function markup(template: TemplateStringsArray, ...parts: readonly Part[]): Markup {
	let made = template[0] ?? '';
	parts.forEach((part, at) => {
		made += render(part) + (template[at + 1] ?? '');
	});
	return { html: made };
}

function render(part: Part): string {
	if (part === undefined || part === false) return '';
	if (typeof part === 'string') return escapeText(part);
	if (typeof part === 'number') return String(part);
	return 'html' in part ? part.html : part.map(render).join('');
}

/** Text in which what stands between backticks is code. */
export function withCode(text: string): Markup {
	const parts = text.split('`');
	// A backtick that nothing closes is one.
	if (parts.length % 2 === 0) return markup`${text}`;
	return markup`${parts.map((part, at) => (at % 2 === 0 ? part : markup`<code>${part}</code>`))}`;
}

const entities: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
	// A parser of HTML makes a line feed of it; written so, it stays.
	'\r': '&#13;',
};

/** Text as HTML that a parser reads back unit by unit, in an element and in an attribute. */
export function escapeText(text: string): string {
	return text.replace(/[&<>"'\r]/g, (character) => entities[character] ?? character);
}
