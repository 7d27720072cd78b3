import type { Adapter, AdapterPreset } from './adapter.ts';

const own = (name: string, folder: string, rest: Omit<Adapter, 'name' | 'from'>): Adapter => ({
	name,
	from: `components/${folder}${name}.astro`,
	...rest,
});

/** Tabs of which each is a named slot. */
const slots = (name: string): Adapter => own(name, 'tabs/', { kind: 'layout', slotLabels: true });

/** Lists that are made from other pages. */
const generated = (name: string): Adapter => own(name, '', { kind: 'generated' });

/**
 * The components of the Astro documentation's own site, beside those of Starlight. It is no part of
 * the defaults: pass it with the option `components` where such content is indexed.
 */
export const astroDocs: AdapterPreset = {
	name: 'astro-docs',
	version: 1,
	adapters: [
		own('Badge', '', { kind: 'label', text: ['text'] }),
		own('Button', '', { kind: 'card', url: 'link' }),
		own('Checklist', '', { kind: 'layout' }),
		own('DontEditWarning', '', { kind: 'decoration' }),
		own('FileTree', '', { kind: 'layout' }),
		own('IslandsDiagram', '', { kind: 'layout' }),
		own('LoopingVideo', '', { kind: 'media', url: 'sources' }),
		own('ReadMore', '', { kind: 'layout' }),
		own('Since', '', { kind: 'label', text: ['v', 'pkg'] }),
		own('SourcePR', '', { kind: 'label', text: ['number', 'title'] }),
		own('Spoiler', '', { kind: 'layout' }),
		own('Version', '', { kind: 'label', text: ['pkgName'] }),
		own('Card', 'Landing/', { kind: 'card', title: 'title' }),
		own('Discord', 'Landing/', { kind: 'card', title: 'title' }),
		own('ListCard', 'Landing/', { kind: 'card', title: 'title' }),
		own('SplitCard', 'Landing/', { kind: 'card', title: 'title' }),
		own('Box', 'tutorial/', { kind: 'layout' }),
		own('CompletionConfetti', 'tutorial/', { kind: 'decoration' }),
		own('Lede', 'tutorial/', { kind: 'layout' }),
		own('MultipleChoice', 'tutorial/', { kind: 'layout' }),
		own('Option', 'tutorial/', { kind: 'layout' }),
		own('PreCheck', 'tutorial/', { kind: 'layout' }),
		slots('AstroJSXTabs'),
		slots('AstroVueTabs'),
		slots('JavascriptFlavorTabs'),
		slots('MarkdownProcessorTabs'),
		slots('PackageManagerTabs'),
		slots('StaticSsrTabs'),
		slots('UIFrameworkTabs'),
		generated('BackendGuidesNav'),
		generated('CMSGuidesNav'),
		generated('ContributorList'),
		generated('DeployGuidesNav'),
		generated('FeaturedCMSGuidesNav'),
		generated('IntegrationsNav'),
		generated('MediaGuidesNav'),
		generated('MigrationGuidesNav'),
		generated('RecipeLinks'),
		generated('RecipesNav'),
	],
};
