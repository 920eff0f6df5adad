/** Search: requests, hits and why they were found; how a text is cut to a budget. */
export { cutToTokens, fitBudget } from './results/budget.ts';
export type { Explanation } from './results/explain.ts';
export { snippetOf } from './results/snippet.ts';
export type { SearchHit, SearchRequest, SearchResult } from './search-request.ts';
export type { Signal } from './candidates/fuse.ts';
export { FOCUSES, type Measured } from './tuning/tune.ts';
