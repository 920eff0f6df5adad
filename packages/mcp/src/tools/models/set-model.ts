import { DEFAULT_MODELS } from '@zapomni/core/models';
import { invalidField } from '@zapomni/core/errors';
import { EMBEDDERS, LLM_PROVIDERS } from '@zapomni/core/model';
import { z } from 'zod';
import { CONFIGURES } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { toModelChange } from '../../views/index.ts';

export default defineTool({
  name: 'set_model',
  title: 'Choose a model',
  description:
    'Choose the language model, or the embedding model, for this store. The model is checked first and used at once. After a change of the embedding model everything is embedded anew in the background; search keeps working meanwhile.',
  input: z.strictObject({
    model: z.string().optional().describe('As the provider calls it, e.g. qwen2.5:7b or nomic-embed-text.'),
    use: z.enum(['llm', 'embedding']).default('llm'),
    provider: z
      .enum(['ollama', 'openai', 'builtin', 'none'])
      .default('ollama')
      .describe('builtin: embedding only; none: no language model; openai: the endpoint that the user configured.'),
  }),
  aliases: { model_name: 'model' },
  output: z.object({
    status: z.literal('success'),
    use: z.enum(['llm', 'embedding']),
    model: z.string(),
    previous: z.string(),
    pending_embeddings: z.number().int().optional(),
    task_id: unlisted(z.string().optional()),
    dimensions: unlisted(z.number().int().optional()),
    warning: z.string().optional(),
  }),
  annotations: CONFIGURES,
  scope: 'admin',
  async run({ model, use, provider }, { app, signal }) {
    const change = await (use === 'llm'
      ? app.models.setLlm({ provider: oneOf(LLM_PROVIDERS, provider, use), model: model ?? DEFAULT_MODELS.llm }, signal)
      : app.models.setEmbedder(
          { provider: oneOf(EMBEDDERS, provider, use), model: model ?? DEFAULT_MODELS.embedding },
          signal,
        ));
    return toModelChange(use, change);
  },
  text: ({ use, model, previous, pending_embeddings: pending = 0, warning }) =>
    [
      `${use === 'llm' ? 'Language model' : 'Embedding model'}: ${model} (before: ${previous}).`,
      ...(pending > 0
        ? [`${pending} chunks are embedded with it in the background; search goes by the old vectors until then.`]
        : []),
      ...(warning ? [`Beware: ${warning}`] : []),
    ].join('\n'),
});

function oneOf<Provider extends string>(known: readonly Provider[], given: string, use: string): Provider {
  const found = known.find((one) => one === given);
  if (found === undefined) throw invalidField('provider', `must be one of ${known.join(', ')} for ${use}`);
  return found;
}
