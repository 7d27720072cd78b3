import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/**
 * Which folder of integration/src may import which others, and which packages. The project
 * references of the compiler hold the same borders; these rules say what is wrong, and also see
 * packages and single modules.
 */
const folders = ['core', 'client', 'evaluation', 'node', 'cli', 'astro'];

/** What the client may take of the core: never the parsers, which would reach the browser. */
const coreForClient = [
	'anchors',
	'codes',
	'digest',
	'errors',
	'expansion-edges',
	'expansion-parts',
	'expansion-windows',
	'findings',
	'format',
	'identity',
	'lines',
	'nodes/node',
	'nodes/relations',
	'offsets',
	'quotes',
	'search',
	'spans',
];
const packagesForClient = ['minisearch'];

const astro = {
	regex: '^(astro|@astrojs)(/|$)|^astro:',
	message: 'Only integration/src/astro knows Astro.',
};
const node = { regex: '^node:', message: 'This code also runs where there is no Node.' };

function mayImport(folder, others, ...patterns) {
	const forbidden = folders.filter((other) => other !== folder && !others.includes(other));
	return {
		files: [`integration/src/${folder}/**/*.ts`],
		rules: {
			'no-restricted-imports': [
				'error',
				{
					patterns: [
						{
							regex: `^(\\.\\./)+(src/)?(${forbidden.join('|')})/`,
							message: `${folder} may import ${['itself', ...others].join(', ')} only.`,
						},
						{
							regex: '^astro-citable(/|$)',
							message: 'Inside the package, import by relative path.',
						},
						...patterns,
					],
				},
			],
		},
	};
}

export default defineConfig(
	globalIgnores([
		'**/dist/',
		'**/.astro/',
		'**/.tsbuild/',
		'coverage/',
		'test-results/',
		'fixtures/',
		'content/',
	]),
	{
		files: ['**/*.{js,mjs}'],
		extends: [js.configs.recommended],
		languageOptions: { globals: { Response: 'readonly' } },
	},
	{
		files: ['integration/src/**/*.ts', 'test/**/*.ts', 'scripts/**/*.ts', 'vitest.config.ts'],
		extends: [js.configs.recommended, tseslint.configs.strictTypeChecked],
		languageOptions: {
			parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
		},
		rules: {
			// The compiler finds undefined names, and knows each folder's environment.
			'no-undef': 'off',
			'@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
		},
	},
	{
		files: ['test/**/*.ts'],
		rules: {
			'@typescript-eslint/no-non-null-assertion': 'off',
		},
	},
	{
		files: ['site/**/*.ts'],
		extends: [js.configs.recommended, tseslint.configs.strict],
		rules: {
			'no-undef': 'off',
			'no-restricted-imports': [
				'error',
				{
					patterns: [{ regex: '(^|/)integration/', message: 'Import the package by its name.' }],
				},
			],
		},
	},
	mayImport('core', [], node, astro, {
		regex: '^(commander|pagefind|tinyglobby)(/|$)',
		message: 'The core is pure: parsers and small pure libraries only.',
	}),
	mayImport(
		'client',
		['core'],
		{
			regex: `^(\\.\\./)+core/(?!(${coreForClient.join('|')})(\\.ts$|/))`,
			message: `Of the core, the client may import ${coreForClient.join(', ')} only.`,
		},
		{
			regex: `^(?!\\.)(?!(${packagesForClient.join('|')})(/|$))`,
			message: `The client may import the package ${packagesForClient.join(', ')} only.`,
		},
	),
	mayImport('evaluation', ['core', 'client'], node, astro),
	mayImport('node', ['core', 'client'], astro),
	mayImport('cli', ['core', 'client', 'evaluation', 'node'], astro),
	mayImport('astro', ['core', 'client', 'node']),
);
