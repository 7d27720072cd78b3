import type { Adapter, AdapterPreset } from './adapter.ts';

const COMPONENTS = '@astrojs/starlight/components';

/** Parts of the page around the content, which a page may show by importing the file. */
const part = (name: string, kind: Adapter['kind']): Adapter => ({
	name,
	from: `${COMPONENTS}/${name}.astro`,
	kind,
	...(kind === 'layout' ? { title: 'title' } : {}),
});

const FRAMES = [
	'AnchorHeading',
	'ContentNotice',
	'ContentPanel',
	'MarkdownContent',
	'Page',
	'PageFrame',
	'StarlightPage',
	'TwoColumnContent',
];

const PARTS = [
	'Banner',
	'DraftContentNotice',
	'EditLink',
	'FallbackContentNotice',
	'Footer',
	'Head',
	'Header',
	'Hero',
	'LanguageSelect',
	'LastUpdated',
	'MobileMenuFooter',
	'MobileMenuToggle',
	'MobileTableOfContents',
	'PageSidebar',
	'PageTitle',
	'Pagination',
	'Search',
	'Select',
	'Sidebar',
	'SidebarPersister',
	'SidebarRestorePoint',
	'SidebarSublist',
	'SiteTitle',
	'SkipLink',
	'SocialIcons',
	'TableOfContents',
	'ThemeProvider',
	'ThemeSelect',
];

/** The components that Starlight ships. */
export const starlight: AdapterPreset = {
	name: 'starlight',
	version: 2,
	adapters: [
		...PARTS.map((name) => part(name, 'generated')),
		...FRAMES.map((name) => part(name, 'layout')),
		{
			name: 'Aside',
			from: COMPONENTS,
			kind: 'callout',
			title: 'title',
			severity: { attribute: 'type', otherwise: 'note' },
		},
		{ name: 'Badge', from: COMPONENTS, kind: 'label', text: ['text'] },
		{ name: 'Card', from: COMPONENTS, kind: 'card', title: 'title' },
		{ name: 'CardGrid', from: COMPONENTS, kind: 'layout' },
		{
			name: 'Code',
			from: [COMPONENTS, 'astro-expressive-code/components'],
			kind: 'code',
			code: 'code',
			language: 'lang',
			title: 'title',
		},
		{ name: 'FileTree', from: COMPONENTS, kind: 'layout' },
		{ name: 'Icon', from: COMPONENTS, kind: 'decoration', text: ['label'] },
		{ name: 'LinkButton', from: COMPONENTS, kind: 'card', url: 'href' },
		{
			name: 'LinkCard',
			from: COMPONENTS,
			kind: 'card',
			title: 'title',
			text: ['description'],
			url: 'href',
		},
		{ name: 'Steps', from: COMPONENTS, kind: 'layout' },
		{ name: 'Tabs', from: COMPONENTS, kind: 'layout' },
		{ name: 'TabItem', from: COMPONENTS, kind: 'layout', title: 'label' },
	],
};
