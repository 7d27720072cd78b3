import mdx from '@astrojs/mdx';
import { defineConfig } from 'astro/config';
import citable from 'astro-citable';
import { components, scopes } from './citable.config.mjs';

export default defineConfig({
	srcDir: './site',
	integrations: [
		mdx(),
		citable({
			collections: { docs: { url: '/[entry]/' }, showcase: { url: '/showcase/[entry]/' } },
			components,
			scopes,
		}),
	],
	markdown: {
		shikiConfig: {
			themes: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
			defaultColor: false,
		},
	},
});
