/** How things look to clients: the results of tools and what `--json` prints are made here, and nowhere else. */
export {
  toEntities,
  toEntity,
  toEntityView,
  toMerged,
  toNamed,
  toRelated,
  toRelation,
  toSplit,
  toStatus,
  toSuggestions,
  type ShownEntity,
  type ShownRelation,
} from './graph.ts';
export { markedText } from './marked-text.ts';
export {
  toBrought,
  toDocument,
  toDocuments,
  toPart,
  toPdf,
  toQuotes,
  toReadReport,
  toRemovedDocument,
} from './document.ts';
export {
  toCommit,
  toExplainedChange,
  toNamedCode,
  toWhy,
  toWhyAnswer,
  type ShownChange,
  type ShownHistory,
  type ShownMention,
  type ShownThen,
} from './change.ts';
export { toCodeSearch, type ShownPlace } from './code-search.ts';
export { extraMetadata, timestampOf, toAdded, toContext, toMemory, toMemoryPage, toUpdated } from './memory.ts';
export { toMirrorReport } from './mirror.ts';
export { llmName, toModelChange, toModels } from './model.ts';
export { toIndexReport, toRemovedRepository, toRepositories } from './repository.ts';
export { toCleared, toDeleted, toDeletedMany, toDeletedWorkspace, toPurged } from './removal.ts';
export { DETAILS, passagesOf, toSearch } from './search.ts';
export { toStats } from './stats.ts';
export { toTask, toTasks } from './task.ts';
export { toChanges, toSnapshot, toTimeline } from './time.ts';
export { iso, round } from './values.ts';
export { toCreatedWorkspace, toWorkspaces } from './workspace.ts';
export { toHookReport } from './hooks.ts';
export { toCodeMap, toDeadCode, toFoundSymbols, toSymbolDetails } from './symbol.ts';
export { toCallees, toCallers, toHierarchy, toImpact, toReferences } from './symbol-edges.ts';
