/** What differs between the services that embed. */
import type { EndpointFacts } from '../../net/to-model-error.ts';

export interface EmbeddingDialect {
  /** Behind the base URL. */
  readonly path: string;
  readonly facts: EndpointFacts;
  toBody(texts: readonly string[]): unknown;
  /** The vectors in the order of the texts; anything else when the answer has another shape. */
  vectorsOf(answer: unknown): unknown;
}
