import type { Adapter, AdapterPreset } from './adapter.ts';

const STARLIGHT = '@astrojs/starlight/components';

/** The components that Starlight ships. */
export const starlight: AdapterPreset = {
	name: 'starlight',
	version: 1,
	adapters: [
		{
			name: 'Aside',
			from: STARLIGHT,
			kind: 'callout',
			title: 'title',
			severity: { attribute: 'type', otherwise: 'note' },
		},
		{ name: 'Badge', from: STARLIGHT, kind: 'label', text: ['text'] },
		{ name: 'Card', from: STARLIGHT, kind: 'card', title: 'title' },
		{ name: 'CardGrid', from: STARLIGHT, kind: 'layout' },
		{
			name: 'Code',
			from: [STARLIGHT, 'astro:components', 'astro-expressive-code/components'],
			kind: 'code',
			code: 'code',
			language: 'lang',
			title: 'title',
		},
		{ name: 'FileTree', from: STARLIGHT, kind: 'layout' },
		{ name: 'Icon', from: STARLIGHT, kind: 'decoration', text: ['label'] },
		{ name: 'LinkButton', from: STARLIGHT, kind: 'card', url: 'href' },
		{
			name: 'LinkCard',
			from: STARLIGHT,
			kind: 'card',
			title: 'title',
			text: ['description'],
			url: 'href',
		},
		{ name: 'Steps', from: STARLIGHT, kind: 'layout' },
		{ name: 'Tabs', from: STARLIGHT, kind: 'layout' },
		{ name: 'TabItem', from: STARLIGHT, kind: 'layout', title: 'label' },
	],
};

/** What Astro itself offers to every page. */
export const astro: AdapterPreset = {
	name: 'astro',
	version: 1,
	adapters: [
		{ name: 'Fragment', kind: 'layout', html: 'set:html', text: ['set:text'] },
		{ name: 'Image', from: 'astro:assets', kind: 'media', url: 'src', text: ['alt'] },
		{ name: 'Picture', from: 'astro:assets', kind: 'media', url: 'src', text: ['alt'] },
		{ name: 'ClientRouter', from: 'astro:transitions', kind: 'decoration' },
	],
};

const layout = (name: string): Adapter => ({ name, kind: 'layout' });

/**
 * HTML elements as MDX reads them: their children are Markdown, and they mean what HTML says they
 * do. Images and links have node types of their own and need no adapter.
 */
export const html: AdapterPreset = {
	name: 'html',
	version: 1,
	adapters: [
		{ name: 'script', kind: 'decoration' },
		{ name: 'style', kind: 'decoration' },
		{ name: 'video', kind: 'media', url: 'src' },
		{ name: 'audio', kind: 'media', url: 'src' },
		{ name: 'iframe', kind: 'media', url: 'src', title: 'title' },
		{ name: 'source', kind: 'decoration' },
		{ name: 'track', kind: 'decoration', text: ['label'] },
		layout(''),
	],
};

/** The presets that every build starts with. */
export const defaultPresets: readonly AdapterPreset[] = [html, astro, starlight];
