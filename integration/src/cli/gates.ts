import type { CitableIndex } from '../client/index.ts';
import { CitableError, type Generation } from '../core/index.ts';
import {
	evaluate,
	indexRetriever,
	openGeneration,
	readGold,
	type GoldSet,
} from '../evaluation/index.ts';
import { openIndex, readJson, type BuildOptions } from '../node/index.ts';

/** The measure that a gate holds two generations against each other by. */
const MEASURE = 'recall@5';

/**
 * Holds a new generation against the published one, on the questions that both can be asked: those
 * whose spans stand in the sources of both.
 *
 * @throws {CitableError} `gate-failed` where the new one finds less than it may; `invalid-gold`,
 * `gold-stale` where the questions do not fit the new sources.
 */
export async function checkGates(
	generation: Generation,
	published: string,
	gates: NonNullable<BuildOptions['gates']>,
): Promise<void> {
	const value = await readJson(gates.gold, 'invalid-gold');
	const now = await openGeneration(generation);
	const goldNow = readGold(value, await textsOf(now));
	const before = await publishedIndex(published);
	if (before === undefined) return;
	const textsBefore = await textsOf(before);
	const goldBefore = goldNow.questions.flatMap(({ id }) => {
		try {
			return readGold(only(value, id), textsBefore).questions;
		} catch (error) {
			if (error instanceof CitableError) return [];
			throw error;
		}
	});
	const asked = new Set(goldBefore.map(({ id }) => id));
	const questions = goldNow.questions.filter(({ id }) => asked.has(id));
	const [had, has] = [
		await recallOf(before, { ...goldNow, questions: goldBefore }),
		await recallOf(now, { ...goldNow, questions }),
	];
	if (had - has <= gates.maxRecallLoss) return;
	throw new CitableError('gate-failed', {
		measure: MEASURE,
		before: had.toFixed(3),
		after: has.toFixed(3),
		count: questions.length,
		limit: gates.maxRecallLoss,
	});
}

async function recallOf(index: CitableIndex, gold: GoldSet): Promise<number> {
	const { retrievers } = await evaluate([await indexRetriever(index)], gold);
	return retrievers[0]?.measures[MEASURE]?.mean ?? 0;
}

/** The gold file with one question only; its shape was checked with all of them. */
function only(value: unknown, id: string): unknown {
	const gold = value as { readonly questions: readonly { readonly id: string }[] };
	return { ...gold, questions: gold.questions.filter((question) => question.id === id) };
}

async function publishedIndex(place: string): Promise<CitableIndex | undefined> {
	try {
		return await openIndex(place);
	} catch (error) {
		if (error instanceof CitableError && error.code === 'index-not-found') return undefined;
		throw error;
	}
}

async function textsOf(index: CitableIndex): Promise<(path: string) => string | undefined> {
	const texts = new Map<string, string>();
	for (const { path, revision } of await index.documents())
		texts.set(path, await index.source(revision));
	return (path) => texts.get(path);
}
