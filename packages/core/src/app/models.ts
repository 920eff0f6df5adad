/** The models at work, and the choice of others, as the faces of the application see them. */
import type { EmbedderChoice, LlmChoice } from '../model/index.ts';
import type { Deps } from '../services/deps.ts';
import type { EmbeddingBacklog } from '../services/embedding/embedding-backlog.ts';
import type { EmbeddingModels } from '../services/models/embedding-models.ts';
import { describeModels, type ModelReport } from '../services/models/model-report.ts';
import { setEmbedder, setLlm, type ModelChange } from '../services/models/set-model.ts';

export interface ModelCalls {
  report(): Promise<ModelReport>;
  /** Checks the model, then has everything embedded with it in the background. CONFLICT when a setting decides. */
  setEmbedder(choice: EmbedderChoice, signal?: AbortSignal): Promise<ModelChange>;
  setLlm(choice: LlmChoice, signal?: AbortSignal): Promise<ModelChange>;
}

export function createModelCalls(deps: Deps, models: EmbeddingModels, backlog: EmbeddingBacklog): ModelCalls {
  return {
    report: () => describeModels(deps, models),
    setEmbedder: (choice, signal) => setEmbedder(deps, { models, backlog }, choice, signal),
    setLlm: (choice, signal) => setLlm(deps, choice, signal),
  };
}
