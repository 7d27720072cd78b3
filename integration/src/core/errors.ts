import { codes, fill, type Code, type Details } from './codes.ts';

/** Where a problem lies. */
export interface Place {
	/** Path of the file as the caller named it. */
	readonly file?: string | undefined;
	/** 1-based. */
	readonly line?: number | undefined;
	/** 1-based, in UTF-16 code units. */
	readonly column?: number | undefined;
	/** UTF-16 code units in the source. */
	readonly start?: number | undefined;
	readonly end?: number | undefined;
}

/** What this package throws. The codes are listed in `codes.ts`, each with a page of its own. */
export class CitableError extends Error {
	override readonly name = 'CitableError';
	readonly code: Code;
	readonly hint: string;
	readonly place: Place;
	readonly details: Details;

	constructor(code: Code, details: Details = {}, options: Place & { cause?: unknown } = {}) {
		const { cause, ...place } = options;
		const where = describePlace(place);
		super(
			(where === '' ? '' : `${where}: `) + fill(codes[code].message, details),
			cause === undefined ? undefined : { cause },
		);
		this.code = code;
		this.hint = fill(codes[code].hint, details);
		this.place = place;
		this.details = details;
	}
}

/** A place as `file:line:column`, or an empty text where nothing is known. */
export function describePlace({ file, line, column }: Place): string {
	return [file, line, line === undefined ? undefined : column]
		.filter((part) => part !== undefined)
		.join(':');
}
