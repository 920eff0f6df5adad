/**
 * A model that reads a question and a passage together (a cross-encoder) and says how well the one answers the other.
 * Contract: the answer has one finite number per text, in order, higher for better; what they mean apart from that is the
 * model's. Failure: MODEL_UNAVAILABLE, or CANCELLED when the signal fires. No address, key or text of the endpoint reaches
 * an error message.
 */
export interface Reranker {
  readonly name: string;
  score(question: string, texts: readonly string[], signal?: AbortSignal): Promise<readonly number[]>;
  close(): Promise<void>;
}
