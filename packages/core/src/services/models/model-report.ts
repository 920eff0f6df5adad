/** Which models are in use, and how far a change has come. */
import type { LlmChoice } from '../../model/index.ts';
import type { Embedder, VectorSet } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import { configuredLlm } from './choices.ts';
import { chosenLlm } from './chosen-llm.ts';
import type { EmbeddingModels } from './embedding-models.ts';

export interface ModelReport {
  readonly embedding: {
    /** Passages get vectors of this one. */
    readonly model: string;
    readonly state: Embedder['state'];
    /** Searches go by the vectors of this one. */
    readonly reading: string;
    /** Passages that wait for a vector. */
    readonly pending: number;
    /** A setting of this process decides. */
    readonly fixed: boolean;
    readonly sets: readonly VectorSet[];
    /** The model of other languages that is at work beside it; null without one. */
    readonly languages: string | null;
  };
  readonly llm: { readonly choice: LlmChoice; readonly fixed: boolean };
}

export async function describeModels(deps: Deps, models: EmbeddingModels): Promise<ModelReport> {
  const { storage, config } = deps;
  await models.look();
  const { target, reading } = models;
  const [pending, sets, llm] = await Promise.all([
    storage.embeddings.pending(target.model.name),
    storage.vectors.models(),
    chosenLlm({ config, settings: storage.settings }),
  ]);
  return {
    embedding: {
      model: target.model.name,
      state: target.state,
      reading: reading.model.name,
      pending,
      fixed: models.configured !== null,
      sets,
      languages: models.beside?.model.name ?? null,
    },
    llm: { choice: llm, fixed: configuredLlm(config) !== null },
  };
}
