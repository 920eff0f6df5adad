export {
  DEFAULT_WORKSPACE,
  DOCUMENT_KIND,
  ENDED_KIND,
  isOfDocument,
  mayHoldDocument,
  PAPER_KIND,
  RESERVED_WORKSPACES,
  WORKSPACE_PATTERN,
  type JsonValue,
  type Memory,
  type MemorySummary,
  type MemoryVersion,
  type Metadata,
  type Passage,
  type PassageSpan,
  type Workspace,
  type WorkspaceSummary,
} from './memory.ts';
export { editDistance } from './edit-distance.ts';
export { decodeEntities, GREEK_LETTERS } from './entities.ts';
export { inCommon, saysTheSame } from './likeness.ts';
export type { IndexEntry, RecordParent } from './record.ts';
export type { MemoryFilter, MetadataCondition, MetadataScalar, Scope } from './filter.ts';
export { smallWordsIn, TERMS_VERSION, toPhrase, toQueryTerms, toTermsByWord, toTerms } from './terms/terms.ts';
export {
  CHANGE_KINDS,
  changeTo,
  loggedChange,
  changeToWorkspace,
  type ChangeKind,
  type StoreChange,
} from './changes/store-change.ts';
export {
  changesOfAddition,
  changesOfErasure,
  changesOfMerge,
  changesOfProgress,
  changesOfRecordWrites,
  changesOfRecords,
  changesOfRelation,
  changesOfRelations,
  changesOfRemoval,
  changesOfRemovedMemories,
  changesOfUpdate,
  changesOfWork,
  WORK_FORGOTTEN,
} from './changes/changes-of.ts';
export { parseQuery, type ParsedQuery } from './query/parse-query.ts';
export { asWords } from './query/query-pieces.ts';
export { parseIsoDate, type Moment } from './dates.ts';
export { isAmbiguousDate, parseLooseDate } from './time/loose-date.ts';
export { cutPassages, estimateTokens, type PassageOptions } from './passages.ts';
export {
  FUSION_METHODS,
  SEARCH_STAGES,
  type FusionMethod,
  type SearchStage,
  type StageSwitch,
} from './search-options.ts';
export {
  EMBEDDERS,
  embedderNamed,
  isLanguageModel,
  LLM_PROVIDERS,
  MODEL_PATTERN,
  type EmbedderChoice,
  type EmbedderProvider,
  type LlmChoice,
  type LlmProvider,
} from './model-choice.ts';
export { readTime, readTimes, type Times, type TimeSpan } from './time/read-times.ts';
export type { EventReference } from './time/event-reference.ts';
export type { AsOf, Entity, EntityDraft, Evidence, Mention, Relation } from './graph/graph.ts';
export { entityId, LONGEST_NAME, LONGEST_TYPE, nameKey, relationId, relationType, typeKey } from './graph/entity-id.ts';
export {
  arrangeBlobs,
  arrangeEntries,
  arrangeEvidence,
  arrangeMentions,
  arrangeNames,
  arrangeVectors,
  type StoredEvidence,
} from './transfer/arrange.ts';
export { compareNames, compareTexts, nameOf, timeKey } from './transfer/record-names.ts';
export { PARTS, plainRecord, type Part } from './transfer/record-parts.ts';
export { fingerprint, Tally, type PartTotal, type RecordSummary, type Totals } from './transfer/totals.ts';
export {
  RECORD_KINDS,
  type AssertionRecord,
  type CollectionRecord,
  type EntityRecord,
  type EvidenceState,
  type MemoryRecord,
  type MemoryState,
  type MentionState,
  type MergeRecord,
  type NameState,
  type RecordKind,
  type RecordName,
  type SettingRecord,
  type TombstoneRecord,
  type TransferRecord,
  type VectorState,
  type VersionState,
  type WorkspaceRecord,
} from './transfer/records.ts';
export { matchesHost, parseHostPattern, type HostPattern } from './host-pattern.ts';
export { wikiLinksIn, withoutCode, type WikiLink } from './wiki-links.ts';
export * from './papers/index.ts';
