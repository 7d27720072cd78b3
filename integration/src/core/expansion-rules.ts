import { MAXIMUM_RADIUS, MAXIMUM_SEEDS } from './expansion-windows.ts';
import type { ExpansionManifest } from './format/files.ts';

/** Which relations evidence takes along, by type of node; with the caps that keep it small. */
export const expansionRules: ExpansionManifest = {
	format: 1,
	version: 1,
	radius: { default: 1, maximum: MAXIMUM_RADIUS },
	seeds: { maximum: MAXIMUM_SEEDS },
	rules: {
		paragraph: ['qualifier', 'footnote'],
		list: ['introduction', 'qualifier', 'footnote'],
		listItem: ['introduction', 'sibling', 'qualifier', 'footnote'],
		table: ['caption', 'header', 'qualifier', 'footnote'],
		tableRow: ['header', 'caption', 'footnote'],
		code: ['introduction', 'declaration', 'import', 'qualifier'],
		blockquote: ['qualifier', 'footnote'],
		callout: ['footnote'],
	},
	caps: { siblings: 2, tokens: 400 },
};
