import type { JsonValue } from '../model/memory.ts';

export interface LlmRequest {
  readonly system: string;
  readonly prompt: string;
  /** JSON Schema of the answer; the caller checks the answer against it all the same. */
  readonly schema: Readonly<Record<string, JsonValue>>;
  readonly schemaName: string;
  readonly maxTokens: number;
  readonly signal?: AbortSignal;
}

export interface LlmAnswer {
  /** Parsed, not yet checked. */
  readonly value: unknown;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

/**
 * A language model that answers in JSON. Contract: no answer is used that was cut off or is not JSON. Failure:
 * MODEL_UNAVAILABLE (retryable where trying again may help, with `retryAfterMs` where the endpoint said when), TIMEOUT, or
 * CANCELLED when the signal fires. No address, key or text of the endpoint reaches an error message.
 */
export interface Llm {
  readonly name: string;
  answer(request: LlmRequest): Promise<LlmAnswer>;
  close(): Promise<void>;
}
