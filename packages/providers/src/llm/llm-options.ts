import type { Pause } from '../net/index.ts';

/** What a language model behind an endpoint needs to know. */
export interface LlmOptions {
  /** As the endpoint calls it. */
  readonly model: string;
  readonly url: string;
  readonly key?: string | undefined;
  readonly timeoutMs: number;
  /** How to wait between tries, and by how much more than told. For tests. */
  readonly pause?: Pause | undefined;
  readonly random?: (() => number) | undefined;
}

export const MAX_ANSWER_BYTES = 4_194_304;
