/**
 * Version of the file formats. A reader refuses what is newer than what it knows. Version 2 keeps in
 * a document file what its source does not say, and each message of the fidelity report once.
 */
export const FORMAT_VERSION = 2;

/** Whether files of a version can be read. */
export function isKnownVersion(version: number): boolean {
	return Number.isInteger(version) && version >= 1 && version <= FORMAT_VERSION;
}
