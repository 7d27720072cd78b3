import type { CalloutSeverity } from '../nodes/node.ts';

/**
 * Says what the parts of a component mean, so that it can be read without being run. Only literal
 * attribute values are read.
 *
 * @example
 * ```js
 * { name: 'Aside', from: '@astrojs/starlight/components', kind: 'callout', severity: { attribute: 'type', otherwise: 'note' }, title: 'title' }
 * ```
 */
export interface Adapter {
	/** The component's exported name; a member keeps its dots (`Tabs.Item`). */
	readonly name: string;
	/**
	 * The module the name must come from: its path, or a text that its path ends with. Without it
	 * any component of the name is meant, imported or global.
	 */
	readonly from?: string | readonly string[];
	readonly kind: AdapterKind;
	/** Attributes whose text readers see, in the order in which they read it. */
	readonly text?: readonly string[];
	/**
	 * The attribute that names the part: a card's title, a tab's label. It is text too. Of several,
	 * the first that is there.
	 */
	readonly title?: string | readonly string[];
	/** The attribute that holds where the part leads, or what it shows. */
	readonly url?: string;
	/** For callouts: one severity, or the attribute that holds its name. */
	readonly severity?:
		CalloutSeverity | { readonly attribute: string; readonly otherwise: CalloutSeverity };
	/** For code: the attributes that hold the code and its language. */
	readonly code?: string;
	readonly language?: string;
	/** The attribute that holds HTML. */
	readonly html?: string;
	/** For transclusions: the attribute that names the file, relative to the one that shows it. */
	readonly target?: string;
	/** Whether readers see the names of the slots that children are put in, as the labels of tabs. */
	readonly slotLabels?: boolean;
}

/** What a component can be. */
export const adapterKinds = [
	/** Qualifies what stands beside it. */
	'callout',
	/** Says how far the text around it is in force. */
	'status',
	/** Arranges its children and means nothing itself. */
	'layout',
	/** A titled unit that leads somewhere. */
	'card',
	/** Words in a line: a badge, a key. */
	'label',
	/** An image or a video. */
	'media',
	/** Code in an attribute, or all that stands in the element. */
	'code',
	/** Shows the content of another Markdown file, which an attribute names. */
	'transclusion',
	/** Holds nothing for readers of text: an icon, a spacer, a script. */
	'decoration',
	/** Shows what is made elsewhere, at build time or in the browser: known to hold no authored text. */
	'generated',
] as const;

export type AdapterKind = (typeof adapterKinds)[number];

/** A set of adapters under one name and version, which become part of the generation. */
export interface AdapterPreset {
	readonly name: string;
	readonly version: number;
	readonly adapters: readonly Adapter[];
}

/** Where the names of a file come from: local name to exported name and module. */
export type ImportTable = ReadonlyMap<string, { readonly exported: string; readonly from: string }>;

/** Finds the adapter of a component by its name and where that name comes from. */
export interface AdapterRegistry {
	readonly presets: readonly AdapterPreset[];
	find(name: string, imports: ImportTable): Adapter | undefined;
}

/** Makes a registry; of several adapters that fit, the one of the later preset is taken. */
export function adapterRegistry(presets: readonly AdapterPreset[]): AdapterRegistry {
	const byName = new Map<string, Adapter[]>();
	for (const preset of presets) {
		for (const adapter of preset.adapters) {
			const known = byName.get(adapter.name);
			if (known === undefined) byName.set(adapter.name, [adapter]);
			else known.unshift(adapter);
		}
	}
	return {
		presets,
		find(name, imports) {
			const dot = name.indexOf('.');
			const imported = imports.get(dot < 0 ? name : name.slice(0, dot));
			const exported =
				imported === undefined || imported.exported === 'default' || imported.exported === '*'
					? name
					: imported.exported + (dot < 0 ? '' : name.slice(dot));
			return byName.get(exported)?.find((adapter) => comesFrom(adapter, imported?.from));
		},
	};
}

/** A name that is not imported may be provided to every page, so it fits any module. */
function comesFrom(adapter: Adapter, module: string | undefined): boolean {
	if (adapter.from === undefined || module === undefined) return true;
	const accepted = typeof adapter.from === 'string' ? [adapter.from] : adapter.from;
	return accepted.some((from) => module === from || module.endsWith(from));
}
