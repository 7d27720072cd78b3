/**
 * The Astro integration.
 *
 * @module
 */
export { citable as default, citable } from './integration.ts';
export type { CitableOptions, CollectionEntry, CollectionOptions } from './options.ts';
