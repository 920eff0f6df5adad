/** Who distils: the language model where the user has chosen that, otherwise, and where it fails, the rules. */
import type { CaptureDeps } from '../capture-deps.ts';
import type { Turn } from '../turn.ts';
import { distilByModel } from './by-model.ts';
import { distilTurn } from './distil.ts';
import type { Distilled } from './kinds.ts';

export async function distil(deps: CaptureDeps, turn: Turn, signal: AbortSignal | undefined): Promise<Distilled[]> {
  const { distiller: llm, logger, extractor } = deps;
  if (llm) {
    try {
      return await distilByModel(llm, turn, signal);
    } catch (error) {
      signal?.throwIfAborted();
      logger.log('warning', 'capture_model_failed', { model: llm.name, error });
    }
  }
  return distilTurn(turn, { signal, extractor: await usable(extractor) });
}

/** Sentences are worth keeping also where nothing can read them for names. */
async function usable(extractor: CaptureDeps['extractor']): Promise<CaptureDeps['extractor']> {
  return {
    ...extractor,
    extract: async (texts, options) =>
      extractor.extract(texts, options).catch((error: unknown) => {
        options?.signal?.throwIfAborted();
        if (error instanceof Error) return texts.map(() => ({ entities: [], relations: [] }));
        throw error;
      }),
  };
}
