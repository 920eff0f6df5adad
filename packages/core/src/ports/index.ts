export type { Clock, IdSource, Processes, Random } from './clock.ts';
export type { Logger, LogFields, LogLevel } from './logger.ts';
export type { Project, Projects } from './code/projects.ts';
export type { CaptureGate } from './capture/capture-gate.ts';
export type { BackupFile, BackupFolder, BackupShelf } from './backup-file.ts';
export type { Blob, BlobStore, StoredBlob } from './blob-store.ts';
export type {
  ChangedPath,
  FileContent,
  FilePlace,
  FileReader,
  FileRequest,
  Files,
  FileStat,
  FolderChange,
  LeftOut,
  WalkedEntry,
  WalkItem,
  WalkOptions,
  WatchOptions,
} from './files.ts';
export type {
  DocumentAnnotation,
  DocumentBlock,
  DocumentHeadLine,
  DocumentLimits,
  DocumentLine,
  DocumentLink,
  DocumentMember,
  DocumentPage,
  DocumentPaper,
  DocumentReader,
  DocumentSection,
  DocumentSource,
  ReadDocument,
} from './document-reader.ts';
export type { FileWriter, FolderWriter, WriteRequest, WrittenFile } from './file-writer.ts';
export type {
  Embedder,
  Embedding,
  EmbeddedWords,
  EmbeddingModel,
  EmbedOptions,
  ModelRuntime,
  RuntimeChoice,
} from './embedder.ts';
export type {
  DeletionReceipt,
  EmbeddingClaim,
  PassageClaim,
  EmbeddingQueue,
  QueuedPassage,
  ListQuery,
  MemoryPatch,
  MemoryStore,
  NewMemory,
  Page,
  PassageHit,
  PassageVector,
  Stored,
  StoreStats,
  TermFrequency,
  FullTextIndex,
  VectorIndex,
  VectorSet,
  WordFrequencies,
  WordQuery,
} from './memory-store.ts';
export type {
  BrokenPlace,
  TranscriptFile,
  TranscriptItem,
  TranscriptPlace,
  TranscriptReading,
  TranscriptSource,
} from './capture/transcript-source.ts';
export type { WorkspaceStore } from './workspace-store.ts';
export type { ChangeLog, StoreChanges } from './change-log.ts';
export type {
  RecordDelete,
  RecordIndex,
  RecordPage,
  RecordPut,
  RecordRange,
  RecordScan,
  RecordStore,
  RecordWrite,
  StoredRecord,
  ValueCount,
} from './record-store.ts';
export type { SettingStore } from './setting-store.ts';
export type { StoreCopy, Traces } from './traces.ts';
export type { StoreTransfer, SummaryPage } from './transfer.ts';
export {
  MOST_FAULT_IDS,
  STORE_PARTS,
  type ScrubReport,
  type Storage,
  type PoolNumbers,
  type StorageReport,
  type StoreFault,
  type StorePart,
} from './storage.ts';
export type {
  HeldWork,
  NewWork,
  WorkClaim,
  WorkData,
  WorkError,
  WorkFilter,
  WorkItem,
  WorkOutcome,
  WorkPage,
  WorkProgress,
  WorkQueue,
  WorkState,
} from './work-queue.ts';
export type { Extraction, Extractor, FoundEntity, FoundRelation, TextToRead } from './extractor.ts';
export type {
  EntityMention,
  GraphCounts,
  GraphStore,
  MemoryToRead,
  Merge,
  NeighbourQuery,
  NeighboursQuery,
  Reach,
  Reached,
  ReachQuery,
  Reading,
  ExtractionQueue,
  ExtractionRules,
  ReadMention,
  ReadRelation,
  RelationDraft,
  WaitingMemories,
} from './graph-store.ts';
export type { EventQuery, RecordedEvidence, RecordedMemory, StoreEvent, TimeStore } from './time-store.ts';
export type { Llm, LlmAnswer, LlmRequest } from './llm.ts';
export type { Reranker } from './reranker.ts';
export type { Languages, ModelOpener } from './model-opener.ts';
export type { Web, WebAnswer, WebBodies, WebBodyKind, WebPace, WebRequest } from './web.ts';
export { decodeFacts, encodeFacts } from './code/encode-facts.ts';
export { cutText, outlineOf, type CodeOutline, type OutlineSymbol } from './code/code-outline.ts';
export type {
  CodeLinker,
  CodeLinkRequest,
  DefinitionPlace,
  ExactLinks,
  FileLinks,
  PackedFacts,
} from './code/code-linker.ts';
export type {
  CodeCall,
  CodeExport,
  CodeFacts,
  CodeFlow,
  CodeImport,
  CodeParam,
  CodeParser,
  CodeScope,
  CodeSource,
  CodeSymbol,
  Expr,
  LineSpan,
  NotSource,
  PackedParse,
  SymbolFlag,
  SymbolKind,
} from './code/code-parser.ts';
export type {
  Git,
  GitAuthor,
  GitAuthorQuery,
  GitChange,
  GitCommit,
  GitCommitQuery,
  GitContent,
  GitFile,
  GitFileHunks,
  GitHead,
  GitHunk,
  GitKind,
  GitLineChange,
  GitLineQuery,
  GitName,
  GitOpening,
  GitOptions,
  GitPerson,
  GitRefusal,
  GitRepository,
  GitSource,
  GitStatus,
} from './code/git.ts';
export type { HookFile, HookGround, HookPlaces, HookRefusal, HookStep } from './code/hook-places.ts';
export {
  PAPER_SOURCES,
  type AskOptions,
  type MatchQuery,
  type OpenCopy,
  type PaperQuestion,
  type PaperSource,
  type PaperSourceName,
  type PaperSources,
  type RelatedVersion,
  type Retraction,
  type SourcedPaper,
  type SourcedReference,
  type SourceFacts,
  type SourcePage,
} from './papers/paper-source.ts';
export {
  SAFE_SEARCHES,
  TIME_RANGES,
  WEB_ENGINES,
  type WebEngine,
  type WebSearch,
  type WebSearchRequest,
  type WebSearchResult,
} from './papers/web-search.ts';
export { SEARCH_SORTS, type PaperSearch, type SearchSort } from './papers/paper-search.ts';
export { allOf, byAuthors, byKeywords, bySubjects, byVenue, type Sieve } from './papers/sift.ts';
export { checkSearch, SEARCHABLE, type Searchable } from './papers/searchable.ts';
export {
  type Browser,
  type BrowserFacts,
  type BrowserTarget,
  type BrowserVisit,
  type ExtractedField,
  type ExtractedRow,
  type FieldRule,
  type VisitRules,
  type VisitStanding,
  type WaitFor,
} from './browser/browser.ts';
export type { SecretFacts, SecretStore } from './browser/secret-store.ts';
export type {
  LearnedPace,
  PaceOutcome,
  PaceRequest,
  PaceRules,
  PaceStanding,
  PaceTurn,
  RequestPace,
} from './papers/request-pace.ts';
export {
  CITATION_FORMATS,
  CITE_POSITIONS,
  type CitationCluster,
  type CitationFormat,
  type Cite,
  type CitePosition,
  type CitationStyler,
  type StyledCitations,
  type StyledItem,
  type StyleInfo,
  type StyleRequest,
} from './papers/citation-styler.ts';
