import type { AdapterPreset } from './adapter.ts';

const COMPONENTS = ['nextra/components', 'nextra-theme-docs', 'nextra-theme-blog'];

/** The components of Nextra, for content that was written for it. */
export const nextra: AdapterPreset = {
	name: 'nextra',
	version: 1,
	adapters: [
		{ name: 'Banner', from: COMPONENTS, kind: 'layout' },
		{ name: 'Bleed', from: COMPONENTS, kind: 'layout' },
		{
			name: 'Callout',
			from: COMPONENTS,
			kind: 'callout',
			severity: { attribute: 'type', otherwise: 'note' },
		},
		{ name: 'Card', from: COMPONENTS, kind: 'card', title: 'title', url: 'href' },
		{ name: 'Cards', from: COMPONENTS, kind: 'layout' },
		{ name: 'Cards.Card', from: COMPONENTS, kind: 'card', title: 'title', url: 'href' },
		{ name: 'Collapse', from: COMPONENTS, kind: 'layout' },
		{ name: 'FileTree', from: COMPONENTS, kind: 'layout' },
		{ name: 'FileTree.File', from: COMPONENTS, kind: 'label', text: ['name'] },
		{ name: 'FileTree.Folder', from: COMPONENTS, kind: 'layout', title: 'name' },
		{ name: 'ImageZoom', from: COMPONENTS, kind: 'media', url: 'src', text: ['alt'] },
		{ name: 'MDXRemote', from: COMPONENTS, kind: 'generated' },
		{ name: 'Mermaid', from: COMPONENTS, kind: 'code', code: 'chart' },
		{ name: 'Playground', from: COMPONENTS, kind: 'code', code: 'source' },
		{ name: 'Steps', from: COMPONENTS, kind: 'layout' },
		{ name: 'Tab', from: COMPONENTS, kind: 'layout' },
		{ name: 'Tabs', from: COMPONENTS, kind: 'layout', text: ['items'] },
		{ name: 'Tabs.Tab', from: COMPONENTS, kind: 'layout' },
		{ name: 'TSDoc', from: COMPONENTS, kind: 'generated' },
	],
};
