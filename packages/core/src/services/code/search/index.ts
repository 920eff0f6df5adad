/** Finding code by meaning, words, symbol and path. */
export { searchWithCode } from './in-memories.ts';
export { PathTables } from './named-files.ts';
export type { Narrowing } from './narrow.ts';
export type { Reason } from './rank-files.ts';
export { searchCode, type CodeSearchRequest, type CodeSearchResult, type SearchTools } from './search-code.ts';
export type { CodeHit, OtherPlace } from './show-hits.ts';
