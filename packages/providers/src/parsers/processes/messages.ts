/** What the pool and a process that parses say to each other. A process has one file at a time, so no message needs a number. */
import type { CodeSource } from '@zapomni/core/ports';

export interface ParseRequest {
  readonly source: CodeSource;
  readonly timeoutMs: number;
}

/** An error in parts, because classes do not travel between processes. */
export interface ParseFailure {
  readonly code: string;
  readonly message: string;
  /** For the log only. */
  readonly cause: string;
}

export type ParseReply =
  | { readonly kind: 'ready' }
  /** Facts as JSON: one text crosses faster than a thousand small arrays. */
  | { readonly kind: 'facts'; readonly json: string; readonly memoryMb: number }
  | { readonly kind: 'failed'; readonly failure: ParseFailure; readonly memoryMb: number };
