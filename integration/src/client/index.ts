/**
 * Opens a chunk index, in browsers and in Node: searches it, makes evidence of hits and citations of
 * evidence. Every file is checked against its digest before it is used.
 *
 * @module
 */
export { open, CitableIndex, type OpenOptions, type Place } from './citable-index.ts';
export type { Citation, TextPositionSelector, TextQuoteSelector } from './citation.ts';
export type { DocumentDescription } from '../core/format/files.ts';
export type { Chunk, DocumentView, Node, Passage } from './document-view.ts';
export type {
	Evidence,
	EvidencePiece,
	EvidenceRole,
	EvidenceUnit,
	LeftOut,
	Requirement,
} from './evidence.ts';
export type { ExpandOptions } from './expand.ts';
export type { Hit, SearchOptions, SearchResult, Twin, WithheldDocument } from './find.ts';
export type { Answerability, AnswerabilityOptions } from './answerability.ts';
export { toAnnotation, type FragmentSelector, type Selector } from './selectors.ts';
export type { DocumentRelation, Intent, Standing } from './standing.ts';
export { labelsIn, type GivenLabels, type Labelled } from './labels.ts';
export { toPrompt, type Prompt, type PromptFormat } from './prompt.ts';
export {
	citedSpans,
	toAiSdk,
	toAnthropic,
	toLangChain,
	toOpenAI,
	type AiSdkMessage,
	type AnthropicDocument,
	type CharLocation,
	type CitedSpan,
	type LabelledMessage,
	type LangChainDocument,
	type OpenAIMessage,
} from './providers.ts';
export type { Load } from './index-files.ts';
export { compareGenerations, type Lineage, type LineageNode } from './lineage.ts';
export type { Change } from './node-changes.ts';
export type { Embed } from '../core/search/vectors.ts';
export type { EngineHit, EngineOptions, SearchEngine } from '../core/search/engine.ts';
export type { Comparison, Verdict, Verification, VerifyOptions } from './verify.ts';
export { CitableError } from '../core/errors.ts';
export { codes, type Code } from '../core/codes.ts';
