import type { AdapterPreset } from './adapter.ts';

/** What Astro itself ships, with the libraries its documentation names beside it. */
export const astro: AdapterPreset = {
	name: 'astro',
	version: 1,
	adapters: [
		{ name: 'Fragment', kind: 'layout', html: 'set:html', text: ['set:text'] },
		{ name: 'Code', from: 'astro:components', kind: 'code', code: 'code', language: 'lang' },
		{ name: 'Prism', from: '@astrojs/prism', kind: 'code', code: 'code', language: 'lang' },
		{ name: 'Debug', from: ['astro:components', 'astro/debug'], kind: 'generated' },
		{ name: 'Image', from: 'astro:assets', kind: 'media', url: 'src', text: ['alt'] },
		{ name: 'Picture', from: 'astro:assets', kind: 'media', url: 'src', text: ['alt'] },
		{ name: 'Font', from: 'astro:assets', kind: 'decoration' },
		{ name: 'ClientRouter', from: 'astro:transitions', kind: 'decoration' },
		{ name: 'ViewTransitions', from: 'astro:transitions', kind: 'decoration' },
	],
};
