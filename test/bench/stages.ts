import { configure, ledgerOf, type Parser, type Source } from '../../integration/src/core/index.ts';
import { checkDocument } from '../../integration/src/core/nodes/checks.ts';
import { readNodes } from '../../integration/src/core/nodes/read.ts';
import { indexDocument } from '../../integration/src/core/indexed-document.ts';
import { SearchBuilder } from '../../integration/src/core/search/build.ts';
import { sectionsOf } from '../../integration/src/core/sections.ts';
import { writeRecord } from '../../integration/src/core/document-record.ts';
import { median } from './measure.ts';

/** Processor time of each stage over all sources, in milliseconds: medians of all rounds. */
export function stageTimes(
	sources: readonly Source[],
	parser: Parser,
	rounds: number,
): Map<string, number> {
	const configuration = configure({ parser });
	const { policy, tokenizer, syntax } = configuration;
	const times = new Map<string, number[]>();
	for (let round = 0; round < rounds; round++) {
		const spent = new Map<string, number>();
		const timed = <Result>(stage: string, run: () => Result): Result => {
			const before = process.cpuUsage();
			const result = run();
			const { user, system } = process.cpuUsage(before);
			spent.set(stage, (spent.get(stage) ?? 0) + (user + system) / 1000);
			return result;
		};
		const search = new SearchBuilder();
		for (const source of sources) {
			const parsed = timed('parse', () => parser.parse(source, syntax));
			const tree = timed('nodes', () => readNodes(source, parsed, configuration));
			timed('ledger', () => ledgerOf(source, tree));
			const sections = timed('sections', () => sectionsOf(source, tree));
			timed('checks', () => checkDocument(source, tree, sections));
			timed('chunks', () => policy.chunk({ source, tree, sections }, tokenizer));
		}
		for (const source of sources) {
			const bytes = new TextEncoder().encode(source.text);
			const input = { collection: 'docs', entry: source.path, path: source.path, bytes };
			const indexed = timed('all of these, with ids', () => indexDocument(input, configuration));
			timed('document files', () => writeRecord(indexed, tokenizer, undefined, false));
			timed('search terms', () => search.read(indexed));
		}
		if (round === 0 && rounds > 1) continue;
		for (const [stage, time] of spent) {
			const list = times.get(stage);
			if (list === undefined) times.set(stage, [time]);
			else list.push(time);
		}
	}
	return new Map([...times].map(([stage, list]) => [stage, median(list)]));
}
