/**
 * Vectors that cost nothing, one of a few thousand by what the text says: what is measured is all the rest. A server embeds in other
 * processes, and its vectors follow when the words are found; `held` keeps them from being measured with those.
 */
import type { Embedder } from '@zapomni/core/ports';
import { unitVectorMaker } from './corpus.ts';

const DIMENSIONS = 256;
const DIFFERENT = 4096;

export interface QuickEmbedder extends Embedder {
  /** While `work` is under way nothing is embedded. */
  held<Result>(work: () => Promise<Result>): Promise<Result>;
}

export function createQuickEmbedder(): QuickEmbedder {
  const make = unitVectorMaker(11, DIMENSIONS);
  const vectors = Array.from({ length: DIFFERENT }, make);
  let free = Promise.resolve();
  return {
    model: { name: 'bench', dimensions: DIMENSIONS, maxTokens: 512 },
    state: 'ready',
    embed: async (texts) => {
      await free;
      return texts.map((text) => ({ vector: vectors[placeOf(text)] ?? make(), fluency: 1 }));
    },
    async held(work) {
      const { promise, resolve } = Promise.withResolvers<void>();
      free = promise;
      return work().finally(resolve);
    },
    warm: async () => undefined,
    close: async () => undefined,
  };
}

function placeOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < Math.min(text.length, 40); i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0) % DIFFERENT;
}
