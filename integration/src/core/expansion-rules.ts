import { MAXIMUM_RADIUS, MAXIMUM_SEEDS } from './expansion-windows.ts';
import type { ExpansionManifest } from './format/files.ts';
import { FORMAT_VERSION } from './format/version.ts';

/**
 * Which relations evidence takes along, by type of node; with the caps that keep it small. The
 * version grows with any change that gives other evidence for the same index.
 */
export const expansionRules: ExpansionManifest = {
	format: FORMAT_VERSION,
	version: 2,
	radius: { default: 1, maximum: MAXIMUM_RADIUS },
	seeds: { maximum: MAXIMUM_SEEDS },
	rules: {
		paragraph: ['qualifier', 'footnote', 'definition'],
		heading: ['footnote'],
		list: ['introduction', 'qualifier', 'footnote'],
		listItem: ['introduction', 'qualifier', 'footnote', 'sibling'],
		table: ['header', 'caption', 'qualifier', 'footnote', 'continuation'],
		tableRow: ['header', 'caption', 'qualifier', 'footnote'],
		code: ['introduction', 'qualifier', 'declaration', 'continuation', 'import'],
		math: ['introduction', 'qualifier', 'continuation'],
		image: ['caption'],
		blockquote: ['qualifier', 'footnote', 'continuation'],
		callout: ['qualifier', 'footnote', 'continuation'],
		component: ['qualifier', 'footnote', 'continuation'],
		directive: ['qualifier', 'footnote', 'continuation'],
		html: ['qualifier', 'footnote', 'continuation'],
		footnoteDefinition: ['footnote'],
	},
	required: [
		'introduction',
		'header',
		'caption',
		'qualifier',
		'footnote',
		'declaration',
		'continuation',
	],
	caps: { siblings: 2, tokens: 400 },
	parts: { above: 128 },
};
