/**
 * Papers: what a caller asks and gets back. Of what is done with them, `app.research` is the door, and loads it: nothing here may bring more
 * than words and types with it.
 */
export type { Arrival, Proposal, SavedPaper } from './library/keep/arrival.ts';
export { authorsOf, venueOf, yearOf } from './library/keep/keys.ts';
export { nameOf } from './library/keep/paper-memory.ts';
export type { ArticleDetails, PaperVersion } from './library/query/article-details.ts';
export type { CollectionStats, Count } from './library/query/collection-stats.ts';
export type { ArticlePage } from './library/query/list-articles.ts';
export type { FoundArticle, FoundArticles } from './library/query/search-articles.ts';
export type { UpdatedArticle } from './library/change/update-article.ts';
export type { KeptPaperFile } from './library/store/file-record.ts';
export type { KeptPaper, PaperRecord } from './library/store/paper-record.ts';
export type { DeletedArticle } from './library/change/delete-article.ts';
export type { MergedArticles } from './library/change/merge-articles.ts';
export type { SplitArticle } from './library/change/split-article.ts';
export type { Undone } from './library/change/undo-plan.ts';
export type { ListedSet } from './library/query/manage-sets.ts';
export type { CreatedSet } from './library/query/sets.ts';
export type { AddedPaper } from './library/adding/add-paper.ts';
export type { PaperOrigin } from './library/adding/arrivals.ts';
export type { AddPapersReport } from './library/adding/many/add-work.ts';
export type { FolderFiles } from './library/adding/many/folder-files.ts';
export type { FoundSentences } from './library/citing/citation-contexts.ts';
export type { Citations } from './library/citing/walk-citations.ts';
export type { ReadArticle } from './library/query/read-article.ts';
export type { ProposedRetag, Retagged } from './tags/retag.ts';
export type { SuggestedPage } from './tags/suggest-tags.ts';
export type { Vocabulary } from './tags/vocabulary.ts';
export { ASPECTS } from './analysis/aspects.ts';
export { fitEvidence } from './analysis/fit-evidence.ts';
export type {
  Answer,
  Comparison,
  Evidence,
  PaperChunks,
  ReadingList,
  RelatedPaper,
  Summary,
  Synthesis,
  TopicReport,
} from './analysis/index.ts';
export {
  DATA_FORMATS,
  DEPTHS,
  DIMENSIONS,
  LIST_ORDERS,
  POLARITIES,
  PRIORITIES,
  REFERENCE_VERDICTS,
  SEARCH_ORDERS,
  WORKFLOW_ACTIONS,
} from './words.ts';
export type { ExportedArticles } from './export/export-articles.ts';
export { FORMAT_NAMES, WRITABLE, type FormatName, type WritableFormat } from './bibliography/format.ts';
export type { ImportReport } from './bibliography/import-bibliography.ts';
export { isTakenBack } from './retraction.ts';
export { createSharedPace, type SharedPaceOptions } from './pace/shared-pace.ts';
export type { Attempt, Downloaded, ValidatedSource } from './access/index.ts';
export type { FoundCopy, LookedUp, MatchCandidate, MergedPaper, SaidPaper, SourceReport } from './lookup/index.ts';
export type { CheckedReference, CheckedReferences } from './citations/check/check-references.ts';
export type { SearchedWeb } from './discovery/search-web.ts';
export type { Feed, FeedEntry, FeedText } from './feeds/feed.ts';
export type { PaperMetadata } from './reading/extract-metadata.ts';
export type { NoteConflict, NotesReport, NotesRequest } from './notes/notes-request.ts';
export type { ParamValue, WorkflowDefinition } from './workflows/definition/definition.ts';
export type { Confirmed } from './workflows/propose/confirm.ts';
export type { TriedOut } from './workflows/run/try-out.ts';
export type { KeptProposal, KeptRun as KeptWorkflowRun, KeptWorkflow } from './workflows/store/workflow-record.ts';
export type { EndedRun, ShownWorkflow, WorkflowDetails } from './workflows/shown.ts';
export type { CitationRequest, WrittenCitations, WrittenEntry } from './styling/citation-request.ts';
export type { FollowedQuery, QueryDetails } from './queries/query-details.ts';
export type { QueryUpdate, UpdatedQuery } from './queries/queries.ts';
export type { SaidQuery } from './queries/said-query.ts';
export type { KeptQuery, QueryDefinition } from './queries/query-record.ts';
export type { EvaluatedArticle, EvaluatedArticles } from './evaluate/evaluate-articles.ts';
export type { JudgedArticle } from './evaluate/judge-article.ts';
export type { StoppingEstimate } from './evaluate/stopping.ts';
export { RUN_STATES, SERVICE_KINDS, SOURCE_KINDS, type SourceKind } from './discovery/words.ts';
export type {
  CheckedFindings,
  CheckRequest,
  FindingsOfQuery,
  ShownFinding,
} from './discovery/findings/check-findings.ts';
export type { FollowedRun } from './discovery/run/follow-runs.ts';
export type { StartedRun } from './discovery/run/start-runs.ts';
export type { SourceInput } from './discovery/sources/check-source.ts';
export type { ShownSource, SourceDetails } from './discovery/sources/sources.ts';
export type { KeptRun } from './discovery/store/run-record.ts';
export type { KeptSource } from './discovery/store/source-record.ts';
