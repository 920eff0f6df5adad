/**
 * Embeddings kept on disk, so that a text which comes again is not embedded again. Bounded by two generations: when the
 * young one has half of the room or is a week old, it becomes the old one and what was old goes. What is asked for among
 * the old is written among the young again, so what is used stays. Everything is asynchronous and in turn.
 */
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Embedding, Logger } from '@zapomni/core/ports';
import { CacheFile } from './cache-file.ts';
import { keyOf, toRecord } from './cache-record.ts';

export interface EmbeddingCacheOptions {
  /** Made when the first embedding is kept. */
  readonly folder: string;
  readonly maxBytes: number;
  readonly logger: Logger;
  readonly now?: () => number;
}

interface Generations {
  readonly young: CacheFile;
  readonly old: CacheFile;
}

const YOUNG = 'embeddings.cache';
const OLD = 'embeddings.old.cache';

/** Whoever takes them away empties the cache of every process. */
export const EMBEDDING_CACHE_FILES: readonly string[] = [YOUNG, OLD];
const WEEK_MS = 604_800_000;

/** Never fails: a cache that cannot be read or written finds nothing and keeps nothing, and says so in the log once. */
export class EmbeddingCache {
  readonly #options: EmbeddingCacheOptions;
  #opened: Generations | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #hasFailed = false;
  #isClosed = false;

  constructor(options: EmbeddingCacheOptions) {
    this.#options = options;
  }

  /** In the order of the texts; undefined for those that are not kept. */
  find(model: string, texts: readonly string[]): Promise<(Embedding | undefined)[]> {
    const none = texts.map(() => undefined);
    return this.#inTurn(none, async () => {
      const generations = await this.#generations();
      const found: (Embedding | undefined)[] = [];
      const renewed: Buffer[] = [];
      for (const text of texts) {
        const key = keyOf(model, text);
        const young = await generations.young.find(key);
        const embedding = young ?? (await generations.old.find(key));
        if (embedding && !young) renewed.push(toRecord(key, embedding));
        found.push(embedding);
      }
      if (renewed.length > 0) await generations.young.append(renewed);
      return found;
    });
  }

  keep(model: string, entries: readonly (readonly [text: string, embedding: Embedding])[]): Promise<void> {
    if (entries.length === 0) return Promise.resolve();
    return this.#inTurn(undefined, async () => {
      const { young } = await this.#generations();
      await young.append(entries.map(([text, embedding]) => toRecord(keyOf(model, text), embedding)));
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#turn;
    await this.#letGo();
  }

  #inTurn<T>(otherwise: T, work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(async () => {
      if (this.#isClosed) return otherwise;
      try {
        return await work();
      } catch (error) {
        await this.#giveUp(error);
        return otherwise;
      }
    });
    this.#turn = result;
    return result;
  }

  /** Open, and up to date with what other processes have written. */
  async #generations(): Promise<Generations> {
    if (this.#opened && !(await this.#opened.young.isCurrent())) await this.#letGo();
    this.#opened ??= await this.#open();
    const { young, old } = this.#opened;
    await young.follow();
    await old.follow();
    if (!(await this.#isFull(young))) return this.#opened;
    await rename(this.#path(YOUNG), this.#path(OLD));
    await this.#letGo();
    this.#opened = await this.#open();
    await this.#opened.old.follow();
    return this.#opened;
  }

  async #isFull(young: CacheFile): Promise<boolean> {
    const { maxBytes, now = Date.now } = this.#options;
    const { size, madeAt } = await young.facts();
    return young.isSpoilt || size > maxBytes / 2 || (size > 0 && now() - madeAt > WEEK_MS);
  }

  async #open(): Promise<Generations> {
    await mkdir(this.#options.folder, { recursive: true, mode: 0o700 });
    const [young, old] = await Promise.all([CacheFile.open(this.#path(YOUNG)), CacheFile.open(this.#path(OLD))]);
    return { young, old };
  }

  async #letGo(): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    await Promise.allSettled([opened?.young.close(), opened?.old.close()]);
  }

  async #giveUp(error: unknown): Promise<void> {
    if (!this.#hasFailed) this.#options.logger.log('warning', 'embedding_cache_failed', { error });
    this.#hasFailed = true;
    await this.#letGo();
  }

  #path(name: string): string {
    return join(this.#options.folder, name);
  }
}
