/** A node as it is compared. */
export interface ComparedNode {
	readonly document: string;
	readonly type: string;
	readonly text: string;
}

/** What became of a node, or where one has come from. */
export type Change<Node extends ComparedNode> =
	| { readonly change: 'added'; readonly to: Node }
	| { readonly change: 'removed'; readonly from: Node }
	/** The same text stands elsewhere: in another order, or in another document. */
	| { readonly change: 'moved'; readonly from: Node; readonly to: Node; readonly similarity: 1 }
	/** A text of the same type that is like it. `similarity` is below 1. */
	| {
			readonly change: 'edited';
			readonly from: Node;
			readonly to: Node;
			readonly similarity: number;
	  };

/** From which likeness on a text counts as an edit of another. */
const EDITED = 0.5;

/** Words that so many nodes have say nothing about which node is which. */
const COMMON = 40;

/** How many candidates are compared in full. */
const CANDIDATES = 5;

/**
 * Compares nodes, given in the order in which they stand, document by document.
 *
 * @returns Changes in the order of the new nodes, the removed ones last; and how many nodes stand as
 * they stood.
 */
export function changesBetween<Node extends ComparedNode>(
	from: readonly Node[],
	to: readonly Node[],
): { changes: Change<Node>[]; unchanged: number } {
	const free = { from: new Set(from), to: new Set(to) };
	const found = new Map<Node, Change<Node>>();
	const pair = (change: Change<Node> | undefined, old: Node, now: Node): void => {
		free.from.delete(old);
		free.to.delete(now);
		if (change !== undefined) found.set(now, change);
	};
	let unchanged = 0;
	const inOneDocument = equalPairs(from, to, ({ document, type, text }) =>
		JSON.stringify([document, type, text]),
	);
	const still = new Set(longestRising(inOneDocument, from, to));
	for (const same of inOneDocument) {
		const [old, now] = same;
		if (still.has(same)) unchanged++;
		pair(
			still.has(same) ? undefined : { change: 'moved', from: old, to: now, similarity: 1 },
			old,
			now,
		);
	}
	const elsewhere = equalPairs([...free.from], [...free.to], ({ type, text }) =>
		JSON.stringify([type, text]),
	);
	for (const [old, now] of elsewhere)
		pair({ change: 'moved', from: old, to: now, similarity: 1 }, old, now);
	for (const { old, now, similarity } of likePairs([...free.from], [...free.to])) {
		if (!free.from.has(old) || !free.to.has(now)) continue;
		pair({ change: 'edited', from: old, to: now, similarity }, old, now);
	}
	for (const now of free.to) found.set(now, { change: 'added', to: now });
	return {
		changes: [
			...to.flatMap((node) => found.get(node) ?? []),
			...[...free.from].map((old): Change<Node> => ({ change: 'removed', from: old })),
		],
		unchanged,
	};
}

/** Pairs nodes with equal keys: the first with the first, the second with the second. */
function equalPairs<Node>(
	from: readonly Node[],
	to: readonly Node[],
	keyOf: (node: Node) => string,
): [Node, Node][] {
	const waiting = new Map<string, Node[]>();
	for (const node of to) {
		const key = keyOf(node);
		const list = waiting.get(key);
		if (list === undefined) waiting.set(key, [node]);
		else list.push(node);
	}
	return from.flatMap((node): [Node, Node][] => {
		const partner = waiting.get(keyOf(node))?.shift();
		return partner === undefined ? [] : [[node, partner]];
	});
}

/** Of pairs in the order of their old nodes, the most whose new nodes are in order too. */
function longestRising<Node extends ComparedNode>(
	pairs: readonly [Node, Node][],
	from: readonly Node[],
	to: readonly Node[],
): [Node, Node][] {
	const order = new Map(to.map((node, at) => [node, at]));
	const documents = [...new Set(from.map(({ document }) => document))];
	return documents.flatMap((document) => {
		const own = pairs.filter(([old]) => old.document === document);
		return rising(own, ([, now]) => order.get(now) ?? 0);
	});
}

/** The longest subsequence whose numbers rise. */
function rising<Item>(items: readonly Item[], numberOf: (item: Item) => number): Item[] {
	const numbers = items.map(numberOf);
	/** Of each length, the item with the least number that ends such a subsequence. */
	const ends: number[] = [];
	const before: number[] = [];
	numbers.forEach((number, at) => {
		let low = 0;
		let high = ends.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1;
			else high = middle;
		}
		before[at] = ends[low - 1] ?? -1;
		ends[low] = at;
	});
	const found: Item[] = [];
	for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
		const item = items[at];
		if (item !== undefined) found.unshift(item);
	}
	return found;
}

interface LikePair<Node> {
	readonly old: Node;
	readonly now: Node;
	readonly similarity: number;
}

/** Pairs of nodes of one type that are alike, the most alike first; of equals those of one document. */
function likePairs<Node extends ComparedNode>(
	from: readonly Node[],
	to: readonly Node[],
): LikePair<Node>[] {
	const holders = new Map<string, Node[]>();
	for (const node of to) {
		for (const word of wordsOf(node)) {
			const list = holders.get(word);
			if (list === undefined) holders.set(word, [node]);
			else list.push(node);
		}
	}
	const trigrams = new Map<Node, Map<string, number>>();
	const trigramsFor = (node: Node): Map<string, number> => {
		let known = trigrams.get(node);
		if (known === undefined) trigrams.set(node, (known = trigramsOf(node.text)));
		return known;
	};
	const pairs: LikePair<Node>[] = [];
	for (const old of from) {
		const shared = new Map<Node, number>();
		for (const word of wordsOf(old)) {
			const list = holders.get(word) ?? [];
			if (list.length > COMMON) continue;
			for (const now of list) {
				if (now.type === old.type) shared.set(now, (shared.get(now) ?? 0) + 1);
			}
		}
		const candidates = [...shared]
			.sort(
				([a, x], [b, y]) =>
					y - x || Number(b.document === old.document) - Number(a.document === old.document),
			)
			.slice(0, CANDIDATES);
		for (const [now] of candidates) {
			const similarity = likeness(trigramsFor(old), trigramsFor(now));
			if (similarity >= EDITED) pairs.push({ old, now, similarity: Math.min(similarity, 0.99) });
		}
	}
	return pairs.sort(
		(a, b) =>
			b.similarity - a.similarity ||
			Number(b.old.document === b.now.document) - Number(a.old.document === a.now.document),
	);
}

function wordsOf({ text }: ComparedNode): Set<string> {
	return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

function trigramsOf(text: string): Map<string, number> {
	const plain = ` ${text.replace(/\s+/g, ' ').trim().toLowerCase()} `;
	const counts = new Map<string, number>();
	for (let at = 0; at + 3 <= plain.length; at++) {
		const trigram = plain.slice(at, at + 3);
		counts.set(trigram, (counts.get(trigram) ?? 0) + 1);
	}
	return counts;
}

/** Which part of the runs of three units of both texts they share, to two digits. */
function likeness(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
	let shared = 0;
	let total = 0;
	for (const [trigram, count] of a) {
		shared += 2 * Math.min(count, b.get(trigram) ?? 0);
		total += count;
	}
	for (const count of b.values()) total += count;
	return total === 0 ? 0 : Math.round((100 * shared) / total) / 100;
}
