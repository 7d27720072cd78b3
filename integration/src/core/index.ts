/**
 * The pure core: bytes in, files out. It knows no file system, network, clock or framework, and
 * gives the same files for the same bytes and configuration on any machine.
 *
 * @module
 */
export {
	adapterRegistry,
	type Adapter,
	type AdapterKind,
	type AdapterPreset,
} from './adapters/adapter.ts';
export { astroDocs } from './adapters/astro-docs.ts';
export { defaultPresets } from './adapters/presets.ts';
export { adapterSchema, componentsSchema, presetsOf } from './adapters/schema.ts';
export { defaultBounds, type Bounds } from './chunks/bounds.ts';
export { policyFrom } from './chunks/policies.ts';
export type { ChunkContext, ChunkDraft, ChunkPolicy, Part } from './chunks/policy.ts';
export { structure, type StructureOptions } from './chunks/structure.ts';
export { codes, type Code, type Severity } from './codes.ts';
export { anchorOf, blockAnchor } from './anchors.ts';
export { configure, type Configuration, type ConfigurationInput } from './configuration.ts';
export { canonicalJson, digest, hash } from './digest.ts';
export { documentId, type Document, type DocumentInput } from './document.ts';
export { CitableError, describePlace, type Place } from './errors.ts';
export {
	checkRadius,
	checkSeeds,
	expandWindows,
	type ChunkWindow,
	type WindowChunk,
	type WindowMember,
} from './expansion-windows.ts';
export type { Finding, SeverityOverrides } from './findings.ts';
export { defaultGovernanceFields, type Governance, type GovernanceFields } from './governance.ts';
export type * from './format/files.ts';
export { paths } from './format/files.ts';
export { FORMAT_VERSION } from './format/version.ts';
export {
	buildGeneration,
	generationSteps,
	type Generation,
	type GenerationOptions,
	type Progress,
} from './generation.ts';
export type { FailedDocument } from './fidelity.ts';
export type { FidelityReport } from './format/fidelity-file.ts';
export type { ReadFile } from './transclusions.ts';
export { nodeId } from './identity.ts';
export {
	indexDocument,
	type IndexedChunk,
	type IndexedDocument,
	type IndexedSection,
} from './indexed-document.ts';
export { ledgerOf, type LedgerEntry } from './ledger.ts';
export {
	lastLineOf,
	lineAt,
	lineIndex,
	positionAt,
	type LineIndex,
	type Position,
} from './lines.ts';
export {
	calloutSeverities,
	valueOf,
	type AuthoredNode,
	type CalloutSeverity,
	type Leaf,
	type NodeType,
	type Segment,
	type Syntax,
} from './nodes/node.ts';
export { viewOf, type ViewNode, type ViewText } from './nodes/view.ts';
export { convertOffset, offsetTable, type OffsetTable, type OffsetUnit } from './offsets.ts';
export type { Parser, SyntaxOptions } from './parse/parser.ts';
export { remark } from './parse/remark.ts';
export { SATTERI_VERSION, satteriParser, type SatteriLibrary } from './parse/satteri.ts';
export { MemoryStore, type KeptRecord, type RecordStore } from './record-store.ts';
export {
	embeddingTextOf,
	representationsOf,
	type EmbeddingText,
	type Representation,
} from './representations.ts';
export {
	everybody,
	scopeRules,
	type Audience,
	type PathScope,
	type ScopeBlock,
	type ScopeOptions,
	type ScopeRules,
} from './scopes/rules.ts';
export type { Canary, Leak } from './scopes/canary.ts';
export { readSource, type Source, type SourceFormat } from './source.ts';
export {
	contains,
	coverageOf,
	intersection,
	iou,
	lengthOf,
	overlapLength,
	span,
	type Span,
} from './spans.ts';
export { engineNames, type EngineName, type SearchFileOptions } from './search/settings.ts';
export { o200k, type Tokenizer } from './tokens.ts';
export { PACKAGE_VERSION } from './version.ts';
