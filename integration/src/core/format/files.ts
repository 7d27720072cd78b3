import type * as z from 'zod';
import type {
	catalogSchema,
	documentFileSchema,
	documentSchema,
	duplicatesSchema,
	expansionSchema,
	fidelitySchema,
	generationSchema,
	pointerSchema,
} from './schemas.ts';
import { FORMAT_VERSION } from './version.ts';

/** current.json */
export type Pointer = z.infer<typeof pointerSchema>;
/** generations/<id>.json */
export type GenerationManifest = z.infer<typeof generationSchema>;
/** catalog/<digest>.json */
export type Catalog = z.infer<typeof catalogSchema>;
/** A document as the catalog lists it. */
export type CatalogEntry = Catalog['documents'][number];
/** What governs a source: who it is, what it is called, how far it holds. */
export type DocumentDescription = z.infer<typeof documentSchema>;
/** documents/<digest>.json */
export type DocumentFile = z.infer<typeof documentFileSchema>;
/** expansion/<digest>.json */
export type ExpansionManifest = z.infer<typeof expansionSchema>;
/** duplicates/<digest>.json */
export type Duplicates = z.infer<typeof duplicatesSchema>;
/** fidelity/<generation>.json */
export type FidelityFile = z.infer<typeof fidelitySchema>;

/** One file of an index, under its path inside the index. */
export interface IndexFile {
	readonly path: string;
	readonly content: string | Uint8Array;
}

/** Paths of files inside an index. */
export const paths = {
	pointer: 'current.json',
	generation: (id: string): string => `generations/${id}.json`,
	catalog: (digest: string): string => `catalog/${digest}.json`,
	document: (digest: string): string => `documents/${digest}.json`,
	expansion: (digest: string): string => `expansion/${digest}.json`,
	duplicates: (digest: string): string => `duplicates/${digest}.json`,
	fidelity: (generation: string): string => `fidelity/${generation}.json`,
	search: (digest: string): string => `search/${digest}.json`,
	vectors: (digest: string): string => `vectors/${digest}.bin`,
	/** A file of a folder that Pagefind made; the folder is named by the digest of its list. */
	pagefind: (folder: string, file: string): string => `pagefind/${folder}/${file}`,
	source: (revision: string, extension: string): string => `sources/${revision}.${extension}`,
	schema: (name: string): string => `schema/v${String(FORMAT_VERSION)}/${name}.json`,
} as const;
