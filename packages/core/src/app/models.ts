/** The models at work, and the choice of others, as the faces of the application see them. */
import type { EmbedderChoice, LlmChoice } from '../model/index.ts';
import type { Deps } from '../services/deps.ts';
import type { EmbeddingBacklog } from '../services/embedding/embedding-backlog.ts';
import type { EmbeddingModels } from '../services/models/embedding-models.ts';
import { describeModels, type ModelReport } from '../services/models/model-report.ts';
import { forgetModel } from '../services/models/vectors-in-use.ts';
import { setEmbedder, setLlm, type ModelChange } from '../services/models/set-model.ts';

export interface ModelCalls {
  report(): Promise<ModelReport>;
  /** Checks the model, then has everything embedded with it in the background. CONFLICT when a setting decides. */
  setEmbedder(choice: EmbedderChoice, signal?: AbortSignal): Promise<ModelChange>;
  setLlm(choice: LlmChoice, signal?: AbortSignal): Promise<ModelChange>;
  /** Gives every passage its vector of the installed model of other languages; says how many got one. */
  embedLanguages(onProgress?: (done: number, total: number) => void): Promise<number>;
  /** Takes away the vectors of such a model that was removed; says how many there were. */
  forgetLanguages(model: string): Promise<number>;
}

export function createModelCalls(deps: Deps, models: EmbeddingModels, backlog: EmbeddingBacklog): ModelCalls {
  return {
    report: () => describeModels(deps, models),
    setEmbedder: (choice, signal) => setEmbedder(deps, { models, backlog }, choice, signal),
    setLlm: (choice, signal) => setLlm(deps, choice, signal),
    embedLanguages: (onProgress) => backlog.embedLanguages(onProgress),
    forgetLanguages: (model) => forgetModel(deps, model),
  };
}
