import type { AdapterPreset } from '../core/adapters/adapter.ts';
import { defaultPresets } from '../core/adapters/presets.ts';
import { policyFrom, specOf } from '../core/chunks/policies.ts';
import { configure, type Configuration } from '../core/configuration.ts';
import type { Parser } from '../core/parse/parser.ts';
import { o200k } from '../core/tokens.ts';
import { parserFor } from './parsers.ts';

/** A configuration as it can be sent to another thread. */
export interface ConfigurationData extends Pick<
	Configuration,
	'syntax' | 'callouts' | 'severities' | 'governance'
> {
	readonly parser: 'remark' | 'satteri';
	/** What `policyFrom` takes. */
	readonly policy: string;
	/** Presets beyond those that every build starts with. */
	readonly adapters: readonly AdapterPreset[];
}

/** The data of a configuration; undefined where it has scopes, or something of its own that is code. */
export function dataOf(configuration: Configuration): ConfigurationData | undefined {
	const { parser, policy, adapters, tokenizer, scopes, chunking } = configuration;
	const { syntax, callouts, severities, governance } = configuration;
	if (scopes !== undefined || tokenizer !== o200k) return undefined;
	if (parser.name !== 'satteri' && parser.name !== 'remark') return undefined;
	const data: ConfigurationData = {
		parser: parser.name,
		policy: specOf(policy),
		adapters: adapters.presets.filter((preset) => !defaultPresets.includes(preset)),
		syntax,
		callouts,
		severities,
		governance,
	};
	try {
		return configurationWith(parser, data).chunking === chunking ? data : undefined;
	} catch {
		return undefined;
	}
}

/** The configuration that data stand for. */
export async function configurationOf(data: ConfigurationData): Promise<Configuration> {
	return configurationWith(await parserFor(data.parser), data);
}

function configurationWith(parser: Parser, data: ConfigurationData): Configuration {
	return configure({ ...data, parser, policy: policyFrom(data.policy) });
}
