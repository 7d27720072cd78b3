import type { CitableIndex } from '../client/citable-index.ts';
import type { SearchEngine } from '../core/search/engine.ts';
import type { Evidence } from '../client/evidence.ts';
import type { Hit } from '../client/find.ts';
import type { Expanded, Found, Retriever } from './retriever.ts';
import type { SourceSpan } from './source-spans.ts';

/** What is asked of an opened index. */
export type AskedIndex = Pick<
	CitableIndex,
	'documents' | 'expand' | 'manifest' | 'search' | 'view'
>;

/** How an opened index is asked. */
export interface IndexRetrieverOptions {
	/** How reports name it; the policy of its generation by default. */
	readonly name?: string;
	/** BCP 47 tag of the language to search. */
	readonly language?: string;
	/** Searches in place of the index's own search files. */
	readonly engine?: SearchEngine;
	/** Chunks to take along on each side; the generation has a default. */
	readonly radius?: number;
	/** Says that the corpus does not answer where the best hit matches less of the question. @default 0 */
	readonly leastCoverage?: number;
}

/** Asks an index as a reader would: searches it, and expands the hits. */
export async function indexRetriever(
	index: AskedIndex,
	options: IndexRetrieverOptions = {},
): Promise<Retriever> {
	const { language, radius, engine, leastCoverage = 0 } = options;
	return {
		name: options.name ?? index.manifest.chunking.policy,
		chunks: await chunksOf(index),
		retrieve: async (question, limit) => {
			const hits = await index.search(question, {
				limit,
				...(language === undefined ? {} : { language }),
				...(engine === undefined ? {} : { engine }),
			});
			return {
				hits: hits.map(foundOf),
				refused: (hits[0]?.coverage ?? 0) < leastCoverage || hits.length === 0,
				expand: async (count, budget) => {
					if (hits.length === 0) return { spans: [], tokens: 0 };
					const evidence = await index.expand(hits.slice(0, count), {
						query: question,
						...(radius === undefined ? {} : { radius }),
						...(budget === undefined ? {} : { budget }),
					});
					return expandedOf(evidence);
				},
			};
		},
	};
}

/** Every chunk of an index, as a span. */
async function chunksOf(index: AskedIndex): Promise<SourceSpan[]> {
	const spans: SourceSpan[] = [];
	for (const entry of await index.documents()) {
		const { content } = await index.view(entry);
		for (const { start, end } of content.chunks) spans.push({ path: entry.path, start, end });
	}
	return spans;
}

function foundOf({ document, start, end, tokens, exact, sectionId }: Hit): Found {
	return { span: { path: document.path, start, end }, tokens, exact, unit: sectionId };
}

function expandedOf({ units, tokens }: Evidence): Expanded {
	return {
		spans: units.flatMap(({ document, pieces }) =>
			pieces.map(({ start, end }) => ({ path: document.path, start, end })),
		),
		tokens,
	};
}
