/**
 * Language models behind any endpoint that speaks as OpenAI's does: `POST …/chat/completions`. Servers differ in how an
 * answer is held to JSON and in how its length is bounded; the ways are tried in turn until one is not refused, and that
 * one is kept.
 */
import type { Llm, LlmRequest } from '@zapomni/core/ports';
import { createGuardedClient, HttpFailure, type GuardedClient } from '../net/index.ts';
import { openaiBase } from '../net/openai-base.ts';
import type { LlmDialect, Utterance } from './dialect.ts';
import { MAX_ANSWER_BYTES, type LlmOptions } from './llm-options.ts';
import { createRemoteLlm } from './remote-llm.ts';

export function createOpenaiLlm({ model, url, key, timeoutMs, pause, random }: LlmOptions): Llm {
  return createRemoteLlm({
    name: `openai/${model}`,
    client: createGuardedClient({ baseUrl: openaiBase(url), key, timeoutMs, maxBytes: MAX_ANSWER_BYTES }),
    dialect: new OpenaiDialect(model),
    pause,
    random,
  });
}

type Way = (request: LlmRequest) => Record<string, unknown>;

/** The best first. */
const WAYS: readonly Way[] = [
  (request) => ({ ...plainly(request), ...steady(request), response_format: bySchema(request) }),
  // Newer models of OpenAI's take neither the old name of the bound nor a temperature.
  (request) => ({
    ...plainly(request),
    max_completion_tokens: request.maxTokens,
    response_format: bySchema(request),
  }),
  (request) => ({ ...withSchemaTold(request), ...steady(request), response_format: { type: 'json_object' } }),
  (request) => ({ ...withSchemaTold(request), ...steady(request) }),
];
const REFUSALS = new Set([400, 422]);

class OpenaiDialect implements LlmDialect {
  readonly facts = {
    what: 'language model',
    urlSetting: 'ZAPOMNI_LLM_URL',
    keySetting: 'ZAPOMNI_LLM_KEY',
    getModel: 'set ZAPOMNI_LLM_MODEL to a model that it has.',
  };
  readonly #model: string;
  #way = 0;

  constructor(model: string) {
    this.#model = model;
  }

  async ask(client: GuardedClient, request: LlmRequest): Promise<Utterance> {
    for (let way = this.#way; ; way++) {
      const body = { model: this.#model, ...(WAYS[way] as Way)(request) };
      try {
        const answer = await client.call({ path: '/chat/completions', body, signal: request.signal });
        this.#way = way;
        return toUtterance(answer);
      } catch (error) {
        const refused = error instanceof HttpFailure && REFUSALS.has(error.status ?? 0);
        if (!refused || way === WAYS.length - 1) throw error;
      }
    }
  }
}

function plainly({ system, prompt }: Pick<LlmRequest, 'system' | 'prompt'>) {
  return {
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: prompt },
    ],
  };
}

function withSchemaTold({ system, prompt, schema }: LlmRequest) {
  return plainly({
    system: `${system}\n\nAnswer with JSON alone, which fits this JSON Schema:\n${JSON.stringify(schema)}`,
    prompt,
  });
}

function steady({ maxTokens }: LlmRequest) {
  return { max_tokens: maxTokens, temperature: 0 };
}

function bySchema({ schema, schemaName }: LlmRequest) {
  return { type: 'json_schema', json_schema: { name: schemaName, schema, strict: true } };
}

function toUtterance(answer: unknown): Utterance {
  const { choices, usage } = (answer ?? {}) as { choices?: unknown[]; usage?: Record<string, unknown> };
  const choice = (Array.isArray(choices) ? choices[0] : undefined) as
    | { message?: { content?: unknown }; finish_reason?: unknown }
    | undefined;
  return {
    content: choice?.message?.content,
    finished: choice?.finish_reason !== 'length',
    inputTokens: usage?.['prompt_tokens'],
    outputTokens: usage?.['completion_tokens'],
  };
}
