import type { Element } from 'hast';
import type { Span } from '../spans.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Elements that stand in a line of text. */
export const inlineElements = words(
	'a abbr acronym b bdi bdo big br cite code data del dfn em font i img input ins kbd label mark nobr output q rb rp rt rtc ruby s samp select slot small span strike strong sub sup time tt u var wbr',
);

/** Elements whose content is no text for readers. */
export const hiddenElements = words('script style template');

/** The other elements of HTML; what is none of any set is an element of the site's own. */
const blockElements = words(
	'address applet area article aside audio base basefont blockquote body button canvas caption center col colgroup datalist dd details dialog dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe legend li link main map marquee math menu menuitem meta meter nav noembed noframes noscript object ol optgroup option p param picture plaintext pre progress search section source summary svg table tbody td textarea tfoot th thead title tr track ul video xmp',
);

/**
 * Attributes in which components of any make tend to keep words for readers. They are read where no
 * adapter says better.
 */
export const textAttributes: readonly string[] = [
	'title',
	'label',
	'heading',
	'caption',
	'description',
	'summary',
	'text',
	'subtitle',
	'question',
	'answer',
	'message',
	'alt',
];

/** Whether an element is one of HTML's own. */
export function isHtmlElement(name: string): boolean {
	return inlineElements.has(name) || hiddenElements.has(name) || blockElements.has(name);
}

/** An attribute of an opening tag, with the span of what stands between its quotes. */
export interface WrittenAttribute extends Span {
	readonly name: string;
	/** The value with character references decoded. */
	readonly value: string;
}

const TAG_NAME = /^<([^\s/>]+)/;
const ATTRIBUTE = /([^\s"'<>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;

/** The name of an element as it is written, and its quoted attributes; from the text of its opening tag on. */
export function openingTagOf(
	text: string,
	start: number,
	element: Element,
): { name: string; attributes: WrittenAttribute[] } {
	const name = TAG_NAME.exec(text.slice(start, start + element.tagName.length + 2))?.[1];
	const attributes: WrittenAttribute[] = [];
	let at = start + element.tagName.length + 1;
	for (;;) {
		while (/[\s/]/.test(text.charAt(at))) at++;
		ATTRIBUTE.lastIndex = at;
		const match = ATTRIBUTE.exec(text);
		if (match === null) {
			// One without quotes has no words; the tag ends where nothing else stands.
			const bare = /[^\s>]+/y;
			bare.lastIndex = at;
			const skipped = bare.exec(text)?.[0].length ?? 0;
			if (skipped === 0) return { name: name ?? element.tagName, attributes };
			at += skipped;
			continue;
		}
		const [whole, attribute = '', double, single] = match;
		const raw = double ?? single ?? '';
		at += whole.length;
		const end = at - 1;
		attributes.push({
			name: attribute,
			value: propertyOf(element, attribute) ?? raw,
			start: end - raw.length,
			end,
		});
	}
}

/** The value that the parser gives an attribute, whatever it calls it. */
function propertyOf({ properties }: Element, attribute: string): string | undefined {
	const wanted = attribute.replaceAll('-', '').toLowerCase();
	for (const [name, value] of Object.entries(properties))
		if (name.replaceAll('-', '').toLowerCase() === wanted && typeof value === 'string')
			return value;
	return undefined;
}
