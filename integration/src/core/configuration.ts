import { adapterRegistry, type AdapterPreset, type AdapterRegistry } from './adapters/adapter.ts';
import { defaultPresets } from './adapters/presets.ts';
import type { ChunkPolicy } from './chunks/policy.ts';
import { structure } from './chunks/structure.ts';
import { digest } from './digest.ts';
import type { SeverityOverrides } from './findings.ts';
import type { GenerationManifest } from './format/files.ts';
import { defaultGovernanceFields, type GovernanceFields } from './governance.ts';
import type { ReadOptions } from './nodes/reader.ts';
import { defaultSyntax, type Parser, type SyntaxOptions } from './parse/parser.ts';
import { remark } from './parse/remark.ts';
import { recordedSearch, type SearchSettings } from './search/settings.ts';
import type { ScopeRules } from './scopes/rules.ts';
import { o200k, type Tokenizer } from './tokens.ts';

/** Version of what turns trees into nodes; grows when any source may give other nodes. */
export const NODES_VERSION = 1;

/** Everything that shapes an index beside its sources. */
export interface Configuration {
	readonly parser: Parser;
	readonly syntax: SyntaxOptions;
	readonly adapters: AdapterRegistry;
	readonly callouts: ReadOptions['callouts'];
	readonly policy: ChunkPolicy;
	readonly tokenizer: Tokenizer;
	readonly severities: SeverityOverrides;
	/** Which field of the frontmatter says what governs a document. */
	readonly governance: GovernanceFields;
	/** Who may read what; without it everything is open to everybody. */
	readonly scopes?: ScopeRules;
	/** Digest of all that shapes chunks: it is part of every chunk id. */
	readonly chunking: string;
}

/** What may be set; the rest has defaults. */
export interface ConfigurationInput extends Partial<
	Omit<Configuration, 'adapters' | 'chunking' | 'governance' | 'syntax'>
> {
	readonly syntax?: Partial<SyntaxOptions>;
	readonly governance?: Partial<GovernanceFields>;
	/** Presets beyond those that every build starts with. */
	readonly adapters?: readonly AdapterPreset[];
}

type RecordedOptions = GenerationManifest['options'];

/** Completes a configuration. */
export function configure(input: ConfigurationInput = {}): Configuration {
	const adapters = adapterRegistry([...defaultPresets, ...(input.adapters ?? [])]);
	const tokenizer = input.tokenizer ?? o200k;
	const syntax = { ...defaultSyntax, ...input.syntax };
	const callouts = input.callouts ?? {};
	const policy = input.policy ?? structure();
	return {
		parser: input.parser ?? remark,
		syntax,
		adapters,
		callouts,
		policy,
		tokenizer,
		severities: input.severities ?? {},
		...(input.scopes === undefined ? {} : { scopes: input.scopes }),
		governance: { ...defaultGovernanceFields, ...input.governance },
		chunking: chunkingDigest({
			nodes: NODES_VERSION,
			syntax,
			callouts,
			adapters: adapters.presets.map(describePreset),
			policy,
			tokenizer,
		}),
	};
}

/** What shapes chunks; a manifest has all of it. */
interface Chunking {
	readonly nodes: number;
	readonly syntax: SyntaxOptions;
	readonly callouts: Readonly<Record<string, string>>;
	readonly adapters: readonly ReturnType<typeof describePreset>[];
	readonly policy: Pick<ChunkPolicy, 'name' | 'version' | 'options'>;
	readonly tokenizer: Pick<Tokenizer, 'name' | 'version'>;
}

/** Digest of all that shapes chunks. */
export function chunkingDigest(of: Chunking): string {
	const { nodes, syntax, callouts, adapters, policy, tokenizer } = of;
	return digest({
		nodes,
		syntax: { ...syntax },
		callouts: { ...callouts },
		adapters,
		policy: { name: policy.name, version: policy.version, options: policy.options },
		tokenizer: { name: tokenizer.name, version: tokenizer.version },
	});
}

/** Digests of presets; the large ones are those that every build has. */
const presetDigests = new WeakMap<AdapterPreset, string>();

/** A preset as generations record it. */
export function describePreset(preset: AdapterPreset): {
	name: string;
	version: number;
	digest: string;
} {
	const known = presetDigests.get(preset) ?? digest(preset.adapters);
	presetDigests.set(preset, known);
	return { name: preset.name, version: preset.version, digest: known };
}

/** What was set beside the policy, as generations record it: enough to build the index again. */
export function recordedOptions(
	configuration: Configuration,
	settings: SearchSettings,
): RecordedOptions {
	const search = recordedSearch(settings);
	const { syntax, callouts, severities, governance, adapters } = configuration;
	return {
		syntax: { ...syntax },
		callouts: { ...callouts },
		findings: { ...severities },
		governance: { ...governance },
		...(search === undefined ? {} : { search }),
		components: adapters.presets
			.filter((preset) => !defaultPresets.includes(preset))
			.map(({ name, version, adapters: own }) => ({
				name,
				version,
				adapters: own.map((adapter) => ({ ...adapter })),
			})),
	};
}
