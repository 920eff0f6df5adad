export { findCopies, type FoundCopies, type FoundCopy } from './find-copies.ts';
export { listCiting, listReferences, type LinkRequest, type Links } from './list-links.ts';
export { checkRetraction, lookupPaper, type LookedUp } from './lookup-paper.ts';
export { matchPaper, type Matched, type MatchCandidate } from './match-paper.ts';
export { mergePapers, type MergedPaper, type SaidPaper } from './merge-papers.ts';
export type { AskRequest } from './ask-sources.ts';
export type { SourceReport, SourceState } from './source-report.ts';
