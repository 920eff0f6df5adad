/** Which models a provider has: Ollama's `/api/tags`, or `/models` of an OpenAI-compatible endpoint. */
import { createGuardedClient } from '../net/index.ts';
import { openaiBase } from '../net/openai-base.ts';
import { toModelError } from '../net/to-model-error.ts';

export interface ModelListOptions {
  readonly provider: 'ollama' | 'openai';
  readonly url: string;
  readonly key?: string | undefined;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

const MAX_LIST_BYTES = 4_194_304;

/** MODEL_UNAVAILABLE, or CANCELLED when the signal fires. */
export async function listModels({ provider, url, key, timeoutMs, signal }: ModelListOptions): Promise<string[]> {
  const isOllama = provider === 'ollama';
  const baseUrl = isOllama ? url : openaiBase(url);
  const client = createGuardedClient({ baseUrl, key, timeoutMs, maxBytes: MAX_LIST_BYTES });
  try {
    const answer = await client.call({ path: isOllama ? '/api/tags' : '/models', signal });
    const { models, data } = (answer ?? {}) as { models?: unknown; data?: unknown };
    return namesIn(isOllama ? models : data);
  } catch (error) {
    throw toModelError(error, {
      what: 'language model',
      urlSetting: isOllama ? 'ZAPOMNI_OLLAMA_URL' : 'ZAPOMNI_LLM_URL',
      keySetting: 'ZAPOMNI_LLM_KEY',
      getModel: '',
    });
  } finally {
    client.close();
  }
}

function namesIn(list: unknown): string[] {
  const items = Array.isArray(list) ? (list as unknown[]) : [];
  return items
    .map((item) => item as { name?: unknown; id?: unknown } | null)
    .map((item) => item?.name ?? item?.id)
    .filter((name) => typeof name === 'string');
}
