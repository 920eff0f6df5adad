/**
 * An embedder whose model runs behind an HTTP endpoint. Texts go out in batches, each tried again when it failed for a
 * reason that passes; what comes back is checked before anybody sees it. How long its vectors are is learned from the
 * first answer.
 */
import { ZapomniError } from '@zapomni/core/errors';
import type { Embedder, Embedding, EmbeddingModel, EmbedOptions } from '@zapomni/core/ports';
import { BACK_OFF, HttpFailure, withRetries, type GuardedClient, type Pause } from '../../net/index.ts';
import { toModelError } from '../../net/to-model-error.ts';
import { asciiShare } from '../model/fluency.ts';
import type { EmbeddingDialect } from './dialect.ts';
import { embedInParts, embedOnce, TextRefused, type BatchCall } from './embed-batch.ts';
import { habitsOf, type ModelHabits } from './model-habits.ts';
import { UnusableVectors } from './usable-vectors.ts';

export interface RemoteEmbedderParts {
  /** Names the vectors: `ollama/nomic-embed-text`. */
  readonly name: string;
  /** As the endpoint calls it. */
  readonly model: string;
  readonly client: GuardedClient;
  readonly dialect: EmbeddingDialect;
  /** Texts a request, 1–64. */
  readonly batchSize: number;
  readonly pause?: Pause | undefined;
  readonly random?: (() => number) | undefined;
}

/** A search has words to fall back on, so it does not wait: once more, for the case of a connection gone stale. */
const QUERY_WAITS: readonly number[] = [100];
/** Characters for each token that the model can read; more would be cut anyway. */
const CHARACTERS_PER_TOKEN = 8;

export class RemoteEmbedder implements Embedder {
  readonly #parts: RemoteEmbedderParts;
  readonly #habits: ModelHabits;
  #state: Embedder['state'] = 'cold';
  readonly #closing = new AbortController();
  readonly #underWay = new Set<Promise<unknown>>();
  #dimensions = 0;

  constructor(parts: RemoteEmbedderParts) {
    this.#parts = parts;
    this.#habits = habitsOf(parts.model);
  }

  get model(): EmbeddingModel {
    return { name: this.#parts.name, dimensions: this.#dimensions, maxTokens: this.#habits.maxTokens };
  }

  get state(): Embedder['state'] {
    return this.#state;
  }

  embed(texts: readonly string[], options: EmbedOptions): Promise<Embedding[]> {
    if (options.signal?.aborted || this.#isClosed) return Promise.reject(cancelled());
    if (texts.length === 0) return Promise.resolve([]);
    const call = this.#embed(texts, options).finally(() => this.#underWay.delete(call));
    this.#underWay.add(call);
    return call;
  }

  async warm(): Promise<void> {
    await this.embed(['ready'], { role: 'passage' });
  }

  /** Calls under way have failed when this resolves, so that whoever made them can still give back what they had. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#state = 'cold';
    this.#parts.client.close();
    await Promise.allSettled(this.#underWay);
  }

  async #embed(texts: readonly string[], options: EmbedOptions): Promise<Embedding[]> {
    const { role } = options;
    const signal = AbortSignal.any([this.#closing.signal, ...(options.signal ? [options.signal] : [])]);
    // An endpoint that was away a moment ago is tried once, so that nobody waits for it again and again.
    const waits = role === 'query' ? QUERY_WAITS : this.#state === 'failed' ? [] : BACK_OFF;
    if (this.#state !== 'ready') this.#state = 'loading';
    try {
      const vectors = await this.#embedAll(texts, role, { waits, signal });
      this.#settle('ready');
      return vectors.map((vector, i) => ({ vector, fluency: this.#fluency(texts[i] as string) }));
    } catch (error) {
      throw this.#explain(error);
    }
  }

  async #embedAll(
    texts: readonly string[],
    role: EmbedOptions['role'],
    trying: { readonly waits: readonly number[]; readonly signal: AbortSignal | undefined },
  ): Promise<Float32Array[]> {
    const { batchSize } = this.#parts;
    const vectors: Float32Array[] = [];
    for (let from = 0; from < texts.length; from += batchSize) {
      const batch = texts.slice(from, from + batchSize).map((text) => this.#toInput(text, role));
      vectors.push(...(await this.#embedBatch(batch, trying)));
      this.#dimensions ||= vectors[0]?.length ?? 0;
    }
    return vectors;
  }

  async #embedBatch(
    batch: readonly string[],
    { waits, signal }: { readonly waits: readonly number[]; readonly signal: AbortSignal | undefined },
  ): Promise<Float32Array[]> {
    const { client, dialect, pause, random } = this.#parts;
    const call: BatchCall = { client, dialect, signal, dimensions: this.#dimensions };
    try {
      return await withRetries(() => embedOnce(call, batch), {
        waits,
        signal,
        ...(pause ? { pause } : {}),
        ...(random ? { random } : {}),
      });
    } catch (failure) {
      return embedInParts(call, batch, failure);
    }
  }

  /** Nothing that some server trips over: no empty text, no NUL, no half characters. */
  #toInput(text: string, role: EmbedOptions['role']): string {
    const bounded = text.slice(0, this.#habits.maxTokens * CHARACTERS_PER_TOKEN).toWellFormed();
    const clean = bounded.replaceAll('\u0000', ' ');
    return this.#habits[role] + (clean.trim() === '' ? '.' : clean);
  }

  #fluency(text: string): number {
    return this.#habits.english ? asciiShare(text) : 1;
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  #settle(state: Embedder['state']): void {
    if (!this.#isClosed) this.#state = state;
  }

  #explain(error: unknown): unknown {
    if (error instanceof TextRefused) {
      this.#settle('ready');
      return new ZapomniError('MODEL_UNAVAILABLE', 'The embedding endpoint refuses one of the texts.', {
        hint: 'Words find it all the same.',
      });
    }
    if (this.#isClosed || (error instanceof HttpFailure && error.kind === 'cancelled')) {
      if (this.#state === 'loading') this.#settle('cold');
      return cancelled();
    }
    this.#settle('failed');
    if (error instanceof UnusableVectors) {
      return new ZapomniError('MODEL_UNAVAILABLE', 'The embedding endpoint sent vectors that cannot be used.', {
        hint: `Check that it has an embedding model: ${this.#parts.dialect.facts.getModel}`,
        cause: error,
      });
    }
    return toModelError(error, this.#parts.dialect.facts);
  }
}

function cancelled(): ZapomniError {
  return new ZapomniError('CANCELLED', 'The embedding was cancelled.');
}
