export { createApp, type App, type AppStats } from './app.ts';
export type { Deps } from './services/deps.ts';
export type { MemoryDraft } from './services/memory/draft.ts';
export type { Added, AddRequest, AddResult } from './services/memory/add-memories.ts';
export type { MemoryChange } from './services/memory/memories.ts';
export type { ContextEntry, ContextReason, ContextRequest, SessionContext } from './services/context/request.ts';
export { cutToTokens, fitBudget } from './services/search/results/budget.ts';
export type { Explanation } from './services/search/results/explain.ts';
export { snippetOf } from './services/search/results/snippet.ts';
export type { SearchHit, SearchRequest, SearchResult } from './services/search/request.ts';
export type { Signal } from './services/search/candidates/fuse.ts';
export { BUILTIN, configuredEmbedder, configuredLlm, DEFAULT_MODELS, NO_LLM } from './services/models/choices.ts';
export { createChosenLlm, type ChosenLlmParts } from './services/models/chosen-llm.ts';
export type { ModelReport } from './services/models/model-report.ts';
export type { ModelChange } from './services/models/set-model.ts';
export { checkWorkspaceId } from './services/workspaces/workspaces.ts';
export type { GraphCalls } from './services/graph/graph-calls.ts';
export {
  BUILD_MODES,
  type BuildGraphRequest,
  type BuildMode,
  type BuildStarted,
  type ReadEntity,
  type ReadRelationView,
  type ReadTextRequest,
  type TextReading,
} from './services/graph/build/request.ts';
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
} from './services/graph/entities/request.ts';
export {
  EXPORT_ENDINGS,
  EXPORT_FORMATS,
  type ExportedGraph,
  type ExportFormat,
  type ExportGraphRequest,
  type GraphTextRequest,
} from './services/graph/export/request.ts';
export type {
  EntityChoice,
  LinkDraft,
  LinkRequest,
  LinkResult,
  RelationChoice,
  UnlinkRequest,
  UnlinkResult,
} from './services/graph/link/request.ts';
export type {
  MergeReason,
  MergeRequest,
  MergeResult,
  MergeSuggestion,
  MergeSuggestions,
  MergeSuggestionsRequest,
  SplitRequest,
  SplitResult,
} from './services/graph/merge/request.ts';
export {
  DEEPEST,
  MOST_RELATED,
  type EvidenceSnippet,
  type FoundByName,
  type NamedEntity,
  type Related,
  type RelatedRequest,
  type RelatedResult,
  type RelationView,
} from './services/graph/related/request.ts';
export type { GraphHealth, GraphStatus } from './services/graph/status/request.ts';
export {
  PRUNE_STRATEGIES,
  type PruneItem,
  type PruneKind,
  type PruneRequest,
  type PruneResult,
  type PruneStrategy,
} from './services/prune/request.ts';
export type { TaskCalls } from './services/tasks/tasks.ts';
export type { TimeCalls } from './services/time/time-calls.ts';
export type {
  Change,
  ChangesRequest,
  Snapshot,
  SnapshotRequest,
  Timeline,
  TimelineEntry,
  TimelineRequest,
} from './services/time/request.ts';
export type { KnowledgeEntity, KnowledgeGraph, KnowledgeRelation } from './services/compat/knowledge-graph.ts';
export { addObservations, createEntities, createRelations } from './services/compat/create.ts';
export { openNodes, readGraph, searchNodes } from './services/compat/find.ts';
export { deleteEntities, deleteObservations, deleteRelations } from './services/compat/remove.ts';
export { knowledgeLines, parseKnowledgeLine, type KnowledgeItem } from './services/compat/lines.ts';
export { KnowledgeImport, type LineNote, type NumberedItem } from './services/compat/import-graph.ts';
export { createLlmExtractor, type LlmExtractorOptions } from './services/graph/extract/llm-extractor.ts';
