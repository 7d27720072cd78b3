import { partsOf } from '../core/expansion-parts.ts';
import type { Span } from '../core/spans.ts';
import type { DocumentView } from './document-view.ts';
import type { ExpansionContext } from './expand.ts';
import type { Choice } from './layout.ts';

/** How many words of the question a span of a document holds. */
export type WordsHeld = (view: DocumentView, span: Span) => number;

/**
 * What may come in place of a large seed that does not fit: its parts that hold most words of the
 * question, in source order, each with what is required for it. A part without that is of no use.
 */
export function partsFor(
	{ rules, wordsHeld = () => 0 }: ExpansionContext,
	view: DocumentView,
	seed: Choice,
): Choice[][] {
	const chunk = view.content.chunks[seed.chunk ?? -1];
	if (chunk === undefined || chunk.tokens <= (rules.parts?.above ?? Infinity)) return [];
	const parts = partsOf(view.nodes, chunk).map((node) => ({ node, held: wordsHeld(view, node) }));
	const most = Math.max(...parts.map(({ held }) => held));
	return parts
		.filter(({ held }) => held === most)
		.map(({ node: { index, start, end } }) => {
			const required = view
				.edges(rules)
				.edgesOfNode(index)
				.filter((edge) => edge.required);
			return [
				{ ...seed, start, end, node: index },
				...required.map((edge) => ({ ...edge, for: seed.for })),
			];
		});
}
