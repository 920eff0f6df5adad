/** The graph: what is asked of it and what it answers. */
export {
  BUILD_MODES,
  type BuildGraphRequest,
  type BuildMode,
  type BuildStarted,
  type ReadEntity,
  type ReadRelationView,
  type ReadTextRequest,
  type TextReading,
} from './build/build-request.ts';
export type {
  AssertedEntity,
  AssertEntitiesRequest,
  EntityRequest,
  EntityView,
  ListEntitiesRequest,
  ListRelationsRequest,
  MentionView,
  RemovedEntities,
  RemoveEntitiesRequest,
  SearchEntitiesRequest,
  Subgraph,
} from './entities/entity-request.ts';
export {
  EXPORT_ENDINGS,
  EXPORT_FORMATS,
  type ExportedGraph,
  type ExportFormat,
  type ExportGraphRequest,
  type GraphTextRequest,
} from './export/export-request.ts';
export type {
  EntityChoice,
  LinkDraft,
  LinkRequest,
  LinkResult,
  RelationChoice,
  UnlinkRequest,
  UnlinkResult,
} from './link/link-request.ts';
export type {
  MergeReason,
  MergeRequest,
  MergeResult,
  MergeSuggestion,
  MergeSuggestions,
  MergeSuggestionsRequest,
  SplitRequest,
  SplitResult,
} from './merge/merge-request.ts';
export { MENTIONED_WITH } from './related/mentioned-with.ts';
export {
  DEEPEST,
  MOST_RELATED,
  type EvidenceSnippet,
  type SaidWords,
  type FoundByName,
  type NamedEntity,
  type Related,
  type RelatedRequest,
  type RelatedResult,
  type RelationView,
} from './related/related-request.ts';
export type { GraphHealth, GraphStatus } from './status/status-report.ts';
export { createLlmExtractor, type LlmExtractorOptions } from './extract/llm-extractor.ts';
