import type { Evaluation, RetrieverReport } from './evaluate.ts';
import type { Estimate } from './bootstrap.ts';

/** A line of a plot: how one retriever fares as it may spend more. */
export interface PlotLine {
	readonly name: string;
	readonly points: readonly PlotPoint[];
}

export interface PlotPoint {
	readonly x: number;
	readonly y: number;
	/** The interval that holds the value in 95 of 100 resamplings. */
	readonly low: number;
	readonly high: number;
}

/** Values of one measure for each retriever and kind of question. */
export interface KindTable {
	readonly kinds: readonly string[];
	readonly rows: readonly {
		readonly name: string;
		/** By kind; undefined where the measure does not apply. */
		readonly values: readonly (Estimate | undefined)[];
	}[];
}

/** A measure at each token budget, with what must travel along where it was measured. */
export function budgetLines(
	{ retrievers, cuts }: Evaluation,
	measure: 'recall' | 'context',
): PlotLine[] {
	return retrievers.map((retriever) => ({
		name: retriever.name,
		points: cuts.budgets.flatMap((budget) => {
			const found =
				retriever.measures[`expanded ${measure} within ${String(budget)}`] ??
				retriever.measures[`${measure} within ${String(budget)}`];
			return found === undefined ? [] : [point(budget, found)];
		}),
	}));
}

/** A measure by kind of question. Kinds are in the order in which the questions name them. */
export function kindTable({ retrievers }: Evaluation, measure: string): KindTable {
	const kinds = [...new Set(retrievers.flatMap(({ kinds }) => Object.keys(kinds)))].filter((kind) =>
		retrievers.some((retriever) => valueOf(retriever, kind, measure) !== undefined),
	);
	return {
		kinds,
		rows: retrievers.map((retriever) => ({
			name: retriever.name,
			values: kinds.map((kind) => valueOf(retriever, kind, measure)),
		})),
	};
}

function valueOf(retriever: RetrieverReport, kind: string, measure: string): Estimate | undefined {
	return retriever.kinds[kind]?.[measure];
}

function point(x: number, { mean, low, high }: Estimate): PlotPoint {
	return { x, y: mean, low, high };
}
