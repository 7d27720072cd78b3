import { viewOf, type ViewNode, type ViewText } from '../../integration/src/core/nodes/view.ts';
import type { ReadDocument } from '../core/reading.ts';

/** A page with a source on one side, and on the other what is read of it. */
export function fixturePage(name: string, document: ReadDocument): string {
	const { text, source, tree, findings } = document;
	const lines = source.lines.map((start, line) => text.slice(start, source.lines[line + 1]));
	return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${escape(name)}</title>
<style>${STYLE}</style>
<h1>${escape(name)}</h1>
<main>
<section aria-label="Source"><ol>${lines.map((line) => `<li><code>${escape(line.replace(/[\r\n]+$/, ''))}</code></li>`).join('')}</ol></section>
<section aria-label="What is read">${viewOf(source, tree).map(item).join('')}
${findings.map(({ code, line, message }) => `<p class="finding"><b>${code}</b> line ${line}: ${escape(message)}</p>`).join('')}
</section>
</main>
</html>`;
}

function item(of: ViewNode | ViewText): string {
	if ('kind' in of) {
		const changed = of.source === undefined ? '' : ' class="changed"';
		return `<span data-kind="${of.kind}"${changed}>${escape(of.text)}</span>`;
	}
	const attributes = Object.entries(of.attributes)
		.map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
		.join(' ');
	const [first, last] = of.lines;
	const place = first === last ? `${first}` : `${first}–${last}`;
	const label = `<span class="label">${of.type} <i>${place}</i> ${escape(attributes)}</span>`;
	return `<div data-type="${of.type}">${label}${of.content.map(item).join('')}</div>`;
}

/** Plain colours and one font, so that a picture changes only where what is read changes. */
const STYLE = `
body { margin: 8px; font: 12px/1.4 monospace; color: #222; background: #fff; }
h1 { margin: 0 0 8px; font-size: 14px; }
main { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; }
@media (max-width: 600px) { main { grid-template-columns: 1fr; } }
section { min-width: 0; border: 1px solid #999; padding: 4px; }
ol { margin: 0; padding-left: 28px; }
code { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
div { margin: 2px 0 2px 2px; border-left: 3px solid #88a; padding-left: 4px; }
div[data-type=heading] { border-color: #c33; }
div[data-type=callout] { border-color: #e90; }
div[data-type=code], div[data-type=math] { border-color: #393; }
div[data-type=component], div[data-type=html], div[data-type=directive] { border-color: #93c; }
div[data-type=link], div[data-type=image] { border-color: #39c; }
.label { display: block; color: #667; font-size: 10px; overflow-wrap: anywhere; }
span[data-kind] { white-space: pre-wrap; overflow-wrap: anywhere; background: #eef3fa; }
span.changed { background: #fdf3c8; }
.finding { margin: 4px 0 0; color: #900; }`;

function escape(text: string): string {
	return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
