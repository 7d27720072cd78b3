/** What a citation says, as far as the page of a document knows it. */
export interface PageCitation {
	readonly document: string;
	readonly title: string;
	readonly path: string;
	readonly revision: string;
	readonly generation: string;
	readonly span: { readonly start: number; readonly end: number };
	readonly chunk?: string;
	readonly lines: { readonly first: number; readonly last: number };
	readonly quote: string;
	/** Address of this page, with the span as its fragment. */
	readonly url: string;
}

/** The forms in which a citation can be copied. */
export const citationForms = {
	Markdown: (citation: PageCitation): string => {
		const quote = citation.quote.trimEnd().replace(/^/gm, '> ');
		const { title, url, path, revision } = citation;
		return `${quote}\n>\n> — [${title.replace(/[[\]\\]/g, '\\$&')}](${url}), ${path} ${linesOf(citation)}, revision ${revision.slice(0, 12)}\n`;
	},
	JSON: (citation: PageCitation): string => `${JSON.stringify(citation, undefined, 2)}\n`,
	BibTeX: (citation: PageCitation): string => {
		const key = citation.document.replace(/[^a-z\d]+/gi, '-').toLowerCase();
		const fields = [
			['title', plain(citation.title)],
			['howpublished', `\\url{${citation.url}}`],
			['version', citation.revision],
			['note', plain(`${citation.path}, ${linesOf(citation)}`)],
		];
		const written = fields.map(([name = '', value = '']) => `  ${name} = {${value}},\n`);
		return `@misc{${key}-${citation.revision.slice(0, 8)},\n${written.join('')}}\n`;
	},
} as const;

function linesOf({ lines }: PageCitation): string {
	return lines.first === lines.last
		? `line ${String(lines.first)}`
		: `lines ${String(lines.first)}–${String(lines.last)}`;
}

/** Text without what BibTeX takes for its own. */
function plain(text: string): string {
	return text.replace(/[{}\\]/g, '').replace(/[#$%&_~^]/g, '\\$&');
}
