/**
 * An embedder without a model: each word adds to the dimension its hash names, so that texts which share words are closer.
 * Switches make it fail, dawdle or stay unready, at once and for calls to come.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { ZapomniError } from '@zapomni/core/errors';
import { toTerms } from '@zapomni/core/model';
import type { Embedder, Embedding, EmbeddingModel, EmbedOptions } from '@zapomni/core/ports';

export interface FakeEmbedder extends Embedder {
  /** While true, loading and embedding fail with MODEL_UNAVAILABLE. */
  failing: boolean;
  /** While false, the model goes on loading and every call waits. */
  loaded: boolean;
  /** Each call takes this long. */
  delayMs: number;
  /** What every embedding says of its text. */
  fluency: number;
  /** The calls that gave embeddings, in order. */
  readonly calls: readonly { readonly texts: readonly string[]; readonly role: EmbedOptions['role'] }[];
}

export interface FakeEmbedderOptions {
  readonly name?: string;
  readonly dimensions?: number;
}

export function createFakeEmbedder({ name = 'fake-words', dimensions = 256 }: FakeEmbedderOptions = {}): FakeEmbedder {
  return new WordHashEmbedder({ name, dimensions, maxTokens: 512 });
}

class WordHashEmbedder implements FakeEmbedder {
  readonly model: EmbeddingModel;
  readonly calls: { texts: readonly string[]; role: EmbedOptions['role'] }[] = [];
  state: Embedder['state'] = 'cold';
  delayMs = 0;
  fluency = 1;
  readonly #closing = new AbortController();
  #failing = false;
  #loaded = Promise.withResolvers<void>();
  #isLoaded = true;

  constructor(model: EmbeddingModel) {
    this.model = model;
    this.#loaded.resolve();
  }

  get failing(): boolean {
    return this.#failing;
  }

  set failing(failing: boolean) {
    this.#failing = failing;
    if (failing && this.state === 'ready') this.state = 'failed';
  }

  get loaded(): boolean {
    return this.#isLoaded;
  }

  set loaded(loaded: boolean) {
    if (loaded) this.#loaded.resolve();
    else if (this.#isLoaded) this.#loaded = Promise.withResolvers();
    this.#isLoaded = loaded;
    if (!loaded && this.state === 'ready') this.state = 'loading';
  }

  async embed(texts: readonly string[], { role, signal }: EmbedOptions): Promise<Embedding[]> {
    if (signal?.aborted) throw cancelled();
    if (texts.length === 0) return [];
    const stop = AbortSignal.any(signal ? [signal, this.#closing.signal] : [this.#closing.signal]);
    await unlessStopped(this.#load(), stop);
    if (this.delayMs > 0) await unlessStopped(pause(this.delayMs, undefined, { signal: stop }), stop);
    this.#requireWorking();
    this.calls.push({ texts, role });
    return texts.map((text) => ({ vector: toVector(text, this.model.dimensions), fluency: this.fluency }));
  }

  warm(): Promise<void> {
    return unlessStopped(this.#load(), this.#closing.signal);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.state = 'cold';
  }

  async #load(): Promise<void> {
    if (this.#closing.signal.aborted) throw cancelled();
    if (this.state !== 'ready') this.state = 'loading';
    await this.#loaded.promise;
    this.#requireWorking();
    if (!this.#closing.signal.aborted) this.state = 'ready';
  }

  #requireWorking(): void {
    if (!this.#failing) return;
    this.state = 'failed';
    throw new ZapomniError('MODEL_UNAVAILABLE', 'The fake model was told to fail.');
  }
}

function unlessStopped(work: Promise<void>, stop: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    stop.addEventListener('abort', () => reject(cancelled()), { once: true });
    if (stop.aborted) reject(cancelled());
    work.then(resolve, reject);
  });
}

function toVector(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions);
  for (const term of toTerms(text)) {
    const at = hashOf(term) % dimensions;
    vector[at] = (vector[at] ?? 0) + 1;
  }
  const length = Math.hypot(...vector);
  if (length === 0) vector[0] = 1;
  return length === 0 ? vector : vector.map((value) => value / length);
}

/** FNV-1a. */
function hashOf(term: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < term.length; i++) hash = Math.imul(hash ^ term.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

function cancelled(): ZapomniError {
  return new ZapomniError('CANCELLED', 'The embedding was cancelled.');
}
