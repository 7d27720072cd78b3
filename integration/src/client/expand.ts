import { CitableError } from '../core/errors.ts';
import { expandWindows } from '../core/expansion-windows.ts';
import type { ExpansionManifest } from '../core/format/files.ts';
import { overlapLength } from '../core/spans.ts';
import { candidatesFor, idOf, placedChunks } from './candidates.ts';
import type { DocumentView } from './document-view.ts';
import type { Evidence, LeftOut } from './evidence.ts';
import { countTokens, joined, layOut, tokensOf, type Choice, type CountTokens } from './layout.ts';
import { partsFor, type WordsHeld } from './seed-parts.ts';
import { relationsBetween } from './standing.ts';
import { sumOf, unitsOf } from './units.ts';

/** How to expand. What is not given is as the expansion manifest of the generation has it. */
export interface ExpandOptions {
	/** Chunks to take on each side inside the section: 0 to 3. */
	readonly radius?: number;
	/** Tokens that all pieces together may have. */
	readonly budget?: number;
	/**
	 * The question. A large seed that does not fit the budget comes in those of its parts that hold
	 * most words of it; without a question, in the first of them that fit.
	 */
	readonly query?: string;
	/** List items to take on each side of one. */
	readonly siblings?: number;
	/** Tokens that relations may add to one seed. */
	readonly relationTokens?: number;
	/** Ids of nodes and chunks to take whatever the caps, such as those that were left out before. */
	readonly take?: readonly string[];
	/** Counts tokens as another model does; by default the counts of the index hold. */
	readonly count?: CountTokens;
}

/** The generation that is expanded in. */
export interface ExpansionContext {
	readonly generation: string;
	readonly rules: ExpansionManifest;
	/** How many words of the question a span holds; absent where none is asked. */
	readonly wordsHeld?: WordsHeld;
}

/**
 * Makes evidence of seeds: their chunks, what the rules say must travel with them, and their
 * neighbours. With a budget, the seeds come first by rank, each with what it requires, then what
 * rounds them off, then neighbours. A large seed that does not fit comes in parts.
 *
 * @throws {CitableError} `invalid-seeds`, `duplicate-seed`, `unknown-chunk`, `invalid-radius`,
 * `invalid-budget`.
 */
export function expandSeeds(
	context: ExpansionContext,
	seeds: readonly string[],
	views: readonly DocumentView[],
	options: ExpandOptions = {},
): Evidence {
	const { rules } = context;
	const radius = options.radius ?? rules.radius.default;
	const { budget = Infinity } = options;
	if (budget !== Infinity && !(Number.isInteger(budget) && budget > 0))
		throw new CitableError('invalid-budget', { reason: `it is ${String(budget)}` });
	const windows = expandWindows(seeds, radius, views.flatMap(placedChunks));
	const chosen = new Map<DocumentView, Map<string, Choice>>();
	const leftOut: LeftOut[] = [];
	const without = new Set<string>();
	let tokens = 0;
	for (const { view, choice, seed, capped } of candidatesFor(rules, windows, radius, options)) {
		// What belongs to a seed that is not there is of no use.
		if (without.has(seed)) continue;
		const choices = chosen.get(view) ?? new Map<string, Choice>();
		const wider = withChoice(choices, choice);
		const more = addedTokens(view, choices, wider, choice, options.count);
		if (!capped && tokens + more <= budget) {
			tokens += more;
			chosen.set(view, wider);
			continue;
		}
		if (choice.role === 'seed') {
			without.add(seed);
			for (const part of partsFor(context, view, choice)) {
				const choices = chosen.get(view) ?? new Map<string, Choice>();
				const wider = part.reduce(withChoice, choices);
				const more =
					tokensOf(view, wider.values(), options.count) -
					tokensOf(view, choices.values(), options.count);
				if (tokens + more > budget) continue;
				tokens += more;
				chosen.set(view, wider);
			}
		}
		leftOut.push({
			role: choice.role,
			for: seed,
			reason: capped ? 'cap' : 'budget',
			id: idOf(view, choice),
			tokens: countTokens(view, choice, options.count),
		});
	}
	const { generation } = context;
	const units = [...chosen].flatMap(([view, choices]) =>
		unitsOf(view, windows, layOut(view, choices.values(), options.count), rules, generation),
	);
	units.sort((a, b) => (a.seeds[0]?.rank ?? 0) - (b.seeds[0]?.rank ?? 0));
	for (const {
		cut,
		seeds: [first],
	} of units)
		if (cut && first !== undefined)
			leftOut.push({ role: 'neighbor', for: first.chunkId, reason: 'scope' });
	const relations = relationsBetween(units.map(({ document }) => document));
	return {
		generation,
		expansion: rules.version,
		radius,
		units,
		relations,
		leftOut,
		tokens: sumOf(units),
	};
}

/** Choices with one more; the same span for another seed is the same choice. */
function withChoice(choices: ReadonlyMap<string, Choice>, choice: Choice): Map<string, Choice> {
	const key = `${String(choice.start)}-${String(choice.end)}`;
	const known = choices.get(key);
	return new Map(choices).set(key, known === undefined ? choice : joined(known, choice));
}

/** What the pieces grow by; they are laid out anew only where the choice touches others. */
function addedTokens(
	view: DocumentView,
	before: ReadonlyMap<string, Choice>,
	after: ReadonlyMap<string, Choice>,
	choice: Choice,
	count: CountTokens | undefined,
): number {
	for (const other of before.values()) {
		if (overlapLength(other, choice) > 0)
			return tokensOf(view, after.values(), count) - tokensOf(view, before.values(), count);
	}
	return countTokens(view, choice, count);
}
