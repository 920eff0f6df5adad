export {
  DEFAULT_WORKSPACE,
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
export type { MemoryFilter, Scope } from './filter.ts';
export { TERMS_VERSION, toQueryTerms, toTerms } from './terms.ts';
export { parseIsoDate, parseLooseDate, type Moment } from './dates.ts';
export { cutPassages, estimateTokens, type PassageOptions } from './passages.ts';
