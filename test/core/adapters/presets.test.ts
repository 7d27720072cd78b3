import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { astroDocs } from '../../../integration/src/core/adapters/astro-docs.ts';
import { describeShared } from '../../corpora.ts';
import { codesOf, nodesOf, read, readMdx, seen, slice } from '../reading.ts';

const starlight = dirname(createRequire(import.meta.url).resolve('@astrojs/starlight/components'));

describe('the components that Starlight ships', () => {
	const exported = [
		...readFileSync(join(starlight, 'components.ts'), 'utf8').matchAll(
			/export \{ (?:default as )?(\w+) \}/g,
		),
	].map(([, name]) => name ?? '');
	const files = readdirSync(join(starlight, 'components')).map((file) =>
		file.replace('.astro', ''),
	);

	it('are all there to be tested', () => {
		expect(exported.length).toBeGreaterThan(10);
		expect(files.length).toBeGreaterThan(30);
	});

	it.each(exported)('%s is known', (name) => {
		const page = readMdx(
			`import { ${name} } from '@astrojs/starlight/components';\n\n<${name}>x</${name}>\n`,
		);
		expect(codesOf(page)).not.toContain('component-unknown');
	});

	it.each(files)('%s is known', (name) => {
		const page = readMdx(
			`import ${name} from '@astrojs/starlight/components/${name}.astro';\n\n<${name} />\n`,
		);
		expect(codesOf(page)).not.toContain('component-unknown');
	});
});

describe('what components mean', () => {
	it('keeps the labels of tabs', () => {
		const page = readMdx(
			'<Tabs>\n<TabItem label="npm" icon="seti:npm">\n\nRun it.\n\n</TabItem>\n</Tabs>',
		);
		expect(seen(page)).toEqual(['npm', 'Run it.']);
		expect(nodesOf(page, 'component').map(({ attributes }) => attributes.title)).toEqual([
			undefined,
			'npm',
		]);
	});

	it('takes the first title that is there', () => {
		const page = readMdx(
			"import TabItem from '@theme/TabItem';\n\n<TabItem value='a' label='Apples'>\n\nRed.\n\n</TabItem>\n\n<TabItem value='b'>\n\nBlue.\n\n</TabItem>",
		);
		expect(nodesOf(page, 'component').map(({ attributes }) => attributes.title)).toEqual([
			'Apples',
			'b',
		]);
	});

	it('reads lists of texts', () => {
		const page = readMdx(`<Tabs items={['One', "T\\"wo"]}>\n<Tab>x</Tab>\n</Tabs>`, {
			presets: [
				{ name: 'own', version: 1, adapters: [{ name: 'Tabs', kind: 'layout', text: ['items'] }] },
			],
		});
		expect(seen(page)).toEqual(['One', 'T"wo', 'x']);
	});

	it('reports lists that are not texts alone', () => {
		const page = readMdx('<Tabs items={[one, "Two"]} />', {
			presets: [
				{ name: 'own', version: 1, adapters: [{ name: 'Tabs', kind: 'layout', text: ['items'] }] },
			],
		});
		expect(codesOf(page)).toContain('attribute-dynamic');
	});

	it('reads the names of slots where they are labels', () => {
		const text =
			'import PackageManagerTabs from \'~/components/tabs/PackageManagerTabs.astro\';\n\n<PackageManagerTabs>\n<Fragment slot="pnpm">\n\nRun it.\n\n</Fragment>\n</PackageManagerTabs>\n\n<div slot="aside">Not so.</div>\n';
		const page = readMdx(text, { presets: [astroDocs] });
		expect(seen(page)).toEqual(['pnpm', 'Run it.', 'Not so.']);
		expect(codesOf(page)).toEqual([]);
	});

	it('reports code whose text is not known', () => {
		const page = readMdx('<Code code={file} lang="js" />');
		expect(codesOf(page)).toContain('attribute-dynamic');
	});

	it('reads code in attributes as it is', () => {
		const page = readMdx('<Code code={`a\\n<b>`} lang="html" title="x.html" />');
		const [code] = nodesOf(page, 'code');
		expect(code?.attributes).toEqual({ language: 'html', title: 'x.html' });
		expect(seen(page, code)).toEqual(['a\n<b>']);
	});

	it('leaves scripts and styles to browsers', () => {
		const page = readMdx(
			'Text.\n\n<style>{`p { color: red }`}</style>\n\n<script>{`go()`}</script>',
		);
		expect(seen(page)).toEqual(['Text.']);
		expect(codesOf(page)).toEqual([]);
	});

	it('keeps what unknown components hold, and says so', () => {
		const page = readMdx('<Teaser title="One" heading={two} icon="star">*Three*</Teaser>');
		expect(seen(page)).toEqual(['One', 'Three']);
		expect(codesOf(page)).toEqual(['component-unknown', 'attribute-dynamic']);
		const [finding] = page.findings;
		expect(slice(page, finding!)).toBe('<Teaser title="One" heading={two} icon="star">');
	});

	it('takes an adapter only where the name comes from its module', () => {
		const page = readMdx("import { Aside } from './own.astro';\n\n<Aside>x</Aside>");
		expect(codesOf(page)).toEqual(['component-unknown']);
	});

	it('reads a renamed import', () => {
		const page = readMdx(
			"import { Aside as Box } from '@astrojs/starlight/components';\n\n<Box type='danger'>x</Box>",
		);
		expect(nodesOf(page, 'callout').map(({ attributes }) => attributes)).toEqual([
			{ severity: 'danger', name: 'Box' },
		]);
	});

	it('follows an adapter that shows another file', () => {
		const page = readMdx('<Include file="./_part.mdx" />', {
			presets: [
				{
					name: 'own',
					version: 1,
					adapters: [{ name: 'Include', kind: 'transclusion', target: 'file' }],
				},
			],
		});
		expect(nodesOf(page, 'component')[0]?.attributes).toEqual({
			name: 'Include',
			kind: 'transclusion',
			target: './_part.mdx',
		});
	});
});

describeShared('the preset for the Astro docs', 'corpora/astro-docs', (folder) => {
	it('knows the 30 components that are used most, and all others', { timeout: 120_000 }, () => {
		const used = new Map<string, number>();
		const unknown = new Set<string>();
		for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
			if (!file.endsWith('.mdx')) continue;
			const page = read(file, readFileSync(join(folder, file)), { presets: [astroDocs] });
			for (const { attributes } of nodesOf(page, 'component')) {
				used.set(attributes.name, (used.get(attributes.name) ?? 0) + 1);
				if (attributes.kind === 'unknown') unknown.add(attributes.name);
			}
		}
		const most = [...used].filter(([name]) => /^[A-Z]/.test(name)).sort((a, b) => b[1] - a[1]);
		expect(most.length).toBeGreaterThan(30);
		expect(most.slice(0, 30).filter(([name]) => unknown.has(name))).toEqual([]);
		expect([...unknown]).toEqual([]);
	});
});
