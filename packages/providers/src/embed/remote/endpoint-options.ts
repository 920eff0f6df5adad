import type { Pause } from '../../net/index.ts';

/** What an embedder behind an endpoint needs to know. */
export interface EndpointOptions {
  /** As the endpoint calls it. */
  readonly model: string;
  readonly url: string;
  readonly key?: string | undefined;
  /** Texts a request, 1–64. */
  readonly batchSize: number;
  readonly timeoutMs: number;
  /** How to wait between tries, and by how much more than told. For tests. */
  readonly pause?: Pause | undefined;
  readonly random?: (() => number) | undefined;
}

/** Sixty-four vectors of 8192 numbers, generously spelt. */
export const MAX_ANSWER_BYTES = 16_777_216;
