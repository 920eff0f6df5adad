/** A language model behind an HTTP endpoint. What it says is only given on when it is whole and JSON. */
import { ZapomniError } from '@zapomni/core/errors';
import type { Llm, LlmAnswer, LlmRequest } from '@zapomni/core/ports';
import { BACK_OFF, HttpFailure, withRetries, type GuardedClient, type Pause } from '../net/index.ts';
import { toModelError } from '../net/to-model-error.ts';
import type { LlmDialect } from './dialect.ts';
import { parseJson } from './parse-json.ts';

export interface RemoteLlmParts {
  readonly name: string;
  readonly client: GuardedClient;
  readonly dialect: LlmDialect;
  readonly pause?: Pause | undefined;
  readonly random?: (() => number) | undefined;
}

/** See the `Llm` contract. Connects to nothing before the first `answer`. */
export function createRemoteLlm(parts: RemoteLlmParts): Llm {
  return {
    name: parts.name,
    answer: (request) => answer(parts, request),
    close: async () => parts.client.close(),
  };
}

async function answer({ client, dialect, pause, random }: RemoteLlmParts, request: LlmRequest): Promise<LlmAnswer> {
  const ask = () => dialect.ask(client, request);
  try {
    const { content, finished, inputTokens, outputTokens } = await withRetries(ask, {
      waits: BACK_OFF,
      signal: request.signal,
      ...(pause ? { pause } : {}),
      ...(random ? { random } : {}),
    });
    if (!finished) throw cutOff();
    return { value: readContent(content), inputTokens: toCount(inputTokens), outputTokens: toCount(outputTokens) };
  } catch (error) {
    if (error instanceof HttpFailure && error.kind === 'slow') throw tooSlow(error);
    throw toModelError(error, dialect.facts);
  }
}

function readContent(content: unknown): unknown {
  const value = typeof content === 'string' ? parseJson(content) : undefined;
  if (value !== undefined) return value;
  throw new ZapomniError('MODEL_UNAVAILABLE', 'The language model did not answer in JSON.', {
    hint: 'Ask again, or choose a model that follows a schema.',
  });
}

function cutOff(): ZapomniError {
  return new ZapomniError('MODEL_UNAVAILABLE', 'The language model was cut off before its answer was whole.', {
    hint: 'Give it less to read, or more room for its answer.',
  });
}

function tooSlow(cause: HttpFailure): ZapomniError {
  return new ZapomniError('TIMEOUT', 'The language model did not answer within its time limit.', {
    hint: 'Give it less to read, choose a smaller model, or raise ZAPOMNI_LLM_TIMEOUT_SECONDS.',
    cause,
  });
}

function toCount(tokens: unknown): number | null {
  return typeof tokens === 'number' && Number.isSafeInteger(tokens) && tokens >= 0 ? tokens : null;
}
