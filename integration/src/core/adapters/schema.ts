import * as z from 'zod';
import { calloutSeverities } from '../nodes/node.ts';
import { adapterKinds, type Adapter, type AdapterPreset } from './adapter.ts';

/** The one gate through which adapters of users come, with words that say what is wanted. */

const attribute = filled('the name of an attribute');
const attributes = z.array(attribute, { error: `a list of attributes such as ['title']` });
const severity = z.enum(calloutSeverities, { error: `one of ${names(calloutSeverities)}` });

export const adapterSchema = z.strictObject({
	name: filled(`the component's name, such as 'Since'`),
	from: z
		.union([filled('a module'), z.array(filled('a module'))], {
			error: `a module such as '~/components/Since.astro', or a list of modules`,
		})
		.exactOptional(),
	kind: z.enum(adapterKinds, { error: `one of ${names(adapterKinds)}` }),
	text: attributes.exactOptional(),
	title: z
		.union([attribute, attributes], { error: `an attribute such as 'title', or a list of them` })
		.exactOptional(),
	url: attribute.exactOptional(),
	severity: z
		.union([severity, z.strictObject({ attribute, otherwise: severity })], {
			error: `one of ${names(calloutSeverities)}, or { attribute: 'type', otherwise: 'note' }`,
		})
		.exactOptional(),
	code: attribute.exactOptional(),
	language: attribute.exactOptional(),
	html: attribute.exactOptional(),
	target: attribute.exactOptional(),
	slotLabels: z.boolean({ error: 'true or false' }).exactOptional(),
}) satisfies z.ZodType<Adapter>;

export const presetSchema = z.strictObject({
	name: filled(`a name such as 'our-components'`),
	version: z.int({ error: 'a whole number' }).min(0, { error: 'a whole number from 0' }),
	adapters: z.array(adapterSchema, { error: 'a list of adapters' }),
}) satisfies z.ZodType<AdapterPreset>;

/** What a list of components holds; it has a name so that declarations write it always alike. */
export type ComponentEntry = Adapter | AdapterPreset;

/** What users list: adapters of their own, and presets. What is wrong is said of the one that was meant. */
export const componentsSchema = z.array(
	z.custom<ComponentEntry>().superRefine((component, context) => {
		const schema = isPreset(component) ? presetSchema : adapterSchema;
		for (const issue of schema.safeParse(component).error?.issues ?? [])
			context.addIssue({ ...issue });
	}),
	{ error: 'a list of adapters' },
);

function isPreset(component: unknown): boolean {
	return typeof component === 'object' && component !== null && 'adapters' in component;
}

/** What users list, as presets: adapters that belong to none become one, which comes last. */
export function presetsOf(components: readonly (Adapter | AdapterPreset)[]): AdapterPreset[] {
	const presets: AdapterPreset[] = [];
	const adapters: Adapter[] = [];
	for (const component of components) {
		if ('adapters' in component) presets.push(component);
		else adapters.push(component);
	}
	return adapters.length === 0 ? presets : [...presets, { name: 'site', version: 0, adapters }];
}

function filled(what: string): z.ZodString {
	return z.string({ error: what }).min(1, { error: what });
}

function names(list: readonly string[]): string {
	return list.map((name) => `'${name}'`).join(', ');
}
