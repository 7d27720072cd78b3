import type { AdapterPreset } from './adapter.ts';

/**
 * HTML elements as MDX reads them: their children are Markdown, and they mean what HTML says they
 * do. Images, links and tables have node types of their own, and what is not named here arranges
 * its children.
 */
export const html: AdapterPreset = {
	name: 'html',
	version: 1,
	adapters: [
		{ name: 'script', kind: 'decoration' },
		{ name: 'style', kind: 'decoration' },
		{ name: 'template', kind: 'decoration' },
		{ name: 'source', kind: 'decoration' },
		{ name: 'track', kind: 'decoration', text: ['label'] },
		{ name: 'optgroup', kind: 'layout', text: ['label'] },
		{ name: 'area', kind: 'label', text: ['alt'], url: 'href' },
		{ name: 'video', kind: 'media', url: 'src' },
		{ name: 'audio', kind: 'media', url: 'src' },
		{ name: 'iframe', kind: 'media', url: 'src', title: 'title' },
		{ name: 'embed', kind: 'media', url: 'src', title: 'title' },
		{ name: 'object', kind: 'media', url: 'data', title: 'title' },
	],
};
