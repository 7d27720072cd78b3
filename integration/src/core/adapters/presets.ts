import { astro } from './astro.ts';
import { docusaurus } from './docusaurus.ts';
import { fumadocs } from './fumadocs.ts';
import { html } from './html.ts';
import { nextra } from './nextra.ts';
import { starlight } from './starlight.ts';
import type { AdapterPreset } from './adapter.ts';

/**
 * The presets that every build starts with. A name that no import explains may mean a component of
 * any of them: Starlight's come last, so they are taken first.
 */
export const defaultPresets: readonly AdapterPreset[] = [
	html,
	docusaurus,
	nextra,
	fumadocs,
	astro,
	starlight,
];
