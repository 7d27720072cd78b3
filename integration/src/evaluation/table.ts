import type { Estimate } from './bootstrap.ts';
import type { Evaluation, RetrieverReport } from './evaluate.ts';

/** A column of the table: its head, and the measure that it shows. */
type Column = readonly [head: string, measure: string];

/** Lays an evaluation out for a terminal: measures by retriever, by kind, and who is ahead of whom. */
export function tableOf(evaluation: Evaluation): string {
	const { corpus, answerable, unanswerable, retrievers, cuts } = evaluation;
	const hits = cuts.hits.find((count) => count >= 5) ?? cuts.hits.at(-1) ?? 0;
	const budget = cuts.budgets.find((tokens) => tokens >= 1000) ?? cuts.budgets.at(-1) ?? 0;
	const columns: Column[] = [
		[`gold@${hits}`, `recall@${hits}`],
		['1/rank', 'first gold (1/rank)'],
		[`gold/${budget}t`, `recall within ${budget}`],
		[`context/${budget}t`, `context within ${budget}`],
		['… expanded', `expanded context within ${budget}`],
		['of found', `context of found gold@${hits}`],
		['precision', `precision@${hits}`],
		['IoU', `iou@${hits}`],
		['duplicates', `duplicates@${hits}`],
		['diversity', `diversity@${hits}`],
		['contained', 'contained'],
		['tokens', `tokens@${hits}`],
	];
	const lines = [
		`${corpus}: ${answerable} questions with an answer, ${unanswerable} without. Means, with the interval that holds 95 of 100 resamplings of the first.`,
		'',
		...grid([
			['', 'chunks', ...columns.map(([head]) => head)],
			...retrievers.map((report) => [
				report.name,
				report.chunks === undefined ? '' : String(report.chunks),
				...columns.map(([, measure], place) => cell(report.measures[measure], place === 0)),
			]),
		]),
		'',
		...budgetTable(retrievers, cuts.budgets),
		'',
		...kindTable(retrievers, `recall@${hits}`, `gold@${hits} by kind`),
	];
	const told = [
		`recall@${hits}`,
		`expanded context within ${budget}`,
		'expanded context over budgets',
	];
	const comparisons = evaluation.comparisons.filter(({ measure }) => told.includes(measure));
	if (comparisons.length > 0) lines.push('');
	for (const { measure, first, second, difference } of comparisons) {
		const { mean, low, high, winner } = difference;
		const verdict =
			winner === 'none'
				? 'the interval names no winner'
				: `${winner === 'first' ? first : second} is ahead`;
		lines.push(
			`${measure}: ${first} − ${second} = ${signed(mean)} [${signed(low)}, ${signed(high)}]: ${verdict}`,
		);
	}
	for (const { name, warnings } of retrievers)
		for (const warning of warnings) lines.push(`warning: ${name}: ${warning}`);
	return `${lines.join('\n')}\n`;
}

/** One budget favours the chunks that happen to fill it; several show who gets along with few tokens. */
function budgetTable(reports: readonly RetrieverReport[], budgets: readonly number[]): string[] {
	return grid([
		['expanded context by budget', ...budgets.map((budget) => `${budget}t`), 'mean'],
		...reports.map(({ name, measures }) => [
			name,
			...budgets.map((budget) => cell(measures[`expanded context within ${budget}`], false)),
			cell(measures['expanded context over budgets'], true),
		]),
	]);
}

function kindTable(reports: readonly RetrieverReport[], measure: string, title: string): string[] {
	const kinds = [...new Set(reports.flatMap(({ kinds }) => Object.keys(kinds)))].filter((kind) =>
		reports.some((report) => report.kinds[kind]?.[measure] !== undefined),
	);
	return grid([
		[title, ...kinds],
		...reports.map((report) => [
			report.name,
			...kinds.map((kind) => cell(report.kinds[kind]?.[measure], false)),
		]),
	]);
}

function cell(value: Estimate | undefined, interval: boolean): string {
	if (value === undefined) return '–';
	const { mean, low, high } = value;
	if (mean > 1) return mean.toFixed(0);
	return interval ? `${mean.toFixed(3)} [${low.toFixed(2)}, ${high.toFixed(2)}]` : mean.toFixed(3);
}

function signed(value: number): string {
	return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
}

/** Pads cells so that columns line up: names to the left, figures to the right. */
function grid(rows: readonly (readonly string[])[]): string[] {
	const widths: number[] = [];
	for (const row of rows)
		row.forEach((text, column) => {
			widths[column] = Math.max(widths[column] ?? 0, text.length);
		});
	return rows.map((row) =>
		row
			.map((text, column) => {
				const width = widths[column] ?? 0;
				return column === 0 ? text.padEnd(width) : text.padStart(width);
			})
			.join('  ')
			.trimEnd(),
	);
}
