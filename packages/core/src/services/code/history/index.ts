/** What Git knows of a repository over time. */
export { commitAt, type CommitAt } from './as-of.ts';
export type { CoChange } from './co-change.ts';
export { CODE_COMMITS, CODE_HISTORY } from './commit-log.ts';
export { historyOf, type HistoryOptions, type LineCommit, type SymbolHistory } from './history-of.ts';
export { loadHistory, type FileHistory, type History, type Touch } from './history.ts';
export { changedTogether, filesThatChangeWith, ownersOf } from './owners.ts';
export { HistoryRun, type HistoryParts } from './read-history.ts';
export { COMMIT_KIND } from './remember-commits.ts';
export { symbolAt, type SymbolThen, type WantedSymbol } from './symbol-at.ts';
export { why, type Why, type WhyRequest } from './why.ts';
export { byFileTime, type ValidTime, type ValidTimes } from './valid-times.ts';
