/** Indexing a repository: index-repository.ts has a drawing of a run. */
export { indexRepository } from './index-repository.ts';
export type { FailedSource, IndexProgress, IndexReport, IndexRequest } from './index-request.ts';
export type { Freshness } from './freshness.ts';
