/**
 * Tells whether chunks and search got better: gold questions with spans, measures that never look at
 * chunk ids, comparisons that name a winner only where the interval supports it.
 *
 * @module
 */
export { compareValues, estimate, type Difference, type Estimate } from './bootstrap.ts';
export {
	evaluate,
	measuresFor,
	type Comparison,
	type Evaluation,
	type Measure,
	type RetrieverReport,
} from './evaluate.ts';
export { budgetLines, kindTable, type KindTable, type PlotLine, type PlotPoint } from './plot.ts';
export { openGeneration } from './open-generation.ts';
export { readGold, type GoldQuestion, type GoldSet, type GoldSpan } from './gold.ts';
export { indexRetriever, type AskedIndex, type IndexRetrieverOptions } from './index-retriever.ts';
export { nearestText, type NearestText } from './nearest-text.ts';
export type { Expanded, Found, Retrieval, Retriever } from './retriever.ts';
export {
	containment,
	defaultCuts,
	scoreQuestion,
	type Coverage,
	type CoverageAt,
	type CoverageWithin,
	type Cuts,
	type QuestionScore,
} from './score.ts';
export {
	contains,
	coveredLength,
	coverageFraction,
	coverageOf,
	intersection,
	intersectionLength,
	iou,
	mergeSpans,
	overlapLength,
	sourceSpan,
	totalLength,
	type SourceSpan,
} from './source-spans.ts';
export { tableOf } from './table.ts';
