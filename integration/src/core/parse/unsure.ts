/**
 * What a quick parser throws where it cannot vouch for what it read. It never leaves the parse
 * step: the file is read again by the parser that can.
 */
export class Unsure extends Error {
	override readonly name = 'Unsure';
}
