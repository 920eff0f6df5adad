/** Stands for a model that was chosen but cannot be had in this process: passages wait for a process that has it. */
import { toZapomniError, ZapomniError } from '../../errors/index.ts';
import type { EmbedderChoice } from '../../model/index.ts';
import type { Embedder } from '../../ports/index.ts';

export function createAbsentEmbedder({ provider, model }: EmbedderChoice, why: unknown): Embedder {
  const { message, hint } = toZapomniError(why);
  const refuse = () => Promise.reject(new ZapomniError('MODEL_UNAVAILABLE', message, { hint }));
  return {
    model: { name: `${provider}/${model.replace(/:latest$/, '')}`, dimensions: 0, maxTokens: 0 },
    state: 'failed',
    embed: refuse,
    warm: refuse,
    close: async () => undefined,
  };
}
