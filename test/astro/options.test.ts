import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../integration/src/astro/settings.ts';
import type { CitableOptions } from '../../integration/src/astro/options.ts';
import { CitableError } from '../../integration/src/core/index.ts';

/** What is said of options that are wrong. */
function refusal(options: unknown): { code: string; reason: string; hint: string } {
	try {
		settingsFrom(options as CitableOptions);
	} catch (error) {
		if (error instanceof CitableError)
			return { code: error.code, reason: error.message, hint: error.hint };
		throw error;
	}
	throw new Error('The options are accepted.');
}

describe('the options', () => {
	it('all have defaults', () => {
		const settings = settingsFrom(undefined);
		expect(settings).toMatchObject({
			assets: '/citable/',
			provenance: '/citable/source/',
			accept: [],
			search: true,
		});
		expect(settings.policy.name).toBe('structure');
		expect(settingsFrom({ assets: '/index/' }).provenance).toBe('/index/source/');
	});

	it.each([
		[{ asets: '/x/' }, /no option asets/, /Did you mean assets\?/],
		[{ syntax: { directive: true } }, /no option syntax\.directive/, /syntax\.directives/],
		[
			{ collections: { docs: { urls: '/' } } },
			/collections\.docs\.urls/,
			/collections\.docs\.url\?/,
		],
		[{ search: 'pagefind' }, /search is 'pagefind'/, /\{ engine: 'pagefind' \}/],
		[{ search: { engine: 'lunr' } }, /search\.engine is 'lunr'/, /'minisearch', 'pagefind'/],
		[{ search: { engin: 'pagefind' } }, /no option search\.engin/, /search\.engine\?/],
		[{ search: { synonyms: [['quay']] } }, /search\.synonyms/, /groups of two single words/],
		[{ search: { synonyms: [['quay', 'made fast']] } }, /made fast/, /groups of two single words/],
		[
			{ search: { embed: 'openai' } },
			/search\.embed is 'openai'/,
			/a function from texts to vectors/,
		],
		[{ search: { embed: () => [] } }, /search\.model is missing/, /the name of the model/],
		[{ search: { pages: '/' } }, /search\.pages is '\/'/, /folder of its own/],
		[{ collections: { docs: true } }, /collections\.docs is true/, /false, or an object/],
		[{ collections: { docs: { url: '/x' } } }, /collections\.docs\.url is '\/x'/, /\[entry\]/],
		[{ assets: 'citable' }, /assets is 'citable'/, /'\/citable\/'/],
		[{ assets: '/' }, /assets is '\/'/, /a folder of its own/],
		[{ assets: '/../out/' }, /assets is/, /a path of the site/],
		[{ provenance: '/sources' }, /provenance is '\/sources'/, /'\/sources\/'/],
		[{ findings: { 'link-brokn': 'off' } }, /no code link-brokn/, /findings\.link-broken\?/],
		[{ findings: { 'link-broken': 'fatal' } }, /is 'fatal'/, /'error', 'warn', 'info' or 'off'/],
		[{ scopes: { blocks: { Note: 1 } } }, /scopes\.blocks\.Note is 1/, /the name of a scope/],
		[{ accept: 'docs/a' }, /accept is 'docs\/a'/, /a list of document ids/],
		[{ search: 'yes' }, /search is 'yes'/, /true, false or/],
		['all', /they are 'all'/, /an object/],
	])('refuse %j, and say what was meant', (options, reason, hint) => {
		const refused = refusal(options);
		expect(refused.code).toBe('invalid-options');
		expect(refused.reason).toMatch(reason);
		expect(refused.hint).toMatch(hint);
	});

	it('are refused with all that is wrong at once', () => {
		const { reason } = refusal({ asets: '/x/', search: 1 });
		expect(reason).toMatch(/asets/);
		expect(reason).toMatch(/search is 1/);
	});

	it('leave the policy to say what is wrong with its numbers', () => {
		expect(refusal({ policy: 'windows:9' }).code).toBe('unknown-policy');
		expect(refusal({ policy: { preferred: [300, 200] } }).code).toBe('invalid-bounds');
	});
});
