import type { AdapterPreset } from './adapter.ts';

/** The components of Docusaurus, for content that was written for it. */
export const docusaurus: AdapterPreset = {
	name: 'docusaurus',
	version: 1,
	adapters: [
		{
			name: 'Admonition',
			from: '@theme/Admonition',
			kind: 'callout',
			title: 'title',
			severity: { attribute: 'type', otherwise: 'note' },
		},
		{ name: 'BrowserOnly', from: '@docusaurus/BrowserOnly', kind: 'generated' },
		{
			name: 'CodeBlock',
			from: '@theme/CodeBlock',
			kind: 'code',
			language: 'language',
			title: 'title',
		},
		{ name: 'Details', from: '@theme/Details', kind: 'layout', title: 'summary' },
		{ name: 'DocCard', from: '@theme/DocCard', kind: 'generated' },
		{ name: 'DocCardList', from: '@theme/DocCardList', kind: 'generated' },
		{ name: 'Head', from: '@docusaurus/Head', kind: 'decoration' },
		{ name: 'Heading', from: '@theme/Heading', kind: 'layout' },
		{ name: 'Image', from: '@theme/IdealImage', kind: 'media', url: 'img' },
		{ name: 'IdealImage', from: '@theme/IdealImage', kind: 'media', url: 'img' },
		{ name: 'Link', from: '@docusaurus/Link', kind: 'label', url: 'to' },
		{ name: 'Redirect', from: '@docusaurus/router', kind: 'decoration' },
		{ name: 'TabItem', from: '@theme/TabItem', kind: 'layout', title: ['label', 'value'] },
		{ name: 'Tabs', from: '@theme/Tabs', kind: 'layout' },
		{ name: 'ThemedImage', from: '@theme/ThemedImage', kind: 'media', url: 'sources' },
		{ name: 'TOCInline', from: '@theme/TOCInline', kind: 'generated' },
		{ name: 'Translate', from: '@docusaurus/Translate', kind: 'label' },
	],
};
