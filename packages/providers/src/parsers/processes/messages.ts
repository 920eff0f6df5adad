/** What the pool and a process that parses say to each other. A process has one file at a time, so no message needs a number. */
import type { CodeSource } from '@zapomni/core/ports';

export interface ParseRequest {
  readonly source: CodeSource;
  readonly timeoutMs: number;
  /** Whether what is asked for are packed facts with their outline. */
  readonly isPacked: boolean;
}

/** An error in parts, because classes do not travel between processes. */
export interface ParseFailure {
  readonly code: string;
  readonly message: string;
  /** For the log only. */
  readonly cause: string;
}

export interface FactsReply {
  readonly kind: 'facts';
  /** Facts, or their outline where they are packed too: one text crosses faster than a thousand small arrays. */
  readonly json: string;
  readonly packed?: Uint8Array;
  readonly memoryMb: number;
}

export type ParseReply =
  | { readonly kind: 'ready' }
  | FactsReply
  | { readonly kind: 'failed'; readonly failure: ParseFailure; readonly memoryMb: number };
