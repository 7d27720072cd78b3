/**
 * Values of the words of a document and the like, looked up where they stand in a text. Most of them come
 * again and again, and to find one again no string is made of it, which is what takes most of the time
 * of a `Map`.
 */
export class SliceTable<Value> {
	/** In each slot the hash of a text, and its place in the lists from 1; 0 where the slot is free. */
	private slots = new Int32Array(1 << 11);
	/** One less than the number of slots, which is a power of two. */
	private mask = (1 << 10) - 1;
	private readonly texts: string[] = [];
	private readonly values: Value[] = [];
	private readonly make: (text: string) => Value;

	/** @param make Works out the value of a text that is new. */
	constructor(make: (text: string) => Value) {
		this.make = make;
	}

	/** The value of `text.slice(start, end)`. */
	get(text: string, start: number, end: number): Value {
		let hash = end - start;
		for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x9e3779b1);
		hash ^= hash >>> 15;
		const { slots, mask } = this;
		for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
			const place = slots[2 * slot + 1] ?? 0;
			if (place === 0) return this.add(text.slice(start, end), hash);
			if (slots[2 * slot] === hash && isSlice(this.texts[place - 1] ?? '', text, start, end))
				return this.values[place - 1] as Value;
		}
	}

	private add(slice: string, hash: number): Value {
		const value = this.make(slice);
		if (4 * this.texts.length > this.mask) this.grow();
		this.texts.push(slice);
		this.put(hash, this.values.push(value));
		return value;
	}

	/** At most a quarter of the slots is taken, so that hardly two texts look for the same one. */
	private grow(): void {
		const { slots } = this;
		this.slots = new Int32Array(2 * slots.length);
		this.mask = slots.length - 1;
		for (let at = 0; at < slots.length; at += 2)
			if (slots[at + 1] !== 0) this.put(slots[at] ?? 0, slots[at + 1] ?? 0);
	}

	private put(hash: number, place: number): void {
		let slot = hash & this.mask;
		while (this.slots[2 * slot + 1] !== 0) slot = (slot + 1) & this.mask;
		this.slots[2 * slot] = hash;
		this.slots[2 * slot + 1] = place;
	}
}

function isSlice(known: string, text: string, start: number, end: number): boolean {
	if (known.length !== end - start) return false;
	for (let at = 0; at < known.length; at++)
		if (known.charCodeAt(at) !== text.charCodeAt(start + at)) return false;
	return true;
}
