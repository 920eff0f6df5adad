/**
 * An embedder with what the store knows of its model: how long its vectors are, and what its cosines mean. A provider may
 * have put another model under the same name; its vectors would be refused one by one, in the middle of a search.
 */
import { ZapomniError } from '../../errors/index.ts';
import type { Embedder, Embedding, EmbedOptions } from '../../ports/index.ts';
import { likenessOf, type MeaningScale } from './meaning-scale.ts';

export class SizedEmbedder implements Embedder {
  /** 0 while any length will do. */
  expected = 0;
  scale: MeaningScale | null = null;
  readonly #inner: Embedder;
  #isOther = false;

  constructor(inner: Embedder) {
    this.#inner = inner;
  }

  get model(): Embedder['model'] {
    return this.#inner.model;
  }

  get state(): Embedder['state'] {
    return this.#isOther ? 'failed' : this.#inner.state;
  }

  get cache(): NonNullable<Embedder['cache']> {
    return this.#inner.cache ?? { asked: 0, hits: 0 };
  }

  likeness(cosine: number): number | undefined {
    return this.scale ? likenessOf(this.scale, cosine) : undefined;
  }

  async embed(texts: readonly string[], options: EmbedOptions): Promise<Embedding[]> {
    const embeddings = await this.#inner.embed(texts, options);
    const length = embeddings[0]?.vector.length;
    this.#isOther = this.expected > 0 && length !== undefined && length !== this.expected;
    if (!this.#isOther) return embeddings;
    throw new ZapomniError('MODEL_UNAVAILABLE', 'The model gives vectors of another length than before.', {
      hint: 'Choose it once more (`zapomni model embedding …`), and everything is embedded anew.',
    });
  }

  warm(): Promise<void> {
    return this.#inner.warm();
  }

  close(): Promise<void> {
    return this.#inner.close();
  }
}
