/** Models as clients and `--json` show them. */
import type { ModelChange, ModelReport } from '@zapomni/core/models';

export function toModelChange(use: 'llm' | 'embedding', { pending, taskId, ...change }: ModelChange) {
  return {
    status: 'success' as const,
    use,
    ...change,
    ...(pending === undefined ? {} : { pending_embeddings: pending }),
    ...(taskId === undefined ? {} : { task_id: taskId }),
  };
}

export function toModels({ embedding, llm }: ModelReport) {
  const { model, reading, pending, fixed, sets } = embedding;
  return {
    embedding: { model, searching: reading, pending_embeddings: pending, fixed, vectors: [...sets] },
    llm: { model: llmName(llm.choice), fixed: llm.fixed },
  };
}

export function llmName({ provider, model }: ModelReport['llm']['choice']): string {
  return provider === 'none' ? 'none' : `${provider}/${model}`;
}
