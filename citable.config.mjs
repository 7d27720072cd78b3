/** How the documents of this site are read: by the integration, on the command line and in tests. */

/** What the components of the showcase mean. */
export const components = [
	{ name: 'Decision', kind: 'status', title: 'status', text: ['by'] },
	{ name: 'Internal', kind: 'callout', severity: 'important' },
];

/** Who may read what. This site is for everybody. */
export const scopes = { blocks: { Internal: 'staff' } };

/** For the command line: `npx citable build content --config citable.config.mjs --out …` */
export default {
	collections: {
		docs: { exclude: ['showcase/**'] },
		showcase: { base: 'showcase', url: '/showcase/' },
	},
	components,
	scopes,
};
