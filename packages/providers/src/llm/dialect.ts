/** What differs between the services that a language model runs behind. */
import type { LlmRequest } from '@zapomni/core/ports';
import type { GuardedClient } from '../net/index.ts';
import type { EndpointFacts } from '../net/to-model-error.ts';

/** What the model said, before anybody looked into it. */
export interface Utterance {
  readonly content: unknown;
  /** It came to its end by itself. */
  readonly finished: boolean;
  readonly inputTokens: unknown;
  readonly outputTokens: unknown;
}

export interface LlmDialect {
  readonly facts: EndpointFacts;
  ask(client: GuardedClient, request: LlmRequest): Promise<Utterance>;
}
