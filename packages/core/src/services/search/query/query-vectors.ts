/** Vectors of queries, kept: an agent asks the same thing often, and a vector costs a hundred times a look-up. */
import type { Embedder, Embedding } from '../../../ports/index.ts';
import { within } from '../../within.ts';

export class QueryVectors {
  readonly #embedder: Embedder;
  readonly #capacity: number;
  /** Keyed by model and exact words, case included; the oldest entry comes first. */
  readonly #kept = new Map<string, Embedding>();
  #hits = 0;
  #asked = 0;

  constructor(embedder: Embedder, capacity: number) {
    this.#embedder = embedder;
    this.#capacity = capacity;
  }

  /** Null when the model is not ready within `waitMs` or cannot be used: search then goes by words alone. */
  async get(query: string, waitMs: number): Promise<Embedding | null> {
    const key = `${this.#embedder.model.name}\n${query}`;
    this.#asked++;
    const kept = this.#kept.get(key);
    if (kept) this.#hits++;
    const embedding = kept ?? (await this.#embed(query, waitMs));
    if (embedding) this.#keep(key, embedding);
    return embedding;
  }

  /** Look-ups, and those that were answered from memory. */
  get asked(): number {
    return this.#asked;
  }

  get hits(): number {
    return this.#hits;
  }

  async #embed(query: string, waitMs: number): Promise<Embedding | null> {
    const answer = this.#embedder.embed([query], { role: 'query' }).then(
      ([embedding]) => embedding ?? null,
      () => null,
    );
    return within(answer, waitMs);
  }

  #keep(key: string, embedding: Embedding): void {
    this.#kept.delete(key);
    if (this.#capacity === 0) return;
    if (this.#kept.size >= this.#capacity) this.#kept.delete(this.#kept.keys().next().value as string);
    this.#kept.set(key, embedding);
  }
}
