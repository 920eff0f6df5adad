export { findCopies, type FoundCopies, type FoundCopy } from './find-copies.ts';
export { listCiting, listReferences, type LinkRequest, type Links } from './list-links.ts';
export { checkRetraction, lookupPaper, type LookedUp } from './lookup-paper.ts';
export { matchPaper, type Matched, type MatchCandidate } from './match-paper.ts';
export type { MergedPaper } from './merge-papers.ts';
export type { SaidPaper } from './one-record.ts';
export type { AskRequest } from './ask-sources.ts';
export type { SourceReport } from './source-report.ts';
