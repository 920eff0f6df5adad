/** Language models that an Ollama serves: `POST /api/chat`, held to a JSON schema by its `format`. */
import type { Llm, LlmRequest } from '@zapomni/core/ports';
import { createGuardedClient } from '../net/index.ts';
import type { LlmDialect, Utterance } from './dialect.ts';
import { MAX_ANSWER_BYTES, type LlmOptions } from './llm-options.ts';
import { createRemoteLlm } from './remote-llm.ts';

const KEEP_ALIVE = '30m';
/** A few sizes only: Ollama loads the model anew for each. What does not fit it leaves out without a word. */
const CONTEXTS: readonly number[] = [4096, 8192, 16_384];
const LARGEST_CONTEXT = 32_768;
/** Generous: of some scripts a token holds no more. */
const CHARACTERS_PER_TOKEN = 2;

export function createOllamaLlm({ model, url, key, timeoutMs, pause, random }: LlmOptions): Llm {
  return createRemoteLlm({
    name: `ollama/${model.replace(/:latest$/, '')}`,
    client: createGuardedClient({ baseUrl: url, key, timeoutMs, maxBytes: MAX_ANSWER_BYTES }),
    dialect: ollamaDialect(model),
    pause,
    random,
  });
}

function ollamaDialect(model: string): LlmDialect {
  return {
    facts: {
      what: 'language model',
      urlSetting: 'ZAPOMNI_OLLAMA_URL',
      keySetting: 'ZAPOMNI_LLM_KEY',
      getModel: `\`ollama pull ${model}\``,
    },
    async ask(client, request) {
      const answer = await client.call({ path: '/api/chat', body: toBody(model, request), signal: request.signal });
      return toUtterance(answer);
    },
  };
}

function toBody(model: string, { system, prompt, schema, maxTokens }: LlmRequest): unknown {
  return {
    model,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: prompt },
    ],
    stream: false,
    think: false,
    format: schema,
    keep_alive: KEEP_ALIVE,
    options: { temperature: 0, num_predict: maxTokens, num_ctx: contextFor(system.length + prompt.length, maxTokens) },
  };
}

function contextFor(characters: number, maxTokens: number): number {
  const wanted = characters / CHARACTERS_PER_TOKEN + maxTokens;
  return CONTEXTS.find((size) => size >= wanted) ?? LARGEST_CONTEXT;
}

function toUtterance(answer: unknown): Utterance {
  const { message, done_reason, done, prompt_eval_count, eval_count } = (answer ?? {}) as Record<string, unknown>;
  return {
    content: (message as { content?: unknown } | undefined)?.content,
    finished: done !== false && done_reason !== 'length',
    inputTokens: prompt_eval_count,
    outputTokens: eval_count,
  };
}
