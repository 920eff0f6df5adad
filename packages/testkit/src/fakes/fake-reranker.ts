/** Reads question and passage together, in its way: the more of the question's words a text holds, the better. */
import { toTerms } from '@zapomni/core/model';
import { ZapomniError } from '@zapomni/core/errors';
import type { Reranker } from '@zapomni/core/ports';

export interface FakeReranker extends Reranker {
  /** Fails until it is taken back. */
  failing: boolean;
  /** Numbers of texts that it was given, call by call. */
  readonly calls: number[];
}

export function createFakeReranker(): FakeReranker {
  const calls: number[] = [];
  let closed = false;
  return {
    name: 'rerank/fake',
    failing: false,
    calls,
    async score(question, texts, signal) {
      calls.push(texts.length);
      if (signal?.aborted || closed) throw new ZapomniError('CANCELLED', 'The reranking call was cancelled.');
      if (this.failing) throw new ZapomniError('MODEL_UNAVAILABLE', 'The reranking endpoint cannot be reached.');
      return texts.map((text) => wordsInCommon(question, text));
    },
    close: async () => {
      closed = true;
    },
  };
}

export function wordsInCommon(question: string, text: string): number {
  const held = new Set(toTerms(text));
  const asked = new Set(toTerms(question));
  return [...asked].filter((term) => held.has(term)).length / Math.max(1, asked.size);
}
