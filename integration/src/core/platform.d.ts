/**
 * The few names that every JavaScript runtime has and the language library does not declare. The
 * core is compiled without DOM and Node types, so nothing else of a platform can slip in.
 */
interface String {
	/** Whether every half of a character stands beside its other half. */
	isWellFormed(): boolean;
}

declare class TextDecoder {
	constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
	decode(input?: Uint8Array, options?: { stream?: boolean }): string;
}

declare class TextEncoder {
	encode(input?: string): Uint8Array;
}
