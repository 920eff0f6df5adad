/** What the pool and its workers say to each other. A worker has at most one request at a time, so none needs an id. */
import type { Embedding, EmbedOptions, ModelRuntime } from '@zapomni/core/ports';
import type { HeadReading } from '../../extract/heads/read-words.ts';

/** What a worker is there for: vectors, vectors and what texts say, or vectors of the model of other languages. */
export type WorkerTask = 'plain' | 'reads' | 'languages';

export interface WorkerText {
  readonly text: string;
  /** `reading`: only what it names and says is wanted. */
  readonly role: EmbedOptions['role'] | 'reading';
}

export interface WorkerRequest {
  readonly texts: readonly WorkerText[];
}

/** Why something failed: `message` and `hint` for a reader, `detail` for the log only. */
export interface WorkerProblem {
  readonly message: string;
  readonly hint: string | undefined;
  readonly detail: string;
}

/** A passage that was embedded by a model that reads has its reading with it. */
export type WorkerAnswer = (Embedding & { readonly reading?: HeadReading }) | { readonly reading: HeadReading };

export type WorkerOutcome = WorkerAnswer | { readonly problem: WorkerProblem };

export interface ReadyReply {
  readonly kind: 'ready';
  readonly loadMs: number;
  readonly runtime: ModelRuntime;
}

export type WorkerReply =
  | ReadyReply
  | { readonly kind: 'failed'; readonly problem: WorkerProblem }
  | { readonly kind: 'done'; readonly outcomes: readonly WorkerOutcome[] };
