import type { Adapter, AdapterPreset } from './adapter.ts';

/** The components of one module of Fumadocs. */
const module = (name: string, adapters: readonly Omit<Adapter, 'from'>[]): Adapter[] =>
	adapters.map((adapter) => ({ ...adapter, from: `fumadocs-ui/components/${name}` }));

/** The components of Fumadocs, for content that was written for it. */
export const fumadocs: AdapterPreset = {
	name: 'fumadocs',
	version: 1,
	adapters: [
		...module('accordion', [
			{ name: 'Accordion', kind: 'layout', title: 'title' },
			{ name: 'Accordions', kind: 'layout' },
		]),
		...module('banner', [{ name: 'Banner', kind: 'layout' }]),
		...module('callout', [
			{
				name: 'Callout',
				kind: 'callout',
				title: 'title',
				severity: { attribute: 'type', otherwise: 'note' },
			},
		]),
		...module('card', [
			{ name: 'Card', kind: 'card', title: 'title', text: ['description'], url: 'href' },
			{ name: 'Cards', kind: 'layout' },
		]),
		...module('codeblock', [
			{ name: 'CodeBlock', kind: 'layout', title: 'title' },
			{ name: 'Pre', kind: 'layout' },
		]),
		...module('dynamic-codeblock', [
			{ name: 'DynamicCodeBlock', kind: 'code', code: 'code', language: 'lang' },
		]),
		...module('files', [
			{ name: 'File', kind: 'label', text: ['name'] },
			{ name: 'Files', kind: 'layout' },
			{ name: 'Folder', kind: 'layout', title: 'name' },
		]),
		...module('github-info', [{ name: 'GithubInfo', kind: 'generated' }]),
		...module('heading', [{ name: 'Heading', kind: 'layout' }]),
		...module('image-zoom', [{ name: 'ImageZoom', kind: 'media', url: 'src', text: ['alt'] }]),
		...module('inline-toc', [{ name: 'InlineTOC', kind: 'generated' }]),
		...module('steps', [
			{ name: 'Step', kind: 'layout' },
			{ name: 'Steps', kind: 'layout' },
		]),
		...module('tabs', [
			{ name: 'Tab', kind: 'layout', title: ['title', 'value'] },
			{ name: 'Tabs', kind: 'layout', text: ['items'] },
		]),
		...module('type-table', [{ name: 'TypeTable', kind: 'generated' }]),
		{ name: 'AutoTypeTable', kind: 'generated' },
	],
};
