import { describe, expect, it } from 'vitest';
import { defaultPresets } from '../../../integration/src/core/adapters/presets.ts';
import { componentsSchema, presetsOf } from '../../../integration/src/core/adapters/schema.ts';

/** What is wrong with a list of components, each as `path: message`. */
function wrong(components: unknown): string[] {
	const { error } = componentsSchema.safeParse(components);
	return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('componentsSchema', () => {
	it('takes adapters and presets', () => {
		expect(wrong([{ name: 'Since', kind: 'label', text: ['v'] }, ...defaultPresets])).toEqual([]);
	});

	it.each([
		['no list', {}, /^: a list of adapters$/],
		['no name', [{ kind: 'label' }], /^0\.name: the component's name/],
		['an unknown kind', [{ name: 'X', kind: 'lable' }], /^0\.kind: one of 'callout', .*'label'/],
		[
			'a text for a list',
			[{ name: 'X', kind: 'label', text: 'v' }],
			/^0\.text: a list of attributes/,
		],
		[
			'an unknown severity',
			[{ name: 'X', kind: 'callout', severity: 'bad' }],
			/^0\.severity: one of 'note'/,
		],
		['an unknown key', [{ name: 'X', kind: 'label', txt: ['v'] }], /^0: .*txt/],
		['a preset without a version', [{ name: 'x', adapters: [] }], /^0\.version: a whole number/],
		[
			'a wrong adapter of a preset',
			[{ name: 'x', version: 1, adapters: [{ name: 'X' }] }],
			/^0\.adapters\.0\.kind: one of/,
		],
	])('says what is wrong with %s', (_, components, message) => {
		const found = wrong(components);
		expect(found).toHaveLength(1);
		expect(found[0]).toMatch(message);
	});
});

describe('presetsOf', () => {
	it('puts single adapters into one preset, behind the presets', () => {
		const preset = { name: 'x', version: 2, adapters: [] };
		expect(
			presetsOf([{ name: 'A', kind: 'label' }, preset, { name: 'B', kind: 'layout' }]),
		).toEqual([
			preset,
			{
				name: 'site',
				version: 0,
				adapters: [
					{ name: 'A', kind: 'label' },
					{ name: 'B', kind: 'layout' },
				],
			},
		]);
	});
});
