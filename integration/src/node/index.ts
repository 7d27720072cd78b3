/**
 * Files in, files out: reads content folders, writes indexes and reads them again.
 *
 * @module
 */
export { BuildCache } from './build-cache.ts';
export { buildFolder, type FolderBuild } from './build.ts';
export { readContentFolder, type CollectionOptions, type ContentFolder } from './content-folder.ts';
export {
	publish,
	retain,
	saveHistory,
	type HistoryOptions,
	type Published,
	type Retention,
} from './history.ts';
export { findRevisions, type GitRevision } from './git.ts';
export { openFolder, openIndex } from './index-folder.ts';
export {
	rebuildRevisions,
	revisionBuilder,
	type BuildRevision,
	type RebuiltRevisions,
} from './rebuild-revisions.ts';
export {
	inspectFile,
	type InspectedChunk,
	type InspectedNode,
	type Inspection,
} from './inspect.ts';
export { pagefindSite } from './pagefind.ts';
export {
	configurationFrom,
	parseOptions,
	readJson,
	readOptions,
	type BuildOptions,
} from './options.ts';
export { writeGeneration, writeIndex, type WrittenIndex } from './write-index.ts';
export { verifyContent } from './verify-content.ts';
export { verifyIndex, type Verification } from './verify-index.ts';
export type { Embed } from '../core/search/vectors.ts';
export { exportIndex, type ExportOptions } from './export/export-index.ts';
export { exportFormats, type ExportFormatName } from './export/formats.ts';
export { exportRecords, type ExportRecord } from './export/record.ts';
export { parserFor, type ParserChoice } from './parsers.ts';
