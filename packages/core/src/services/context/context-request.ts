/** What an agent is told at the start of a session, and what it asks with. */
import type { MemorySummary } from '../../model/index.ts';
import type { SearchRequest, SearchResult } from '../search/search-request.ts';

export type Search = (request: SearchRequest) => Promise<SearchResult>;

export interface ContextRequest {
  readonly workspace: string;
  /** One that is looked through too: the user's own, where the first is a project's. */
  readonly along?: string | undefined;
  /** What the session will be about. */
  readonly topic?: string | undefined;
  /** Paths that it will work on. */
  readonly files?: readonly string[] | undefined;
  /** In tokens. */
  readonly budget: number;
  readonly signal?: AbortSignal | undefined;
}

/** Why an entry is told: it has to do with the topic or names a file, is worth knowing always, or is new. */
export type ContextReason = 'topic' | 'file' | 'standing' | 'recent';

export interface ContextEntry {
  readonly memory: MemorySummary;
  readonly reason: ContextReason;
  /** On one line, the matching part of it where it is long. */
  readonly text: string;
}

export interface SessionContext {
  readonly entries: readonly ContextEntry[];
  /** Found, and left out for want of room. */
  readonly leftOut: number;
}
