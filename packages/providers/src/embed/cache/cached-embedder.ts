/**
 * An embedder that keeps what it gave: a passage that comes again costs a look at the disk. Questions pass through; those
 * who ask them keep their vectors in memory.
 */
import type { Embedder, Embedding, EmbedOptions } from '@zapomni/core/ports';
import type { EmbeddingCache } from './embedding-cache.ts';

export function createCachedEmbedder(inner: Embedder, cache: EmbeddingCache): Embedder {
  return new CachedEmbedder(inner, cache);
}

class CachedEmbedder implements Embedder {
  readonly cache = { asked: 0, hits: 0 };
  readonly #inner: Embedder;
  readonly #kept: EmbeddingCache;
  #isClosed = false;

  constructor(inner: Embedder, kept: EmbeddingCache) {
    this.#inner = inner;
    this.#kept = kept;
  }

  get model(): Embedder['model'] {
    return this.#inner.model;
  }

  get state(): Embedder['state'] {
    return this.#inner.state;
  }

  get runtime(): Embedder['runtime'] {
    return this.#inner.runtime;
  }

  async embed(texts: readonly string[], options: EmbedOptions): Promise<Embedding[]> {
    if (options.role === 'query' || options.signal?.aborted || this.#isClosed || texts.length === 0) {
      return this.#inner.embed(texts, options);
    }
    const { name } = this.#inner.model;
    const found = this.#alike(await this.#kept.find(name, texts));
    const missing = texts.filter((_, i) => found[i] === undefined);
    this.cache.asked += texts.length;
    this.cache.hits += texts.length - missing.length;
    const made = await this.#inner.embed(missing, options);
    // Nobody waits for it; the cache does one thing after the other.
    void this.#kept.keep(
      name,
      made.map((embedding, i) => [missing[i] as string, embedding] as const),
    );
    let next = 0;
    return found.map((embedding) => embedding ?? (made[next++] as Embedding));
  }

  warm(): Promise<void> {
    return this.#inner.warm();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#inner.close();
    await this.#kept.close();
  }

  /** Vectors of another length were made by another model under the same name. */
  #alike(found: readonly (Embedding | undefined)[]): (Embedding | undefined)[] {
    const first = found.find((embedding) => embedding !== undefined)?.vector.length;
    const length = this.#inner.model.dimensions || first;
    return found.map((embedding) => (embedding?.vector.length === length ? embedding : undefined));
  }
}
