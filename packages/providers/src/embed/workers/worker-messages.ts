/** What the pool and its workers say to each other. A worker has at most one request at a time, so none needs an id. */
import type { Embedding, EmbedOptions } from '@zapomni/core/ports';

export interface WorkerText {
  readonly text: string;
  readonly role: EmbedOptions['role'];
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

export type WorkerOutcome = Embedding | { readonly problem: WorkerProblem };

export type WorkerReply =
  | { readonly kind: 'ready'; readonly loadMs: number }
  | { readonly kind: 'failed'; readonly problem: WorkerProblem }
  | { readonly kind: 'done'; readonly outcomes: readonly WorkerOutcome[] };
